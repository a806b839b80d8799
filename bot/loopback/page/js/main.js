// The page as a whole: current person and channel, live events, global keys.

import { act, listen } from "./api.js";
import { drawComposer, focusComposer, type } from "./composer.js";
import { el, focusables, icon } from "./dom.js";
import { drawHeader } from "./header.js";
import { arrived, atNewest, changed, onOpen, openLog, redraw, removed, seek, showNewest } from "./log.js";
import { closePopover } from "./overlay.js";
import { drawSidebar } from "./sidebar.js";
import { channel, isThread, onGo, store, take, waitingPings } from "./store.js";
import { setClock, tick } from "./time.js";
import { setLanguage, t } from "./words.js";
import { onType } from "./welcome.js";

const app = document.getElementById("app");
const scrim = document.getElementById("scrim");
const notices = document.getElementById("notices");
const READ_AFTER = 400;
let stop = () => {};

function me() { return new URLSearchParams(location.search).get("as") || sessionStorage.getItem("as"); }

// The four panes of one window share its storage; their addresses name their people.
function remember(name) { if (parent === window) sessionStorage.setItem("as", name); }

function theme(wanted) {
  document.documentElement.dataset.theme = wanted;
  document.querySelector("meta[name=theme-color]").content = wanted === "dark" ? "#313338" : "#ffffff";
}

function switchTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", next);
  theme(next);
  draw();
}

function draw() {
  keepingFocus(document.getElementById("sidebar"), () => drawSidebar(go, switchTheme));
  keepingFocus(document.getElementById("top"), () => drawHeader({ become, toggleDrawer: () => drawer(), go }));
  drawNotices();
  showNewest();
  const pings = waitingPings();
  if (parent !== window) parent.postMessage({ name: store.me.name, display: store.me.display, pings }, location.origin); // see four.js
  document.title = `${pings ? `(${pings}) ` : ""}${channel()?.name || "Tractor"} · ${store.me.display}`;
}

// Keep the focus on the same link or position when a part is rendered again.
function keepingFocus(part, redraw) {
  const held = part.contains(document.activeElement) ? document.activeElement : null;
  const n = held ? focusables(part).indexOf(held) : -1;
  const list = part.querySelector(".channels");
  const top = list?.scrollTop;
  redraw();
  if (list) part.querySelector(".channels").scrollTop = top;
  if (!held) return;
  const all = focusables(part);
  const href = held.getAttribute("href");
  ((href && all.find((x) => x.getAttribute("href") === href)) || all[Math.min(n, all.length - 1)])?.focus({ preventScroll: true });
}

function drawNotices() {
  const words = !store.connected ? t("lost") : !store.at ? t("noChannels") : store.online ? null : t("botGone");
  notices.replaceChildren(...(words ? [el("div", { class: "notice" }, icon("warn"), words)] : []));
}

function drawer(open = !app.classList.contains("drawer")) {
  app.classList.toggle("drawer", open);
  scrim.hidden = !open;
  if (open) document.querySelector("#sidebar .channel")?.focus();
}
scrim.addEventListener("click", () => drawer(false));

async function go(id, message = null) {
  if (!channel(id)) return;
  if (message && store.at === id) { seek(message); return; }
  store.at = id;
  if (location.hash !== `#${id}`) history.pushState(null, "", `${location.search}#${id}`);
  drawer(false);
  draw();
  drawComposer();
  await openLog();
  see();
  if (message) seek(message);
  focusComposer();
}

function become(name) {
  store.rings.delete(name);
  remember(name);
  history.replaceState(null, "", `?as=${encodeURIComponent(name)}${location.hash}`);
  begin();
}

async function begin() {
  stop();
  closePopover();
  store.logs.clear();
  store.unread.clear();
  stop = listen(me(), hear);
}

async function showState(state) {
  take(state);
  setClock(state.now);
  setLanguage(state.me.locale, state.words);
  const skip = document.getElementById("skip");
  skip.textContent = t("skip");
  store.logs.clear();
  store.starters.clear();
  const wanted = location.hash.slice(1);
  const first = store.channels.find((c) => c.name === store.quick?.channel) || store.channels[0];
  remember(state.me.name);
  if (!first) { showNoChannel(); return; }
  store.at = channel(wanted) ? wanted : channel(store.at) ? store.at : first.id;
  history.replaceState(null, "", `?as=${encodeURIComponent(state.me.name)}#${store.at}`);
  draw();
  drawComposer();
  await openLog();
  see();
  focusComposer();
}

// No channel is visible: the person was removed, or the last channel was deleted.
function showNoChannel() {
  store.at = null;
  draw();
  drawComposer();
  document.getElementById("log").replaceChildren();
}

const EVENTS = {
  HELLO: showState,
  LOST() { store.connected = false; drawNotices(); },
  MESSAGE_CREATE(m) { arrived(m); markUnread(m); },
  MESSAGE_UPDATE: changed,
  MESSAGE_DELETE(d) { removed(d.id, d.channel_id); },
  MESSAGE_DELETE_BULK(d) { for (const id of d.ids) removed(id, d.channel_id); },
  CHANNEL_CREATE: keepChannel, CHANNEL_UPDATE: keepChannel, THREAD_CREATE: keepChannel, THREAD_UPDATE: keepChannel,
  CHANNEL_DELETE: dropChannel, THREAD_DELETE: dropChannel,
  COMMANDS_CHANGED(d) { store.commands = d.commands; if (!document.querySelector(".message")) redraw(); },
  EMOJIS_CHANGED(d) { store.emojis = d.emojis; },
  PERSON_READ: someoneRead,
  BOT_PRESENCE(d) { store.online = d.online; draw(); },
  PERSON_CHANGED() { begin(); },
  GUILD_MEMBER_REMOVE(d) { if (d.user.id === store.me.id) begin(); },
  GUILD_MEMBER_UPDATE(d) { if (d.user.id === store.me.id) begin(); },
};

function hear(event, data) { EVENTS[event]?.(data); }

function keepChannel(c) {
  const n = store.channels.findIndex((x) => x.id === c.id);
  if (n >= 0) store.channels[n] = c; else store.channels.push(c);
  draw();
  if (c.id === store.at) drawComposer();
}

function dropChannel(c) {
  store.channels = store.channels.filter((x) => x.id !== c.id);
  store.logs.delete(c.id);
  if (!store.channels.length) showNoChannel();
  else if (store.at === c.id) go(c.parent_id && channel(c.parent_id) ? c.parent_id : store.channels[0].id);
  else draw();
}

// Mark unread channels, and other people who were pinged.
function markUnread(m) {
  const parent = channel(m.channel_id);
  if (parent && isThread(parent)) parent.message_count += 1;
  for (const p of store.people) if (m.pings?.includes(p.id) && p.id !== store.me.id) store.rings.add(p.name);
  if (m.channel_id === store.at && isSeen()) reportRead();
  else if (m.author.id !== store.me.id) {
    const before = store.unread.get(m.channel_id) || { pings: 0 };
    store.unread.set(m.channel_id, { pings: before.pings + (m.pinged ? 1 : 0) });
  }
  draw();
}

// A person sees the newest message of the open channel while their window has the focus.
function isSeen() { return document.hasFocus() && !document.hidden && atNewest(); }

function see() {
  if (!store.me || !store.at || !isSeen()) return;
  if (store.unread.delete(store.at)) draw();
  reportRead();
}

// Tell the server what has been read, for this person's other windows and for the next time.
const readUpTo = new Map(); // channel and person -> what to send
let report = null;
function reportRead() {
  const message = store.logs.get(store.at)?.at(-1)?.id;
  if (!message) return;
  readUpTo.set(`${store.at} ${store.me.name}`, { name: store.me.name, channel: store.at, message });
  report ??= setTimeout(sendReport, READ_AFTER);
}

function sendReport() {
  report = null;
  for (const { name, ...mark } of readUpTo.values()) act(name, "read", mark).catch(() => {}); // its channel may be gone
  readUpTo.clear();
}

function someoneRead({ user, channel: place, left, pings }) {
  if (user !== store.me.id) { if (!pings) store.rings.delete(store.people.find((p) => p.id === user)?.name); }
  else if (left.unread && !(place === store.at && isSeen())) store.unread.set(place, left);
  else store.unread.delete(place);
  draw();
}

document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && app.classList.contains("drawer")) drawer(false);
  const typing = e.target.closest("input, textarea, dialog, .pop");
  if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey) { e.preventDefault(); type("/"); }
});
document.addEventListener("visibilitychange", see);
window.addEventListener("focus", see);
window.addEventListener("storage", (e) => { if (e.key === "theme" && e.newValue) { theme(e.newValue); if (store.me) draw(); } });
window.addEventListener("hashchange", () => { if (channel(location.hash.slice(1)) && location.hash.slice(1) !== store.at) go(location.hash.slice(1)); });

theme(localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
onGo(go, type);
onOpen(go, see);
onType(type);
setInterval(tick, 1000);
begin();
