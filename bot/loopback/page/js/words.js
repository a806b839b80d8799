// The page's own texts, in the language of the person whose screen it is. Translations are in page/words.

export const ENGLISH = {
  skip: "Skip to the message field",
  channels: "Channels", people: "People", direct: "Direct messages", threads: "Threads",
  local: "local practice server",
  online: "The bot is online", offline: "The bot is offline",
  botGone: "The bot is not connected. Commands and buttons will work again once it is running.",
  lost: "Connection lost. Reconnecting…",
  noChannels: "You cannot see any channels here.", theme: "Switch between dark and light", language: "Your language", menu: "Channels and settings", close: "Close",
  playing: "You are", become: "Switch to {name}", you: "{name}, that is you", newWindow: "Open another window as {name}", four: "Four people side by side",
  placeholder: "Message {channel}, or type / for commands", placeholderShort: "Message, or / for commands", placeholderDirect: "Message {name}",
  slash: "Show the commands", send: "Send", noWrite: "You cannot write in this channel.",
  used: "{name} used {command}", ephemeral: "Only you can see this", dismiss: "Dismiss", edited: "(edited)",
  thinking: "{name} is thinking…", failed: "The bot did not answer in time.", failedOffline: "The bot is not connected.",
  openThread: "{count} messages", openThreadOne: "1 message", threadStarted: "{name} started a thread: {thread}",
  newest: "New messages below", jump: "Jump to the newest message",
  today: "Today", yesterday: "Yesterday",
  choose: "Make a choice", search: "Search", nothing: "No matches", done: "Done", chosen: "{count} of {most} chosen", pickSome: "Choose {low} to {high}", pickExactly: "Choose {low}",
  submit: "Submit", cancel: "Cancel", required: "required", optional: "optional",
  commands: "Commands", noCommand: "No such command. Sent, this is an ordinary message.", needed: "Still needed: {names}", looking: "Searching…", noSuggestions: "No suggestions", chooseFile: "Choose a file…",
  pinned: "Pinned messages", pinnedIt: "{name} pinned {message}.", aMessage: "a message", resting: "archived", noPins: "Nothing is pinned here.", remove: "Delete message", apps: "Apps", actions: "Actions",
  bigger: "Show at full size", picture: "Picture", outside: "External picture (not loaded): {url}",
  beginning: "This is the beginning of {channel}.",
  welcome: "Deal yourself in", welcomeText: "This is a small chat on your own computer with the Tractor bot. Nothing leaves this machine, and you can play every seat yourself.",
  learn: "Learn in 3 minutes", quick: "Open a table with computers", orType: "or type", 
  tip1: "Tap to play", tip1text: "The table appears here. Your cards come in a message that only you can see.",
  tip2: "Be anyone", tip2text: "Switch person with the faces at the top, or open one window per person.",
  tip3: "Everything is a command", tip3text: "Type / to see them all, with hints while you type.",
  sub: "More than one", yes: "Yes", no: "No", reveal: "Show the spoiler", user: "a person", someone: "someone", download: "Download",
};
let words = ENGLISH;
let locale = navigator.language;

// Show the page in a language. What `translation` lacks stays English.
export function setLanguage(wanted, translation) {
  locale = wanted;
  words = { ...ENGLISH, ...translation };
  document.documentElement.lang = wanted;
}

export function language() { return locale; }

export function t(key, facts = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function howMany(count) { return t(count === 1 ? "openThreadOne" : "openThread", { count }); }

// The same text as nodes, so that names and commands in it can be elements.
export function tNodes(key, facts) {
  return words[key].split(/(\{\w+\})/).map((piece) => (piece.startsWith("{") ? facts[piece.slice(1, -1)] : piece)).filter((p) => p !== "");
}
