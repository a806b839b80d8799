// The top line: the channel, its pinned messages, and the people to switch to.

import { pinned } from "./api.js";
import { el, face, icon, toneOf } from "./dom.js";
import { popover } from "./overlay.js";
import { channel, isDirect, isThread, store, waitingPings } from "./store.js";
import { howMany, t } from "./words.js";
import { messageNode } from "./message.js";

const MOST = 8;
const top = document.getElementById("top");

export function drawHeader({ become, toggleDrawer, go }) {
  const here = channel();
  if (!here) { top.replaceChildren(el("span", { class: "gap" }), people(become)); return; }
  const pings = waitingPings();
  const below = threadsOf(here);
  const threads = el("button", { class: "tool", type: "button", "aria-label": t("threads"), title: t("threads"), "aria-haspopup": "dialog", hidden: !below.length }, icon("thread"));
  threads.addEventListener("click", () => threadList(threads, here, go));
  const pin = el("button", { class: "tool wide", type: "button", "aria-label": t("pinned"), title: t("pinned"), "aria-haspopup": "dialog" }, icon("pin"));
  pin.addEventListener("click", () => pins(pin, go));
  top.replaceChildren(
    el("button", { class: "tool menu-button", type: "button", "aria-label": pings ? `${t("menu")} (${pings})` : t("menu"), on: { click: toggleDrawer } }, icon("menu"), pings ? el("span", { class: "count" }, String(pings)) : null),
    el("h1", {}, icon(isDirect(here) ? "at" : isThread(here) ? "thread" : "hash"), el("span", { class: "name" }, here.name)),
    here.topic ? el("span", { class: "topic", title: here.topic }, here.topic) : el("span", { class: "gap" }),
    threads, pin, people(become));
  const row = top.querySelector(".who"), me = row.querySelector("[aria-current]");
  if (me) row.scrollLeft = me.offsetLeft - row.offsetLeft - row.clientWidth / 2; // show one's own face
}

function people(become) {
  const label = el("span", { class: "label", id: "who-label" }, t("playing"));
  return el("div", { class: "who", role: "group", "aria-labelledby": "who-label" }, label, shown().map((p) => chip(p, become)));
}

// As many people as fit, always with oneself among them.
function shown() {
  const first = store.people.slice(0, MOST), me = store.people.find((p) => p.id === store.me.id);
  return !me || first.includes(me) ? first : [...first.slice(0, -1), me];
}

function chip(p, become) {
  const me = p.id === store.me.id;
  const words = me ? t("you", { name: p.display }) : t("become", { name: p.display });
  const node = el("a", { class: "chip", href: `?as=${encodeURIComponent(p.name)}${location.hash}`, title: me ? words : `${words} (Ctrl: ${t("newWindow", { name: p.display })})`, "aria-label": words, "aria-current": me ? "true" : null, style: { "--tone": toneOf(p.name) }, data: { person: p.name } },
    el("span", { class: "holder" }, face(p), store.rings.has(p.name) && !me ? el("i", { class: "bell" }) : null), el("span", { class: "name" }, p.display));
  node.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (!me) become(p.name);
  });
  return node;
}

function threadsOf(here) { return store.channels.filter((c) => isThread(c) && c.parent_id === here.id); }

// All threads of a channel, archived ones too, the most recently active first.
function threadList(anchor, here, go) {
  const latest = (c) => BigInt(c.last_message_id || c.id);
  const found = threadsOf(here).sort((a, b) => Number(a.thread_metadata.archived) - Number(b.thread_metadata.archived) || (latest(a) < latest(b) ? 1 : -1));
  let close = () => {};
  const entry = (c) => el("button", { class: "option", type: "button", on: { click: () => { close(); go(c.id); } } }, icon("thread"),
    el("span", { class: "words" }, el("span", { class: "label" }, c.name), el("small", {}, [howMany(c.message_count), c.thread_metadata.archived ? t("resting") : null].filter(Boolean).join(" · "))));
  close = popover(anchor, el("div", { role: "dialog", "aria-label": t("threads") }, el("div", { class: "pop-title" }, t("threads")), el("div", { class: "list" }, found.map(entry))), { width: 340 });
  document.querySelector(".pop .option")?.focus();
}

// The pinned messages of the open channel.
export async function pins(anchor, go) {
  const found = await pinned(store.me.name, store.at);
  const list = el("div", { class: "list" }, found.length ? found.map((m) => messageNode(m, null, { go, refresh: () => {} })) : el("div", { class: "none" }, t("noPins")));
  popover(anchor, el("div", { role: "dialog", "aria-label": t("pinned") }, el("div", { class: "pop-title" }, t("pinned")), list), { width: 430 });
}
