// A list in a popover with search, multiple choice and keyboard, for selects in messages and forms.

import { el, icon } from "./dom.js";
import { emojiOf } from "./markdown.js";
import { popover } from "./overlay.js";
import { t } from "./words.js";

const SEARCH_FROM = 8;

// options: [{value, label, description, emoji, face}]; chosen: values; low and high: how many may be chosen.
// `done(values)` is called once with the complete choice, and never for an unchanged one.
export function pick(anchor, { options, chosen, low, high, label, done }) {
  const single = high === 1;
  const picked = [...chosen];
  let at = Math.max(0, options.findIndex((o) => picked.includes(o.value)));
  let shown = options;
  const list = el("div", { class: "list", role: "listbox", "aria-label": label, "aria-multiselectable": String(!single), tabindex: "0" });
  const search = el("input", { type: "text", "aria-label": t("search"), placeholder: t("search"), autocomplete: "off", spellcheck: "false" });
  const count = el("span", { "aria-live": "polite" });
  const ready = el("button", { class: "button s3", type: "button", on: { click: () => finish() } }, t("done"));
  const foot = el("div", { class: "foot" }, count, ready);
  const body = el("div", {}, el("div", { class: "sheet-title", "aria-hidden": "true" }, label),
    options.length >= SEARCH_FROM ? el("div", { class: "search" }, icon("search"), search) : null, list, single ? null : foot);

  function draw() {
    list.replaceChildren(...shown.map((o, n) => line(o, n)));
    if (!shown.length) list.append(el("div", { class: "none" }, t("nothing")));
    count.textContent = picked.length < low ? t(low === high ? "pickExactly" : "pickSome", { low, high }) : t("chosen", { count: picked.length, most: high });
    ready.disabled = picked.length < low;
    point();
  }

  function line(option, n) {
    const on = picked.includes(option.value);
    const full = !single && !on && picked.length >= high;
    return el("div", { class: "option", role: "option", id: `pick-${n}`, "aria-selected": String(on), "aria-disabled": String(full),
      on: { click: () => choose(n), pointermove: () => { if (at !== n) { at = n; point(); } } } },
    option.face || emojiOf(option.emoji),
    el("span", { class: "words" }, el("span", { class: "label" }, option.label), option.description ? el("small", {}, option.description) : null),
    el("span", { class: single ? "tick round" : "tick", "aria-hidden": "true" }, icon("check")));
  }

  function point() {
    [...list.children].forEach((c, n) => c.classList.toggle("at", n === at));
    const now = list.children[at];
    now?.scrollIntoView({ block: "nearest" });
    for (const box of [list, search]) box.setAttribute("aria-activedescendant", now?.id || "");
  }

  function choose(n) {
    const option = shown[n];
    if (!option) return;
    const place = picked.indexOf(option.value);
    if (single && low === 0 && place >= 0) picked.splice(place, 1);
    else if (single) picked.splice(0, picked.length, option.value);
    else if (place >= 0) picked.splice(place, 1);
    else if (picked.length < high) picked.push(option.value);
    else return;
    if (single) finish();
    else { at = n; draw(); }
  }

  let over = false;
  function finish() {
    if (over || picked.length < low) return;
    over = true;
    close();
    settle();
  }

  function settle() {
    const same = picked.length === chosen.length && picked.every((v) => chosen.includes(v));
    if (!same && picked.length >= low) done(picked);
  }

  function keys(e) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && shown.length) { at = (at + step + shown.length) % shown.length; point(); }
    else if (e.key === "Home") { at = 0; point(); }
    else if (e.key === "End") { at = shown.length - 1; point(); }
    else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) finish();
    else if (e.key === "Enter" || (e.key === " " && e.target !== search)) choose(at);
    else if (e.key === "Tab" && !single && document.activeElement === list) { ready.focus(); }
    else return;
    e.preventDefault();
  }

  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    shown = options.filter((o) => `${o.label} ${o.description || ""}`.toLowerCase().includes(wanted));
    at = 0;
    draw();
  });
  for (const box of [list, search]) box.addEventListener("keydown", keys);
  draw();
  // Leaving a multiple choice sends it, as on Discord.
  const close = popover(anchor, body, { onClose: () => { if (!over) { over = true; if (!single) settle(); } } });
  point();
  const touch = matchMedia("(pointer: coarse)").matches;
  (options.length >= SEARCH_FROM && !touch ? search : list).focus({ preventScroll: true });
}
