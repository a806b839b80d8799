// The beginning of a channel. In an empty one a welcome with the one-button command.

import { act } from "./api.js";
import { el, icon } from "./dom.js";
import { use } from "./message.js";
import { channel, isDirect, isThread, localPath, store } from "./store.js";
import { t } from "./words.js";

let typeCommand = () => {};
export function onType(act_) { typeCommand = act_; }

export function opening(empty) {
  const here = channel();
  const quick = store.quick;
  if (quick && !isThread(here) && !isDirect(here) && here.name === quick.channel) return welcome(empty);
  const name = isDirect(here) || isThread(here) ? here.name : `#${here.name}`;
  return el("div", { class: "beginning" }, el("h2", {}, name), el("p", {}, t("beginning", { channel: name })));
}

function welcome() {
  const { quick } = store;
  const line = "/" + localPath(quick.command);
  const start = el("button", { class: `button large ${quick.learn ? "s1" : "brand"}`, type: "button", id: "quick" }, icon("cards"), el("span", {}, t("quick")));
  runs(start, quick.command, quick.values);
  const type = el("button", { type: "button", on: { click: () => typeCommand(line + " ") } }, el("kbd", {}, line));
  const tips = [["cards", "tip1"], ["people", "tip2"], ["keyboard", "tip3"]];
  return el("section", { class: "welcome main", "aria-label": t("welcome") }, fan(),
    el("h2", {}, t("welcome")), el("p", {}, t("welcomeText")),
    el("div", { class: "start" }, quick.learn ? learn(quick.learn) : null, start, el("span", { class: "or" }, t("orType")), type),
    el("ul", {}, tips.map(([sign, key]) => el("li", {}, icon(sign), el("span", {}, el("b", {}, t(key)), t(`${key}text`))))));
}

function learn(command) {
  const button = el("button", { class: "button large s3", type: "button", id: "learn" }, icon("book"), el("span", {}, t("learn")));
  runs(button, command, {});
  return button;
}

function runs(button, command, values) {
  button.addEventListener("click", () => use(button, () => act(store.me.name, "slash", { channel: store.at, command, values, settle: false })));
}

function fan() {
  const image = el("img", { class: "fan", src: "/page/fan.svg", alt: "", width: "150", height: "92" });
  return image;
}
