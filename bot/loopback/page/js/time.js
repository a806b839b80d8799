// Times in the reader's language; relative ones such as "in 5 minutes" are updated.

import { language, t } from "./words.js";

let ahead = 0; // the stand-in's clock may have been moved

export function setClock(now) { ahead = now - Date.now() / 1000; }
export function now() { return Date.now() / 1000 + ahead; }

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
};
const STEPS = [["year", 31536000], ["month", 2628000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function written(unix, style = "f") {
  if (style === "R") return relative(unix - now());
  return new Intl.DateTimeFormat(language(), STYLES[style] || STYLES.f).format(unix * 1000);
}

function relative(seconds) {
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) || ["second", 1];
  return new Intl.RelativeTimeFormat(language(), { numeric: "always" }).format(Math.round(seconds / size), unit);
}

export function stamp(iso) {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(new Date(iso));
}

export function dayKey(iso) { return new Date(iso).toDateString(); }

export function dayName(iso) {
  const day = new Date(iso);
  const present = new Date(now() * 1000);
  const before = new Date(present.getTime() - 86400000);
  if (day.toDateString() === present.toDateString()) return t("today");
  if (day.toDateString() === before.toDateString()) return t("yesterday");
  return new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(day);
}

export function tick() {
  for (const node of document.querySelectorAll("time[data-style='R']")) {
    const text = written(Number(node.dataset.unix), "R");
    if (node.textContent !== text) node.textContent = text;
  }
}
