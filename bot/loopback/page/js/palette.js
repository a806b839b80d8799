// The list above the composer: commands, then options, then values; people for @.

import { el, face } from "./dom.js";
import { isDirect, isThread, store } from "./store.js";
import { leaves, localDescription, localName, missing, open, optionAt, parse, score } from "./slash.js";
import { language, t } from "./words.js";

const LATER = 130;
const ATTACHMENT = 11;

export class Palette {
  // hands: {suggestionsFor(parsed, current) -> choices, take(replacement)}
  constructor(foot, box, hands) {
    Object.assign(this, { foot, box, hands, node: null, entries: [], at: 0, turn: 0, moved: false });
  }

  update() {
    const line = this.box.value;
    const cursor = this.box.selectionStart;
    this.turn += 1;
    this.moved = false;
    if (line.startsWith("/")) { this.command(line, cursor); return; }
    const name = /(^|\s)@([^\s@]*)$/.exec(line.slice(0, cursor));
    if (name) this.people(name[2], cursor);
    else this.close();
  }

  command(line, cursor) {
    const locale = language();
    const all = leaves(store.commands, locale);
    const parsed = parse(line, all, locale);
    const complete = parsed && (line.length > parsed.from || all.filter((l) => score(l, line.slice(1)) >= 4).length === 1);
    if (!complete || cursor < parsed.from) { this.commands(line, all); return; }
    const current = optionAt(parsed, cursor) || this.loose(parsed, cursor);
    if (current) this.values(parsed, current);
    else this.options(parsed, cursor);
  }

  // Text before any option name belongs to the first option, if that one is required.
  loose(parsed, cursor) {
    const first = open(parsed)[0];
    if (!parsed.loose || !first?.required || parsed.given.some((g) => g.at < cursor)) return null;
    const value = parsed.from + 1;
    return { option: first, at: value, value, end: cursor, text: this.box.value.slice(value, cursor).trim(), bare: true };
  }

  commands(line, all) {
    const typed = line.slice(1);
    const found = all.map((leaf) => ({ leaf, fit: score(leaf, typed) })).filter((f) => f.fit).sort((a, b) => b.fit - a.fit || first(b.leaf) - first(a.leaf));
    const entries = found.slice(0, 30).map(({ leaf }) => ({
      node: [el("span", { class: "words" }, el("code", {}, "/" + leaf.words.join(" ")), el("small", {}, localDescription(leaf.node, language())))],
      take: { from: 0, to: line.length, text: `/${leaf.words.join(" ")} ` },
    }));
    this.show(null, entries, t("noCommand"));
  }

  options(parsed, cursor) {
    const locale = language();
    const typed = /(\S*)$/.exec(this.box.value.slice(parsed.from, cursor))[1].toLowerCase();
    const left = open(parsed).filter((o) => localName(o, locale).toLowerCase().startsWith(typed) || o.name.startsWith(typed));
    const pad = /\s$/.test(this.box.value.slice(0, cursor - typed.length)) ? "" : " ";
    const entries = left.map((o) => ({
      node: [el("span", { class: "words" }, el("code", {}, localName(o, locale)), el("small", {}, localDescription(o, locale))), el("small", {}, t(o.required ? "required" : "optional"))],
      take: { from: cursor - typed.length, to: cursor, text: `${pad}${localName(o, locale)}:` },
    }));
    this.show(this.usage(parsed, null), entries, null);
    this.ready = missing(parsed).length === 0; // Enter sends once nothing is missing
  }

  async values(parsed, current) {
    const { option } = current;
    const usage = this.usage(parsed, option);
    const fixed = fixedValues(option);
    if (option.type === ATTACHMENT) { this.show(usage, current.text ? [] : [this.fileEntry(current)], null); return; }
    if (!option.autocomplete) {
      const wanted = current.text.toLowerCase();
      const exact = fixed.some((f) => f.name.toLowerCase() === wanted);
      this.show(usage, exact ? [] : fixed.filter((f) => `${f.name} ${f.also || ""}`.toLowerCase().includes(wanted)).slice(0, 25).map((f) => this.value(current, f)), null);
      return;
    }
    const turn = this.turn;
    this.show(usage, this.same === option.name ? this.entries : [], t("looking"));
    this.same = option.name;
    await new Promise((done) => setTimeout(done, LATER));
    if (turn !== this.turn) return;
    const choices = await this.hands.suggestionsFor(parsed, current);
    if (turn !== this.turn) return;
    const named = choices.map((c) => ({ name: c.name_localizations?.[language()] || c.name, value: c.value }));
    const exact = named.some((c) => c.name === current.text);
    this.show(usage, exact ? [] : named.map((c) => this.value(current, c)), exact ? null : t("noSuggestions"));
  }

  value(current, { name, value, sign }) {
    const prefix = current.bare ? `${localName(current.option, language())}:` : "";
    return {
      node: [sign || null, el("span", { class: "words" }, el("span", { class: "label" }, name))],
      take: { from: current.bare ? current.at : current.value, to: current.end, text: `${prefix}${name} `, option: current.option, value },
    };
  }

  fileEntry(current) {
    const found = this.value(current, { name: t("chooseFile"), value: null });
    return { ...found, take: { ...found.take, file: true } };
  }

  people(typed, cursor) {
    const wanted = typed.toLowerCase();
    const found = store.people.filter((p) => p.display.toLowerCase().startsWith(wanted) || p.name.startsWith(wanted));
    const entries = found.map((p) => ({
      node: [face(p), el("span", { class: "words" }, p.display)], take: { from: cursor - typed.length - 1, to: cursor, text: `@${p.display} ` },
    }));
    if (entries.length) this.show(null, entries, null);
    else this.close();
  }

  usage(parsed, now) {
    const locale = language();
    const given = new Set(parsed.given.filter((g) => g.text).map((g) => g.option));
    const shown = (parsed.leaf.node.options || []).map((o) => {
      const kinds = ["opt", o.required && "must", o === now && "now", given.has(o) && o !== now && "done"];
      return el("span", { class: kinds.filter(Boolean).join(" ") }, localName(o, locale));
    });
    return el("div", { class: "usage" }, el("b", {}, "/" + parsed.leaf.words.join(" ")), shown,
      el("p", {}, localDescription(now || parsed.leaf.node, locale)));
  }

  show(usage, entries, none) {
    this.entries = entries;
    this.at = 0;
    this.ready = false;
    this.node?.remove();
    const list = el("div", { class: "list", role: "listbox", id: "palette", "aria-label": t("commands") }, entries.map((e, n) =>
      el("div", { class: "option", role: "option", id: `palette-${n}`, on: { pointerdown: (event) => { event.preventDefault(); this.hands.take(e.take); }, pointermove: () => this.point(n) } }, e.node)));
    if (!entries.length && none) list.append(el("div", { class: "none" }, none));
    this.node = el("div", { class: "pop palette" }, usage, entries.length || none ? list : null);
    this.foot.append(this.node);
    this.box.setAttribute("aria-expanded", "true");
    this.point(0);
  }

  point(n) {
    this.at = n;
    const all = [...(this.node?.querySelectorAll(".option") || [])];
    all.forEach((c, i) => { c.classList.toggle("at", i === n); c.setAttribute("aria-selected", String(i === n)); });
    all[n]?.scrollIntoView({ block: "nearest" });
    this.box.setAttribute("aria-activedescendant", all[n]?.id || "");
  }

  // Return whether the palette handled a key.
  key(e) {
    if (!this.node) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (e.key === "Escape") { this.close(); return true; }
    if (!this.entries.length) return false;
    if (step) { this.moved = true; this.point((this.at + step + this.entries.length) % this.entries.length); return true; }
    if (e.key === "Tab" || (e.key === "Enter" && !e.shiftKey && (!this.ready || this.moved))) { this.hands.take(this.entries[this.at].take); return true; }
    return false;
  }

  close() {
    this.turn += 1;
    this.node?.remove();
    this.node = null;
    this.entries = [];
    this.box.setAttribute("aria-expanded", "false");
  }
}

// The one-button command comes first.
function first(leaf) { return Number(leaf.path.join(" ") === store.quick?.command); }

// The values of an option that need no request to the bot.
function fixedValues(option) {
  if (option.choices?.length) return option.choices.map((c) => ({ name: c.name_localizations?.[language()] || c.name, value: c.value }));
  const people = store.people.map((p) => ({ name: `@${p.display}`, also: `@${p.name}`, value: p.id, sign: face(p) }));
  const roles = store.guilds.flatMap((g) => g.roles).map((r) => ({ name: `@${r.name.replace(/^@/, "")}`, value: r.id }));
  const channels = store.channels.filter((c) => !isDirect(c)).map((c) => ({ name: isThread(c) ? c.name : `#${c.name}`, value: c.id }));
  const bools = [{ name: t("yes"), value: true }, { name: t("no"), value: false }];
  return { 5: bools, 6: people, 7: channels, 8: roles, 9: [...people, ...roles] }[option.type] || [];
}
