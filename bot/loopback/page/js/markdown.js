// Turn Discord's Markdown, as far as bots use it, into nodes.

import { el } from "./dom.js";
import { written } from "./time.js";
import { t } from "./words.js";

// `names` renders ids: user(id), role(id), channel(id); place(channel, message) and command(name) can be clicked.
export function markdown(text, names) {
  const root = el("div", { class: "text" });
  const lines = text.split("\n");
  let at = 0;
  while (at < lines.length) at = block(root, lines, at, names);
  if (onlyEmoji(text)) root.classList.add("only-emoji");
  return root;
}

function onlyEmoji(text) {
  return /^(\s*<a?:\w+:\d+>\s*){1,12}$/.test(text);
}

function block(root, lines, at, names) {
  const line = lines[at];
  if (line.startsWith("```")) return fence(root, lines, at);
  const head = /^(#{1,3}) +(.+)$/.exec(line);
  if (head) { root.append(el(`h${head[1].length}`, {}, inline(head[2], names))); return at + 1; }
  if (line.startsWith("-# ")) { root.append(el("p", { class: "sub" }, inline(line.slice(3), names))); return at + 1; }
  if (/^> ?/.test(line) && line.startsWith(">")) return quote(root, lines, at, names);
  if (/^\s*([-*]|\d+\.) +/.test(line)) return list(root, lines, at, names);
  const rest = [];
  while (at < lines.length && !starts(lines[at])) rest.push(lines[at++]);
  if (!rest.length) rest.push(lines[at++]);
  root.append(el("p", {}, inline(rest.join("\n"), names)));
  return at;
}

function starts(line) {
  return line.startsWith("```") || /^(#{1,3} +.|-# |>|\s*([-*]|\d+\.) +)/.test(line);
}

function fence(root, lines, at) {
  const body = [];
  const single = /^```(.+?)```$/.exec(lines[at]);
  if (single) { root.append(el("pre", {}, el("code", {}, single[1]))); return at + 1; }
  for (at += 1; at < lines.length && !lines[at].includes("```"); at += 1) body.push(lines[at]);
  root.append(el("pre", {}, el("code", {}, body.join("\n"))));
  return at + 1;
}

function quote(root, lines, at, names) {
  const body = [];
  while (at < lines.length && lines[at].startsWith(">")) body.push(lines[at++].replace(/^>{1,3} ?/, ""));
  root.append(el("blockquote", {}, inline(body.join("\n"), names)));
  return at;
}

function list(root, lines, at, names) {
  const first = /^\s*(\d+)\./.exec(lines[at]);
  const node = el(first ? "ol" : "ul", first ? { start: Number(first[1]) } : {});
  while (at < lines.length) {
    const item = /^\s*(?:[-*]|\d+\.) +(.*)$/.exec(lines[at]);
    if (!item) break;
    node.append(el("li", {}, inline(item[1], names)));
    at += 1;
  }
  root.append(node);
  return at;
}

const PIECES = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^`([^`]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (m, n) => el("strong", {}, el("em", {}, inline(m[1], n)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, n) => el("strong", {}, inline(m[1], n))],
  [/^__([\s\S]+?)__(?!_)/, (m, n) => el("u", {}, inline(m[1], n))],
  [/^~~([\s\S]+?)~~/, (m, n) => el("s", {}, inline(m[1], n))],
  [/^\*(?!\s)([^*]+?)\*/, (m, n) => el("em", {}, inline(m[1], n))],
  [/^_(?!\s)([^_]+?)_(?!\w)/, (m, n) => el("em", {}, inline(m[1], n))],
  [/^\|\|([\s\S]+?)\|\|/, (m, n) => spoiler(inline(m[1], n))],
  [/^<@!?(\d+)>/, (m, n) => el("span", { class: "mention" }, "@" + n.user(m[1]))],
  [/^<@&(\d+)>/, (m, n) => el("span", { class: "mention" }, "@" + n.role(m[1]))],
  [/^@(everyone|here)\b/, (m) => el("span", { class: "mention" }, m[0])],
  [/^<#(\d+)>/, (m, n) => n.channel(m[1])],
  [/^<\/([^:>]+):(\d+)>/, (m, n) => n.command(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFRsS]))?>/, (m) => moment(Number(m[1]), m[2] || "f", m[0])],
  [/^<(a?):(\w+):(\d+)>/, (m, n) => (n.emoji(m[3]) ? customEmoji(m[3], m[2]) : `:${m[2]}:`)],
  [/^<?https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?>?/, (m, n) => n.place(m[1], m[2])],
  [/^\[([^\]\n]+)\]\(<?https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?>?\)/, (m, n) => n.place(m[2], m[3], inline(m[1], n))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m, n) => link(m[2], inline(m[1], n))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>]+[^\s<>.,;:!?)"'\]]/, (m) => link(m[0], m[0])],
];

function inline(text, names) {
  const out = [];
  let plain = "";
  let rest = text;
  while (rest) {
    const hit = /[\\`*_~|<@\[h]/.test(rest[0]) && piece(rest, names);
    if (hit) {
      if (plain) out.push(plain);
      plain = "";
      out.push(hit.node);
      rest = rest.slice(hit.length);
    } else {
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function piece(rest, names) {
  for (const [pattern, make] of PIECES) {
    const match = pattern.exec(rest);
    if (match) return { node: make(match, names), length: match[0].length };
  }
  return null;
}

const LATEST = 8.64e12; // seconds: Date knows no later moment

function moment(unix, style, raw) {
  if (!(Math.abs(unix) <= LATEST)) return document.createTextNode(raw);
  const attributes = { datetime: new Date(unix * 1000).toISOString(), title: written(unix, "F"), data: { unix: String(unix), style } };
  return el("time", attributes, written(unix, style));
}

function link(href, inside) {
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inside);
}

function spoiler(inside) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("reveal") }, el("span", {}, inside));
  const open = () => { node.classList.add("open"); node.removeAttribute("role"); node.removeAttribute("aria-label"); };
  node.addEventListener("click", open);
  node.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); open(); } });
  return node;
}

export function customEmoji(id, name) {
  const spoken = name.replace(/_[0-9a-f]{6,}$/, ""); // screen readers need not read the version in the name
  return el("img", { class: "emoji", src: `/cdn/emojis/${id}`, alt: `:${spoken}:`, title: `:${name}:`, draggable: "false" });
}

export function emojiOf(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji.id, emoji.name || "") : el("span", { class: "sign", "aria-hidden": "true" }, emoji.name);
}
