// One message as a node.

import { act, CannotError } from "./api.js";
import { dots, el, face, icon } from "./dom.js";
import { form } from "./form.js";
import { emojiOf, markdown } from "./markdown.js";
import { menu, toast } from "./overlay.js";
import { busy, download, near, parts, shot } from "./parts.js";
import { channel, follow, localPath, nameOf, names, store } from "./store.js";
import { stamp } from "./time.js";
import { howMany, t, tNodes } from "./words.js";

const EPHEMERAL = 64;
const LOADING = 128;
const NO_EMBEDS = 4;
const JOIN_WITHIN = 7 * 60 * 1000;

export function isEphemeral(m) { return Boolean(m.flags & EPHEMERAL); }

// Whether a message needs no header because it continues the one before.
export function joins(before, m) {
  return Boolean(before) && before.author.id === m.author.id && before.type === 0 && m.type === 0
    && isEphemeral(before) === isEphemeral(m) && new Date(m.timestamp) - new Date(before.timestamp) < JOIN_WITHIN;
}

export function messageNode(m, before, { go, refresh }) {
  const joined = joins(before, m);
  const kinds = ["message", joined && "joined", m.pinged && "pinged", isEphemeral(m) && "ephemeral"];
  const node = el("article", { class: kinds.filter(Boolean).join(" "), data: { id: m.id }, "aria-label": `${nameOf(m.author)}, ${stamp(m.timestamp)}` });
  if (m.type === 18) { node.append(icon("thread"), threadNotice(m, go)); return node; }
  if (m.type === 6) { node.append(icon("pin"), pinNotice(m)); return node; }
  node.append(...cause(m, go));
  node.append(joined ? el("span", { class: "stamp", "aria-hidden": "true" }, stamp(m.timestamp)) : face(shownAuthor(m), true));
  node.append(el("div", { class: "main" }, joined ? null : byline(m), body(m), tail(m, go, refresh)));
  const actions = entries(m);
  if (actions.length) node.append(actionBar(actions));
  return node;
}

function shownAuthor(m) { return { ...m.author, display: nameOf(m.author), name: m.author.username }; }

function byline(m) {
  const name = m.author.bot ? el("span", { class: "name" }, nameOf(m.author)) : el("button", { class: "name", type: "button", on: { click: (e) => userMenu(e.currentTarget, m.author) } }, nameOf(m.author));
  return el("div", { class: "byline" }, name, m.author.bot ? el("span", { class: "app-tag" }, "APP") : null,
    el("time", { datetime: m.timestamp, title: new Date(m.timestamp).toLocaleString(document.documentElement.lang) }, stamp(m.timestamp)));
}

// The line above a message: the command or message that it answers.
function cause(m, go) {
  const asked = m.interaction_metadata;
  if ((m.type === 20 || m.type === 23) && asked?.name) {
    const command = el("span", { class: "command" }, m.type === 20 ? "/" + localPath(asked.name) : localPath(asked.name));
    const who = el("span", { class: "who-used" }, nameOf(asked.user));
    return [el("div", { class: "cause" }, face({ ...asked.user, display: nameOf(asked.user), name: asked.user.username }), el("span", { class: "quoted" }, tNodes("used", { name: who, command })))];
  }
  const source = m.referenced_message;
  if (m.type === 19 && source && !isEphemeral(source)) {
    const first = (source.content || "").split("\n")[0].slice(0, 90);
    if (!first) return [];
    const jump = () => document.querySelector(`[data-id="${source.id}"]`)?.scrollIntoView({ block: "center", behavior: "smooth" });
    return [el("div", { class: "cause" }, face(shownAuthor(source)), el("span", { class: "who-used" }, nameOf(source.author)), el("button", { class: "quoted", type: "button", on: { click: jump } }, first))];
  }
  return [];
}

function threadNotice(m, go) {
  const id = m.message_reference?.channel_id;
  const link = el("a", { href: `#${id}`, on: { click: (e) => { e.preventDefault(); go(id); } } }, m.content);
  return el("div", { class: "system" }, tNodes("threadStarted", { name: nameOf(m.author), thread: link }));
}

function pinNotice(m) {
  const source = m.message_reference?.message_id;
  const jump = () => document.querySelector(`[data-id="${source}"]`)?.scrollIntoView({ block: "center", behavior: "smooth" });
  return el("div", { class: "system" }, tNodes("pinnedIt", { name: nameOf(m.author), message: el("button", { type: "button", class: "as-link", on: { click: jump } }, t("aMessage")) }));
}

function body(m) {
  if (m.flags & LOADING) return el("div", { class: "thinking" }, dots(), t("thinking", { name: nameOf(m.author) }));
  const text = m.content ? markdown(m.content, names) : null;
  if (text && m.edited_timestamp) (text.lastElementChild || text).append(el("span", { class: "edited" }, t("edited")));
  const embeds = m.flags & NO_EMBEDS ? [] : m.embeds.map(embed);
  const files = m.attachments.map(attachment);
  return [text, embeds, files.length ? el("div", { class: "attachments parts" }, files) : null, m.components.length ? parts(m.components, hands(m)) : null];
}

function attachment(a) {
  if (a.content_type?.startsWith("image/")) return el("div", { class: "gallery one" }, shot({ ...a, spoiler: a.filename.startsWith("SPOILER_") }, a.description));
  return download(new URL(a.url).pathname, a.filename, a.size);
}

function embed(e) {
  const style = e.color === undefined || e.color === null ? {} : { "--accent": `#${e.color.toString(16).padStart(6, "0")}` };
  const fields = (e.fields || []).map((f) => el("div", { class: f.inline ? "" : "long" }, el("b", {}, markdown(f.name, names)), markdown(f.value, names)));
  const lines = [e.author ? el("div", { class: "author" }, small(e.author), linked(e.author.url, e.author.name)) : null,
    e.title ? el("div", { class: "title" }, linked(e.url, markdown(e.title, names))) : null,
    e.description ? markdown(e.description, names) : null, fields.length ? el("div", { class: "fields" }, fields) : null];
  const foot = [e.footer?.text, e.timestamp ? stamp(e.timestamp) : null].filter(Boolean).join(" · ");
  return el("div", { class: e.thumbnail?.url ? "embed beside" : "embed", style }, el("div", { class: "lines" }, lines),
    e.thumbnail?.url ? el("div", { class: "thumbnail" }, shot(e.thumbnail, null)) : null,
    e.image?.url ? el("div", { class: "gallery one" }, shot(e.image, e.image.description)) : null,
    foot ? el("footer", {}, e.footer ? small(e.footer) : null, foot) : null);
}

function small(part) { return part.icon_url && near(part.icon_url) ? el("img", { src: new URL(part.icon_url).pathname, alt: "" }) : null; }
function linked(url, inside) { return url ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer", on: { click: (e) => { if (follow(url)) e.preventDefault(); } } }, inside) : inside; }

function tail(m, go, refresh) {
  const out = [];
  if (m.thread) {
    const thread = channel(m.thread.id) || m.thread;
    out.push(el("a", { class: "thread-link", href: `#${thread.id}`, on: { click: (e) => { e.preventDefault(); go(thread.id); } } },
      icon("thread"), el("b", {}, thread.name), el("span", {}, howMany(thread.message_count))));
  }
  if (isEphemeral(m) && !(m.flags & LOADING)) {
    const gone = async () => { await act(store.me.name, "dismiss", { message: m.id }); refresh(m.id); };
    out.push(el("div", { class: "ephemeral-note" }, icon("eye"), t("ephemeral"), " · ", el("button", { type: "button", on: { click: gone } }, t("dismiss"))));
  }
  return out;
}

function hands(m) {
  return {
    click: (p, node) => use(node, () => act(store.me.name, "click", { message: m.id, custom_id: p.custom_id })),
    choose: (p, values, node) => use(node, () => act(store.me.name, "select", { message: m.id, custom_id: p.custom_id, values })),
  };
}

// Use a control: show it as busy, then a failure beside it or the opened form.
export async function use(node, doing) {
  const place = node.closest(".message .main") || node.parentElement;
  place?.querySelector(".failed")?.remove();
  busy(node, true);
  try {
    const outcome = await doing();
    if (!outcome.answered) fail(place, store.online ? t("failed") : t("failedOffline"));
    if (outcome.modal) form(outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof CannotError)) throw error;
    fail(place, error.message);
    return null;
  } finally {
    busy(node, false);
  }
}

function fail(place, words) {
  if (!place || !document.contains(place)) { toast(words, true); return; }
  place.append(el("div", { class: "failed", role: "alert" }, icon("warn"), words));
}

function entries(m) {
  const menus = store.commands.filter((c) => c.type === 3).map((c) => ({ label: localPath(c.name), icon: "bolt", act: () => run(m.channel_id, c.name, m.id) }));
  const own = m.author.id === store.me.id ? [{ label: t("remove"), icon: "trash", act: () => act(store.me.name, "erase", { message: m.id }) }] : [];
  return isEphemeral(m) ? [] : [...menus, ...own];
}

async function run(place, command, target) {
  const outcome = await act(store.me.name, "menu", { channel: place, command, target });
  if (!outcome.answered) toast(t(store.online ? "failed" : "failedOffline"), true);
  if (outcome.modal) form(outcome);
}

function userMenu(anchor, user) {
  const found = store.commands.filter((c) => c.type === 2);
  if (found.length) menu(anchor, found.map((c) => ({ label: localPath(c.name), icon: "bolt", act: () => run(store.at, c.name, user.id) })), nameOf(user));
}

function actionBar(actions) {
  const more = el("button", { class: "tool", type: "button", "aria-haspopup": "menu", "aria-label": t("actions"), title: t("actions") }, icon("more"));
  more.addEventListener("click", () => menu(more, actions));
  return el("div", { class: "actions" }, more);
}
