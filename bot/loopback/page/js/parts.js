// Components of a message as nodes. Presses and choices go to `hands`.

import { dots, el, face, icon } from "./dom.js";
import { emojiOf, markdown } from "./markdown.js";
import { zoom } from "./overlay.js";
import { pick } from "./picker.js";
import { channel, follow, isDirect, isThread, names, store } from "./store.js";
import { language, t } from "./words.js";

const MAKERS = {
  1: row, 2: button, 3: select, 5: select, 6: select, 7: select, 8: select,
  9: section, 10: (p) => markdown(p.content, names), 11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};

// hands: {click(part, node), choose(part, values, node)}
export function parts(list, hands) {
  return el("div", { class: "parts" }, list.map((p) => part(p, hands)));
}

function part(p, hands) { return MAKERS[p.type]?.(p, hands) || null; }

function row(p, hands) { return el("div", { class: "row" }, p.components.map((c) => part(c, hands))); }

function container(p, hands) {
  const accent = p.accent_color;
  const has = accent !== null && accent !== undefined;
  const style = has ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {};
  return el("div", { class: has ? "container accent" : "container", style }, p.components.map((c) => part(c, hands)));
}

function section(p, hands) {
  return el("div", { class: "section" }, el("div", { class: "lines" }, p.components.map((c) => part(c, hands))), part(p.accessory, hands));
}

function separator(p) {
  const kinds = ["separator", p.divider === false && "bare", p.spacing === 2 && "wide"];
  return el("hr", { class: kinds.filter(Boolean).join(" ") });
}

function gallery(p) {
  const size = p.items.length === 1 ? " one" : p.items.length === 3 || p.items.length > 4 ? " three" : "";
  return el("div", { class: `gallery${size}` }, p.items.map((i) => shot({ ...i.media, spoiler: i.spoiler }, i.description)));
}

function thumbnail(p) {
  if (!near(p.media.url)) return far(p.media.url);
  const node = shot({ ...p.media, spoiler: p.spoiler }, p.description);
  node.querySelector("img").classList.add("thumb");
  return node;
}

function file(p) { return download(new URL(p.file.url, location.origin).pathname, p.name || p.file.url.split("/").pop(), p.size); }

export function download(url, name, size) {
  return el("div", { class: "file" }, icon("file"),
    el("div", { class: "name" }, el("a", { href: url, download: name }, name), size ? el("small", {}, weight(size)) : null),
    el("a", { class: "tool", href: url, download: name, "aria-label": `${t("download")}: ${name}`, title: t("download") }, icon("save")));
}

function weight(bytes) {
  const [value, unit] = bytes < 1024 ? [bytes, "byte"] : bytes < 1024 * 1024 ? [bytes / 1024, "kilobyte"] : [bytes / 1024 / 1024, "megabyte"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short", maximumFractionDigits: value < 10 && unit !== "byte" ? 1 : 0 }).format(value);
}

// Whether an address is a file of this server, whatever its port.
export function near(url) {
  const { hostname, pathname } = new URL(url, location.origin);
  return ["127.0.0.1", "localhost"].includes(hostname) && pathname.startsWith("/cdn/");
}
function far(url) { return el("div", { class: "far" }, t("outside", { url })); }

// A picture. Its size is set before it loads, so that nothing jumps.
export function shot(media, alt) {
  if (!near(media.url)) return far(media.url);
  const source = new URL(media.url).pathname;
  const image = el("img", { src: source, alt: alt || "", width: media.width ? String(media.width) : null, height: media.height ? String(media.height) : null, decoding: "async" });
  const open = () => { if (node.classList.contains("veiled")) unveil(node, alt); else zoom(image.src, alt); };
  const node = el("button", { class: media.spoiler ? "shot veiled" : "shot", type: "button", "aria-label": media.spoiler ? t("reveal") : alt || t("picture"), title: t("bigger"), on: { click: open } },
    image, alt ? el("span", { class: "alt", "aria-hidden": "true" }, "ALT") : null);
  return node;
}

function unveil(node, alt) {
  node.classList.remove("veiled");
  node.setAttribute("aria-label", alt || t("picture"));
}

function button(p, hands) {
  const inside = [emojiOf(p.emoji), p.label ? el("span", {}, p.label) : null];
  if (p.style === 5) return el("a", { class: "button s5", href: p.url, target: "_blank", rel: "noopener noreferrer", "aria-label": p.label ? null : p.emoji?.name, on: { click: (e) => { if (follow(p.url)) e.preventDefault(); } } }, inside, icon("window"));
  const name = p.label ? null : p.emoji?.name;
  const node = el("button", { class: `button s${p.style}`, type: "button", disabled: Boolean(p.disabled) || p.style === 6, "aria-label": name, data: { id: p.custom_id || "" } }, inside);
  node.addEventListener("click", () => { if (!node.classList.contains("busy")) hands.click(p, node); });
  node.same = JSON.stringify(p);
  return node;
}

export function busy(node, on) {
  node.classList.toggle("busy", on);
  node.querySelector(":scope > .dots")?.remove();
  if (on && node.classList.contains("button")) node.append(dots());
  if (on) node.setAttribute("aria-busy", "true"); else node.removeAttribute("aria-busy");
}

// The options of a select: its own, or people, roles and channels.
export function offers(p) {
  const people = () => [...store.people.map((u) => ({ value: u.id, label: u.display, description: u.name, face: face(u) })),
    { value: store.bot.id, label: store.bot.display, face: face({ bot: true }) }];
  const roles = () => store.guilds.flatMap((g) => g.roles).map((r) => ({ value: r.id, label: r.name }));
  const channels = () => store.channels.filter((c) => !isDirect(c) && (!p.channel_types?.length || p.channel_types.includes(c.type)))
    .map((c) => ({ value: c.id, label: isThread(c) ? c.name : `#${c.name}` }));
  return { 3: () => p.options, 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels }[p.type]();
}

function presets(p) {
  if (p.type === 3) return p.options.filter((o) => o.default).map((o) => o.value);
  return (p.default_values || []).map((v) => v.id);
}

function select(p, hands) {
  const node = el("button", { class: "select", type: "button", disabled: Boolean(p.disabled), "aria-haspopup": "listbox", "aria-expanded": "false", data: { id: p.custom_id } });
  const chosen = presets(p);
  showChosen(node, p, chosen);
  node.addEventListener("click", () => {
    pick(node, { options: offers(p), chosen, low: p.min_values ?? 1, high: p.max_values ?? 1, label: p.placeholder || t("choose"),
      done: (values) => hands.choose(p, values, node) });
  });
  node.same = JSON.stringify(p);
  return node;
}

export function showChosen(node, p, values) {
  const all = offers(p);
  const pills = values.map((v) => all.find((o) => o.value === v)).filter(Boolean).map((o) => el("span", { class: "pill" }, emojiOf(o.emoji), o.label));
  const words = p.placeholder || t("choose");
  node.replaceChildren(el("span", { class: "chosen" }, pills.length ? pills : el("span", { class: "placeholder" }, words)), icon("down"));
  node.setAttribute("aria-label", pills.length ? `${words}: ${pills.map((x) => x.textContent).join(", ")}` : words);
}

