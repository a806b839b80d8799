// Build nodes. Text always becomes text nodes, so that nothing written by users is parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "on") for (const [name, act] of Object.entries(value)) node.addEventListener(name, act);
    else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key in node && typeof value !== "string") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

const PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 5h14v10H10l-5 4z",
  at: "M16 12a4 4 0 1 0-8 0 4 4 0 0 0 8 0zm0 0v1.500a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.6 7.2",
  menu: "M4 7h16M4 12h16M4 17h16",
  down: "m6 9 6 6 6-6",
  right: "m9 6 6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  send: "M4 12 20 4l-5 16-3.5-6.500z",
  four: "M4 4h6.500v6.500H4zM13.5 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.5 13.500H20V20h-6.500z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.2 5.200l1.5 1.500M17.3 17.300l1.5 1.500M18.8 5.200l-1.5 1.500M6.7 17.300l-1.5 1.5",
  moon: "M20 14.500A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.500z",
  window: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM20 20l-4.5-4.5",
  check: "m5 12.5 4.5 4.500L19 7.5",
  warn: "M12 4 2.8 19.500h18.400zM12 10v4.500M12 17.300v.2",
  more: "M5.5 12h.1M12 12h.1M18.5 12h.1",
  pin: "M9 4h6l-1 6 3.5 3.500h-11L10 10zM12 13.500V20",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.500c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.500a3.5 3.5 0 0 1 0 6.500M18 14c2 .8 3.2 2.6 3.5 5.5",
  cards: "M4.5 6.5 13 4l4 13.500L8.5 20zM16.5 7.500l3 .8-3 11.2-3-.8",
  keyboard: "M3.5 6.500h17v11h-17zM7 10h.1M11 10h.1M15 10h.1M8 14h8",
  file: "M7 3.500h7l4 4v13H7zM14 3.500v4h4",
  globe: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM3.500 12h17M12 3.500c-5 5-5 12 0 17M12 3.500c5 5 5 12 0 17",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  book: "M12 6.500C10 5 7 4.500 4 4.500v13c3 0 6 .5 8 2 2-1.500 5-2 8-2v-13c-3 0-6 .5-8 2zM12 6.500v13",
  bolt: "M13 3 5 13.500h6L10 21l8-10.500h-6z",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill", "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "2");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}

export function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

const TONES = ["#3d8f6b", "#b3623c", "#7b5fc7", "#2f7fb8", "#b0486f", "#8a7a2c", "#4d6fd1", "#95563f"];

const known = []; // names in the order of the list, so that neighbours get different colours

export function knowTones(names) { known.splice(0, known.length, ...names); }

export function toneOf(name) {
  const place = known.indexOf(name);
  return TONES[(place < 0 ? name.length + 5 : place) % TONES.length];
}

export function face(user, big = false) {
  const kind = big ? "face big" : "face";
  if (user.bot) return el("span", { class: kind, "aria-hidden": "true" }, el("img", { src: "/page/icon.svg", alt: "" }));
  const shown = user.display || user.global_name || user.username;
  const first = [...shown][0].toUpperCase();
  return el("span", { class: kind, "aria-hidden": "true", style: { "--tone": toneOf(user.name || user.username) } }, first);
}

export function focusables(root) {
  return [...root.querySelectorAll("button:not(:disabled), a[href], input, textarea, [tabindex='0']")];
}
