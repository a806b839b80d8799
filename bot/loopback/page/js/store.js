// The page's state: current person, current channel, messages loaded so far.

import { el, icon, knowTones } from "./dom.js";
import { localName } from "./slash.js";
import { language, t } from "./words.js";

export const store = {
  me: null, bot: null, people: [], guilds: [], channels: [], commands: [], emojis: {}, quick: null, languages: [],
  online: false, connected: false,
  at: null, // the channel that is open
  since: null, // when this page was opened, by the server's clock
  logs: new Map(), // channel id -> messages, oldest first
  starters: new Map(), // thread id -> the message that it was opened on, or null
  unread: new Map(), // channel id -> {pings}, for what nobody has had in front of them
  rings: new Set(), // names of other people whom a ping waits for
};

export function take(state) {
  Object.assign(store, state);
  knowTones(store.people.map((p) => p.name));
  store.connected = true;
  store.since ??= state.now;
  store.unread = new Map(store.channels.filter((c) => c.unread).map((c) => [c.id, { pings: c.pings }]));
  store.rings = new Set(store.people.filter((p) => p.pings && p.id !== store.me.id).map((p) => p.name));
}

export function waitingPings() { return [...store.unread.values()].reduce((sum, n) => sum + n.pings, 0); }
export function channel(id = store.at) { return store.channels.find((c) => c.id === id); }
export function person(id) { return store.people.find((p) => p.id === id); }
export function isThread(c) { return "thread_metadata" in c; }
export function isDirect(c) { return c.type === 1; }

export function nameOf(user) {
  if (!user) return t("someone");
  if (user.bot) return store.bot.display;
  return person(user.id)?.display || user.global_name || user.username;
}

export function userName(id) {
  if (id === store.bot?.id) return store.bot.display;
  return person(id)?.display || t("someone");
}

export function roleName(id) {
  for (const guild of store.guilds) for (const role of guild.roles) if (role.id === id) return role.name.replace(/^@/, "");
  return id;
}

// Follow a link to a channel or message of Discord's. Return false for other links.
export function follow(url) {
  const found = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (found) goTo(found[1], found[2]);
  return Boolean(found);
}

let goTo = () => {};
let typeCommand = () => {};
export function onGo(go, type) { goTo = go; typeCommand = type; }

// How Markdown renders ids.
export const names = {
  user: userName,
  role: roleName,
  emoji: (id) => id in store.emojis,
  channel(id) {
    const found = channel(id);
    const text = found ? (isThread(found) ? found.name : `#${found.name}`) : "#?";
    return el("a", { class: "mention", href: `#${id}`, on: { click: (e) => { e.preventDefault(); goTo(id); } } }, text);
  },
  // A link to a channel or to a message in it.
  place(id, message, words = null) {
    const found = channel(id);
    const text = found ? (isThread(found) ? found.name : `#${found.name}`) : "#?";
    return el("a", { class: words ? null : "mention", href: `#${id}`, on: { click: (e) => { e.preventDefault(); goTo(id, message); } } },
      words || (message ? [text, " › ", icon("thread")] : text));
  },
  command(name) {
    const shown = "/" + localPath(name);
    return el("button", { class: "mention", type: "button", on: { click: () => typeCommand(shown + " ") } }, shown);
  },
};

// A command's path in the reader's language.
export function localPath(name) {
  const words = name.split(" ");
  let node = store.commands.find((c) => c.name === words[0]);
  return words.map((word, n) => {
    if (n) node = node?.options?.find((o) => o.name === word);
    return node ? localName(node, language()) : word;
  }).join(" ");
}
