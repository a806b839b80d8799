// The sidebar: channels with threads, people, the bot's state, language and theme.

import { act } from "./api.js";
import { el, face, icon } from "./dom.js";
import { pins } from "./header.js";
import { menu } from "./overlay.js";
import { isDirect, isThread, store } from "./store.js";
import { t } from "./words.js";

const side = document.getElementById("sidebar");

export function drawSidebar(go, switchTheme) {
  const plain = store.channels.filter((c) => !isThread(c) && !isDirect(c) && c.type !== 4);
  const direct = store.channels.filter(isDirect);
  side.setAttribute("aria-label", t("channels"));
  side.replaceChildren(
    el("div", { class: "club" }, el("img", { src: "/page/icon.svg", alt: "" }), el("div", {}, store.guilds[0]?.name || "", el("small", {}, t("local")))),
    el("div", { class: "channels" }, el("h2", {}, t("channels")), plain.map((c) => [entry(c, go), threads(c, go)]),
      direct.length ? [el("h2", {}, t("direct")), direct.map((c) => entry(c, go))] : null,
      el("h2", {}, t("people")), store.people.map(personLink), fourLink()),
    el("div", { class: "side-foot" }, el("i", { class: store.online ? "lamp on" : "lamp" }), el("span", {}, t(store.online ? "online" : "offline")),
      pinsButton(go), languageButton(),
      el("button", { class: "tool", type: "button", "aria-label": t("theme"), title: t("theme"), on: { click: switchTheme } }, icon(document.documentElement.dataset.theme === "dark" ? "sun" : "moon"))));
}

// Only on a phone, where the top line has no space for it.
function pinsButton(go) {
  if (!store.at) return null;
  const node = el("button", { class: "tool narrow", type: "button", "aria-label": t("pinned"), title: t("pinned"), "aria-haspopup": "dialog" }, icon("pin"));
  node.addEventListener("click", () => pins(node, go));
  return node;
}

// Choose one's own language: the bot and the page speak it.
function languageButton() {
  const node = el("button", { class: "tool", type: "button", "aria-haspopup": "menu", "aria-label": t("language"), title: t("language") }, icon("globe"));
  const choose = (locale) => act(store.me.name, "speak", { locale });
  node.addEventListener("click", () => menu(node, store.languages.map((l) => ({ label: l.name, icon: l.locale === store.me.locale ? "check" : null, act: () => choose(l.locale) })), t("language")));
  return node;
}

// A person with their language; the link opens another window as them.
function personLink(p) {
  const words = t("newWindow", { name: p.display });
  return el("a", { class: "channel person", href: `?as=${encodeURIComponent(p.name)}${location.hash}`, target: "_blank", title: words, "aria-label": words },
    face(p), el("span", { class: "name" }, p.display, el("small", {}, store.languages.find((l) => l.locale === p.locale)?.name || p.locale)), icon("window"));
}

// All of them in one window.
function fourLink() {
  return el("a", { class: "channel four", href: `/four?as=${encodeURIComponent(store.me.name)}`, target: "_blank" }, icon("four"), el("span", { class: "name" }, t("four")));
}

function threads(parent, go) {
  const below = store.channels.filter((c) => c.parent_id === parent.id && isThread(c) && (!c.thread_metadata.archived || c.id === store.at));
  return below.length ? el("div", { class: "threads", role: "group", "aria-label": t("threads") }, below.map((c) => entry(c, go))) : null;
}

function entry(c, go) {
  const news = store.unread.get(c.id);
  const here = c.id === store.at;
  return el("a", { class: news ? "channel unread" : "channel", href: `#${c.id}`, "aria-current": here ? "page" : null, on: { click: (e) => { e.preventDefault(); go(c.id); } } },
    icon(isDirect(c) ? "at" : isThread(c) ? "thread" : "hash"), el("span", { class: "name" }, c.name), news?.pings ? el("span", { class: "count" }, String(news.pings)) : null);
}
