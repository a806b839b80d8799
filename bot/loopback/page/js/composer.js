// The input at the bottom: messages, mentions, and commands with their options.

import { act, CannotError, upload } from "./api.js";
import { el, icon } from "./dom.js";
import { form } from "./form.js";
import { toast } from "./overlay.js";
import { Palette } from "./palette.js";
import { channel, isDirect, isThread, store } from "./store.js";
import { leaves, localName, missing, parse } from "./slash.js";
import { language, t } from "./words.js";

const foot = document.getElementById("composer");
const drafts = new Map();
let box = null;
let ghost = null;
let hint = null;
let palette = null;
let drawn = "";
const meant = new Map(); // "option name\nshown text" -> value of a chosen suggestion

export function drawComposer() {
  const here = channel();
  if (!here) { foot.replaceChildren(); box = null; drawn = ""; return; }
  const now = [here.id, here.name, here.writable, store.me.id, language()].join();
  if (now === drawn && foot.firstChild) return; // a new input would lose what is being typed
  drawn = now;
  if (!here.writable) { foot.replaceChildren(el("div", { class: "locked-note" }, t("noWrite"))); box = null; return; }
  const narrow = innerWidth < 761;
  const placeholder = isDirect(here) ? t("placeholderDirect", { name: here.name }) : t(narrow ? "placeholderShort" : "placeholder", { channel: isThread(here) ? here.name : `#${here.name}` });
  box = el("textarea", { id: "composer-input", rows: "1", placeholder, "aria-label": placeholder, autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false", "aria-controls": "palette", "aria-autocomplete": "list", enterkeyhint: "send" });
  ghost = el("div", { class: "ghost", "aria-hidden": "true" });
  hint = el("div", { class: "hint", role: "alert", hidden: true });
  const slash = el("button", { class: "tool slash", type: "button", "aria-label": t("slash"), title: t("slash"), on: { click: () => type(box.value.startsWith("/") ? box.value : "/") } }, "/");
  const send = el("button", { class: "tool send", type: "button", "aria-label": t("send"), title: t("send"), on: { click: submit } }, icon("send"));
  foot.replaceChildren(el("div", { class: "composer-box" }, slash, el("div", { class: "type" }, ghost, box), send), hint);
  palette = new Palette(foot, box, { suggestionsFor, take: taken });
  box.value = drafts.get(store.at) || "";
  box.addEventListener("input", () => { update(); palette.update(); });
  box.addEventListener("click", () => palette.update());
  box.addEventListener("keydown", keys);
  box.addEventListener("blur", () => setTimeout(() => { if (document.activeElement !== box) palette.close(); }, 150));
  update();
}

function update() {
  drafts.set(store.at, box.value);
  hint.hidden = true;
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
  foot.querySelector(".send").disabled = !box.value.trim();
  paint();
}

// Highlight the command's and the options' names behind the text.
function paint() {
  const parsed = parse(box.value, leaves(store.commands, language()), language());
  if (!parsed) { ghost.replaceChildren(); return; }
  const pieces = [el("mark", { class: "command" }, box.value.slice(0, parsed.from))];
  let at = parsed.from;
  for (const g of parsed.given) {
    pieces.push(box.value.slice(at, g.at), el("mark", {}, box.value.slice(g.at, g.value)));
    at = g.value;
  }
  ghost.replaceChildren(...pieces, box.value.slice(at));
}

// Put a line into the input, with the cursor at its end.
export function type(line) {
  if (!box) return;
  box.value = line;
  update();
  box.focus();
  box.setSelectionRange(line.length, line.length);
  palette.update();
}

function keys(e) {
  if (e.isComposing) return;
  if (palette.key(e)) { e.preventDefault(); return; }
  if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); submit(); }
}

export function focusComposer() { if (box && (parent === window || document.hasFocus()) && !matchMedia("(pointer: coarse)").matches) box.focus({ preventScroll: true }); }

async function submit() {
  const text = box.value.trim();
  if (!text) return;
  palette.close();
  const line = box.value;
  const parsed = parse(line, leaves(store.commands, language()), language());
  if (parsed) await submitCommand(line, parsed);
  else await submitText(text); // also what looks like a command but is none
}

async function submitText(text) {
  const content = store.people.reduce((said, p) => said.replaceAll(`@${p.display}`, `<@${p.id}>`), text);
  clear();
  await tell(() => act(store.me.name, "say", { channel: store.at, content }));
}

async function submitCommand(line, parsed) {
  const values = valuesOf(parsed);
  const gone = missing(parsed).filter((o) => !(o.name in values));
  if (gone.length) { complain(t("needed", { names: gone.map((o) => localName(o, language())).join(", ") })); return; }
  clear();
  const outcome = await tell(() => act(store.me.name, "slash", { channel: store.at, command: parsed.leaf.path.join(" "), values, settle: false }), line);
  if (!outcome) return;
  if (!outcome.answered) toast(t(store.online ? "failed" : "failedOffline"), true);
  if (outcome.modal) form(outcome);
}

// The values of a line; text without an option name belongs to the first open option.
function valuesOf(parsed) {
  const values = {};
  for (const g of parsed.given) if (g.text) values[g.option.name] = valueOf(g.option, g.text);
  const first = (parsed.leaf.node.options || []).find((o) => !(o.name in values));
  if (parsed.loose && first) values[first.name] = valueOf(first, parsed.loose);
  return values;
}

function valueOf(option, text) {
  const known = meant.get(`${option.name}\n${text}`);
  if (known !== undefined) return known;
  if (option.type === 5) return [t("yes"), "true", "yes"].includes(text) || text === "True";
  if (option.type >= 6 && option.type <= 9) return text.replace(/^[@#]/, "");
  return text;
}

async function tell(doing, line = null) {
  try {
    return await doing();
  } catch (error) {
    if (!(error instanceof CannotError)) throw error;
    if (line !== null) type(line);
    palette.close();
    complain(error.message);
    return null;
  }
}

function complain(words) { hint.hidden = false; hint.textContent = words; }

function clear() {
  box.value = "";
  update();
}

// Insert a chosen suggestion: `text` replaces everything between `from` and `to`.
function taken({ from, to, text, option, value, file }) {
  if (file) { chooseFile({ from, to, option }); return; }
  if (option) meant.set(`${option.name}\n${text.trim()}`, value);
  box.value = box.value.slice(0, from) + text + box.value.slice(to);
  const at = from + text.length;
  update();
  box.focus();
  box.setSelectionRange(at, at);
  palette.update();
}

function chooseFile({ from, to, option }) {
  const input = el("input", { type: "file", hidden: true });
  foot.append(input);
  input.addEventListener("cancel", () => input.remove());
  input.addEventListener("change", async () => {
    input.remove();
    const id = await upload(store.me.name, input.files[0]);
    taken({ from, to, text: `${input.files[0].name} `, option, value: id });
  });
  input.click();
}

async function suggestionsFor(parsed, current) {
  const values = valuesOf({ ...parsed, loose: "" });
  values[current.option.name] = current.text;
  try {
    const outcome = await act(store.me.name, "autocomplete", { channel: store.at, command: parsed.leaf.path.join(" "), values, focused: current.option.name });
    return outcome.choices || [];
  } catch (error) {
    if (error instanceof CannotError) return [];
    throw error;
  }
}

