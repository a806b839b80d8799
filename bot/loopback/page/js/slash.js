// Parse a command line while it is typed: the command, its options and values, the cursor's option.
// Pure functions over text, without the page.

const SUB = 1;
const GROUP = 2;

export function localName(node, locale) { return node.name_localizations?.[locale] || node.name; }
export function localDescription(node, locale) { return node.description_localizations?.[locale] || node.description || ""; }

// Every runnable command: {command, path: ["tractor", "new"], words: localised path, node (holds options)}.
export function leaves(commands, locale) {
  const found = [];
  const descend = (command, node, path, words) => {
    const inner = (node.options || []).filter((o) => o.type === SUB || o.type === GROUP);
    if (!inner.length) found.push({ command, node, path, words });
    for (const o of inner) descend(command, o, [...path, o.name], [...words, localName(o, locale)]);
  };
  for (const c of commands) if (c.type === 1) descend(c, c, [c.name], [localName(c, locale)]);
  return found.sort((a, b) => a.words.join(" ").localeCompare(b.words.join(" "), locale));
}

// The leaf that a line names, with the rest of the line; null while the name is incomplete.
export function parse(line, all, locale) {
  if (!line.startsWith("/")) return null;
  const body = line.slice(1);
  const fits = (words) => { const name = words.join(" "); return body === name || body.startsWith(name + " "); };
  const named = all.filter((leaf) => fits(leaf.words) || fits(leaf.path));
  const leaf = named.sort((a, b) => b.path.length - a.path.length)[0];
  if (!leaf) return null;
  const used = (fits(leaf.words) ? leaf.words : leaf.path).join(" ").length + 1;
  return { leaf, from: used, ...pairs(line, used, leaf.node.options || [], locale) };
}

// `name:value` pairs; a value ends at the next known name. Text before the first name is `loose`.
function pairs(line, from, options, locale) {
  const marks = [];
  for (const option of options) {
    for (const name of new Set([option.name, localName(option, locale)])) {
      let at = line.indexOf(`${name}:`, from);
      while (at >= 0) {
        if (/\s/.test(line[at - 1])) marks.push({ option, at, value: at + name.length + 1 });
        at = line.indexOf(`${name}:`, at + 1);
      }
    }
  }
  marks.sort((a, b) => a.at - b.at);
  const seen = new Set();
  const given = [];
  marks.forEach((mark, n) => {
    if (seen.has(mark.option.name)) return;
    seen.add(mark.option.name);
    const end = marks[n + 1]?.at ?? line.length;
    given.push({ ...mark, end, text: line.slice(mark.value, end).trim() });
  });
  const loose = line.slice(from, marks[0]?.at ?? line.length).trim();
  return { given, loose };
}

// The option whose value contains the cursor.
export function optionAt(parsed, cursor) {
  return parsed.given.find((g) => cursor >= g.value && cursor <= g.end) || null;
}

export function missing(parsed) {
  return (parsed.leaf.node.options || []).filter((o) => o.required && !parsed.given.some((g) => g.option === o && g.text));
}

// Options without a value, required ones first.
export function open(parsed) {
  return (parsed.leaf.node.options || []).filter((o) => !parsed.given.some((g) => g.option === o));
}

// How well a leaf matches the text so far; 0 for no match.
export function score(leaf, typed) {
  const wanted = typed.toLowerCase().trim();
  if (!wanted) return 1;
  for (const name of [leaf.words.join(" "), leaf.path.join(" ")].map((w) => w.toLowerCase())) {
    if (name.startsWith(wanted)) return 4;
    if (name.split(" ").some((w) => w.startsWith(wanted))) return 3;
    if (name.includes(wanted)) return 2;
  }
  return 0;
}
