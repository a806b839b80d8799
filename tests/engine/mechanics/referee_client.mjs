// A client of the referee in another language: asks every case on standard input and prints what differs.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [python, folder] = process.argv.slice(2);
const cases = [];
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) cases.push(JSON.parse(line));

const referee = spawn(python, ["-m", "engine", "referee"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();
const ask = async (question) => {
  referee.stdin.write(JSON.stringify(question) + "\n");
  return JSON.parse((await answers.next()).value);
};

const sorted = (value) => (Array.isArray(value) ? value.map((one) => JSON.stringify(sorted(one))).sort() : value);
const same = (left, right) => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

const { kinds } = (await ask({ kind: "describe" })).answer;
let wrong = 0;
for (const { id, kind, rules, trump, input, expected } of cases) {
  const given = await ask({ id, kind, rules, trump, input });
  const right = kind in kinds && given.id === id && given.answer;
  const differs = Object.keys(expected).filter((name) => !right || !same(expected[name], given.answer[name]));
  if (differs.length) {
    wrong += 1;
    console.log(`${id}: ${differs.join(" ")}: ${JSON.stringify(given)}`);
  }
}
referee.stdin.end();
console.log(`${cases.length} cases, ${wrong} wrong`);
process.exitCode = wrong ? 1 : 0;
