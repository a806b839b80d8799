// Four people side by side, each with a client of their own. `?as=ann,bob,…` names them.

import { people } from "./api.js";
import { el } from "./dom.js";

const PANES = 4;
const place = document.getElementById("panes");
const shown = []; // per pane: {name, pings}, as its client reports

async function begin() {
  const named = (new URLSearchParams(location.search).get("as") || "").split(",").filter(Boolean);
  const known = (await people()).map((p) => p.name);
  const rest = known.filter((name) => !named.includes(name));
  const names = [...named, ...rest].slice(0, PANES);
  place.replaceChildren(...names.map(pane));
}

function pane(name) {
  shown.push({ name, pings: 0 });
  const head = el("h2", { class: "pane-name" }, name); // the client has no space for names beside faces
  return el("section", { class: "pane", "aria-label": name }, head, el("iframe", { src: `/?as=${encodeURIComponent(name)}`, title: name }));
}

window.addEventListener("message", ({ origin, source, data }) => {
  const n = [...place.querySelectorAll("iframe")].findIndex((frame) => frame.contentWindow === source);
  if (origin !== location.origin || n < 0) return;
  shown[n] = data;
  place.children[n].classList.toggle("pinged", data.pings > 0);
  place.children[n].setAttribute("aria-label", data.display);
  place.children[n].querySelector(".pane-name").textContent = data.display;
  const pings = shown.reduce((sum, p) => sum + p.pings, 0);
  document.title = `${pings ? `(${pings}) ` : ""}Tractor`;
  history.replaceState(null, "", `?as=${shown.map((p) => encodeURIComponent(p.name)).join(",")}`); // so that a reload shows the same people
});

function theme() {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
}
window.addEventListener("storage", theme);
theme();
begin();
