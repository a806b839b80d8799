// Overlays: one popover at a time, toasts, a picture at full size.

import { el, focusables, icon } from "./dom.js";
import { t } from "./words.js";

const layer = document.getElementById("overlays");
let open = null;

// Show a popover beside an anchor; with `sheet` it slides up from below on a phone. Return a function that closes it.
export function popover(anchor, node, { width = 320, sheet = true, onClose = () => {} } = {}) {
  closePopover();
  node.classList.add("pop");
  if (sheet) node.classList.add("sheet");
  const scrim = el("div", { class: "pop-scrim", on: { click: () => close() } });
  (anchor.closest("dialog") || layer).append(scrim, node); // an open form covers everything else
  place(anchor, node, width);
  const away = (e) => { if (!node.contains(e.target) && !anchor.contains(e.target)) close(false); };
  const escape = (e) => { if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); close(); } };
  const replace = () => { if (document.contains(anchor)) place(anchor, node, width); else close(false); };
  document.addEventListener("pointerdown", away, true);
  node.addEventListener("keydown", escape);
  window.addEventListener("resize", replace);
  let done = false;
  function close(refocus = true) {
    if (done) return;
    done = true;
    open = null;
    document.removeEventListener("pointerdown", away, true);
    window.removeEventListener("resize", replace);
    scrim.remove();
    node.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (refocus && document.contains(anchor)) anchor.focus({ preventScroll: true });
    onClose();
  }
  anchor.setAttribute("aria-expanded", "true");
  open = { close, anchor };
  return close;
}

export function closePopover(refocus = false) { open?.close(refocus); }
export function popoverAnchor() { return open?.anchor || null; }

function place(anchor, node, width) {
  const box = anchor.getBoundingClientRect();
  const high = window.innerHeight;
  const wide = Math.min(Math.max(width, box.width), window.innerWidth - 16);
  node.style.width = `${wide}px`;
  node.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - wide - 8))}px`;
  const below = high - box.bottom - 16;
  const above = box.top - 16;
  if (below >= Math.min(320, node.scrollHeight) || below >= above) {
    node.style.top = `${box.bottom + 6}px`;
    node.style.bottom = "auto";
    node.style.maxHeight = `${Math.min(420, below)}px`;
  } else {
    node.style.bottom = `${high - box.top + 6}px`;
    node.style.top = "auto";
    node.style.maxHeight = `${Math.min(420, above)}px`;
  }
}

export function toast(text, bad = false) {
  let rack = document.querySelector(".toasts");
  if (!rack) layer.append(rack = el("div", { class: "toasts", role: "status" }));
  const node = el("div", { class: bad ? "toast bad" : "toast" }, bad ? icon("warn") : null, text);
  rack.append(node);
  setTimeout(() => node.remove(), 4200);
}

export function zoom(url, alt) {
  const dialog = el("dialog", { class: "zoom", "aria-label": alt || t("picture") });
  const close = el("button", { class: "tool close", type: "button", "aria-label": t("close"), on: { click: () => dialog.close() } }, icon("close"));
  dialog.append(el("div", { class: "stage" }, el("img", { src: url, alt: alt || "" }), alt ? el("p", {}, alt) : null), close);
  dialog.addEventListener("click", (e) => { if (e.target.tagName !== "IMG" && e.target.tagName !== "P") dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  layer.append(dialog);
  dialog.showModal();
  close.focus();
}

// A menu of actions at an anchor: [{label, icon, act, danger}].
export function menu(anchor, entries, heading = null) {
  const list = el("div", { class: "list", role: "menu", "aria-label": heading || t("actions") });
  let close = () => {};
  for (const entry of entries) {
    list.append(el("button", { class: "option", role: "menuitem", type: "button", on: { click: () => { close(); entry.act(); } } },
      entry.icon ? icon(entry.icon) : null, el("span", { class: "words" }, entry.label)));
  }
  list.addEventListener("keydown", (e) => {
    const all = focusables(list);
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
  close = popover(anchor, el("div", {}, list), { width: 230 });
  list.querySelector("button")?.focus();
}
