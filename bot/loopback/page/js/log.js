// The log of the open channel: render messages, update them in place, stay at the bottom.

import { messages } from "./api.js";
import { el, focusables, icon } from "./dom.js";
import { joins, messageNode } from "./message.js";
import { closePopover, popoverAnchor } from "./overlay.js";
import { store } from "./store.js";
import { dayKey, dayName } from "./time.js";
import { t } from "./words.js";
import { opening } from "./welcome.js";

const log = document.getElementById("log");
const newest = document.getElementById("to-newest");
const NEAR = 140;
let go = () => {};
let pinned = true; // the reader is at the bottom and stays there
let older = true; // there may be older messages
let reading = false;

let reached = () => {};
export function onOpen(act, atNewest) { go = act; reached = atNewest; }
export function atNewest() { return pinned; }

// Channels being loaded. Events meanwhile may be missing from the answer, so they are applied again after it.
const readings = new Set();
function meanwhile(place, again) {
  for (const reading of readings) if (reading.at === place) reading.missed.push(again);
}

async function read(at) {
  const reading = { at, missed: [] };
  readings.add(reading);
  try {
    const found = await messages(store.me.name, at, store.since);
    if (store.at !== at) return;
    store.logs.set(at, found.messages);
    store.starters.set(at, found.starter);
  } finally {
    readings.delete(reading);
  }
  for (const again of reading.missed) again();
}

export async function openLog() {
  const at = store.at;
  if (!store.logs.has(at)) await read(at);
  if (store.at !== at) return;
  older = store.logs.get(at).length >= 60;
  pinned = true;
  redraw();
}

export function redraw() {
  closePopover();
  const list = store.logs.get(store.at) || [];
  log.replaceChildren();
  if (!older) log.append(opening(list.length === 0), ...starter());
  list.forEach((m, n) => log.append(...drawn(m, list[n - 1])));
  toBottom();
}

// The message that a thread was opened on.
function starter() {
  const m = store.starters.get(store.at);
  return m ? [el("div", { class: "starter" }, messageNode(m, null, { go, refresh: () => {} }))] : [];
}

function drawn(m, before) {
  const out = [];
  if (!before || dayKey(before.timestamp) !== dayKey(m.timestamp)) out.push(el("div", { class: "day", role: "separator" }, dayName(m.timestamp)));
  const joined = out.length ? null : before;
  out.push(messageNode(m, joined, { go, refresh: removed }));
  return out;
}

export function toBottom(smooth = false) {
  log.scrollTo({ top: log.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  newest.hidden = true;
}

export function showNewest() {
  newest.replaceChildren(icon("down"), t("newest"));
  newest.setAttribute("aria-label", t("jump"));
}

log.addEventListener("scroll", () => {
  pinned = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  if (pinned) { newest.hidden = true; reached(); }
  if (log.scrollTop < 200) readOlder();
});
newest.addEventListener("click", () => toBottom(true));
// A picture that loads late, or a keyboard that opens, must not hide the newest message.
new ResizeObserver(() => { if (pinned) toBottom(); }).observe(log);
log.addEventListener("load", () => { if (pinned) toBottom(); }, true);

async function readOlder() {
  const list = store.logs.get(store.at);
  if (!older || reading || !list?.length) return;
  reading = true;
  const at = store.at;
  const found = (await messages(store.me.name, at, store.since, list[0].id).finally(() => { reading = false; })).messages;
  if (store.at !== at) return;
  older = found.length >= 60;
  const from = log.scrollHeight - log.scrollTop;
  list.unshift(...found);
  redraw();
  log.scrollTop = log.scrollHeight - from;
}

// Insert a new message at its place by id.
export function arrived(m) {
  meanwhile(m.channel_id, () => arrived(m));
  const list = store.logs.get(m.channel_id);
  if (!list || list.some((x) => x.id === m.id)) return;
  const place = list.findIndex((x) => BigInt(x.id) > BigInt(m.id));
  if (place >= 0) { list.splice(place, 0, m); if (m.channel_id === store.at) redraw(); return; }
  list.push(m);
  if (m.channel_id !== store.at) return;
  document.querySelector(".welcome")?.replaceWith(opening(false));
  const nodes = drawn(m, list.at(-2));
  nodes.at(-1).classList.add("fresh");
  log.append(...nodes);
  const asked = m.interaction_metadata?.user || m.author; // the answer of one's own command is what one waits for
  if (pinned || asked.id === store.me.id) toBottom();
  else newest.hidden = false;
}

// Changes wait while a finger presses, so that nothing moves away under it.
let pressing = null;
const waiting = new Map();
log.addEventListener("pointerdown", (e) => { pressing = e.target.closest(".message"); }, true);
for (const end of ["pointerup", "pointercancel"]) {
  window.addEventListener(end, () => {
    pressing = null;
    setTimeout(() => { for (const m of [...waiting.values()]) changed(m); });
  }, true);
}

// Render a changed message, but keep old pictures until the new ones have loaded, unchanged controls,
// and the keyboard focus.
export function changed(m) {
  meanwhile(m.channel_id, () => changed(m));
  waiting.delete(m.id);
  for (const [place, s] of store.starters) if (s?.id === m.id) restarted(place, m);
  if (pressing?.dataset.id === m.id) { waiting.set(m.id, m); return; }
  const list = store.logs.get(m.channel_id);
  const n = list?.findIndex((x) => x.id === m.id) ?? -1;
  if (n < 0) return;
  list[n] = m;
  const old = log.querySelector(`[data-id="${m.id}"]`);
  if (m.channel_id !== store.at || !old) return;
  const place = placeOfFocus(old);
  const before = old.previousElementSibling?.classList.contains("day") ? null : list[n - 1];
  const node = messageNode(m, before, { go, refresh: removed });
  if (!joins(before, m)) node.classList.remove("joined");
  keepPictures(old, node);
  keepControls(old, node);
  old.replaceWith(node);
  if (popoverAnchor() && !document.contains(popoverAnchor())) closePopover();
  restoreFocus(node, place);
  if (pinned) toBottom();
}

function restarted(place, m) {
  store.starters.set(place, m);
  if (place === store.at) log.querySelector(".starter")?.replaceWith(...starter());
}

function keepPictures(old, node) {
  const before = [...old.querySelectorAll(".shot img")];
  [...node.querySelectorAll(".shot img")].forEach((image, n) => {
    const kept = before[n];
    if (!kept) return;
    for (const name of ["alt", "width", "height"]) if (image.hasAttribute(name)) kept.setAttribute(name, image.getAttribute(name));
    if (kept.getAttribute("src") !== image.getAttribute("src")) kept.src = image.getAttribute("src");
    image.replaceWith(kept);
  });
}

function keepControls(old, node) {
  const before = new Map([...old.querySelectorAll(".button, .select")].map((c) => [c.same, c]));
  for (const control of node.querySelectorAll(".button, .select")) {
    const kept = control.same && before.get(control.same);
    if (kept && !kept.classList.contains("busy")) control.replaceWith(kept);
  }
}

function placeOfFocus(node) {
  if (!node.contains(document.activeElement)) return null;
  return { n: focusables(node).indexOf(document.activeElement), id: document.activeElement.dataset.id };
}

function restoreFocus(node, place) {
  if (!place) return;
  const all = focusables(node);
  const same = place.id && all.find((x) => x.dataset.id === place.id);
  (same || all[Math.min(Math.max(place.n, 0), all.length - 1)])?.focus({ preventScroll: true });
}

// Scroll to a message and highlight it briefly.
export function seek(id) {
  const node = log.querySelector(`[data-id="${id}"]`);
  if (!node) return;
  pinned = false;
  node.scrollIntoView({ block: "center", behavior: "smooth" });
  node.classList.remove("sought");
  void node.offsetWidth;
  node.classList.add("sought");
}

export function removed(id, place = store.at) {
  meanwhile(place, () => removed(id, place));
  const list = store.logs.get(place);
  const n = list?.findIndex((x) => x.id === id) ?? -1;
  if (n < 0) return;
  list.splice(n, 1);
  if (place === store.at) { const top = log.scrollTop; redraw(); if (!pinned) log.scrollTop = top; }
}
