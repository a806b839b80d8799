// A form (modal) that the bot opened.

import { act, CannotError, upload } from "./api.js";
import { dots, el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { toast } from "./overlay.js";
import { offers, showChosen } from "./parts.js";
import { pick } from "./picker.js";
import { names, store } from "./store.js";
import { t } from "./words.js";

const layer = document.getElementById("overlays");

// `outcome` is the answer that opened the form.
export function form(outcome) {
  const readers = [];
  const fields = outcome.modal.components.map((c) => top(c, readers));
  const wrong = el("div", { class: "wrong", role: "alert", hidden: true });
  const send = el("button", { class: "button s1", type: "submit" }, t("submit"));
  const dialog = el("dialog", { class: "form", "aria-label": outcome.modal.title });
  const close = () => dialog.close();
  const body = el("form", { method: "dialog" },
    el("header", {}, el("h2", {}, outcome.modal.title), el("button", { class: "tool", type: "button", "aria-label": t("close"), on: { click: close } }, icon("close"))),
    el("div", { class: "fields" }, fields), wrong,
    el("footer", {}, el("button", { class: "button s2", type: "button", on: { click: close } }, t("cancel")), send));
  body.addEventListener("submit", async (e) => {
    e.preventDefault();
    send.classList.add("busy");
    send.append(dots());
    try {
      const values = {};
      for (const read of readers) Object.assign(values, await read());
      const next = await act(store.me.name, "submit", { interaction: outcome.interaction, values, settle: false });
      close();
      if (!next.answered) toast(t(store.online ? "failed" : "failedOffline"), true);
    } catch (error) {
      if (!(error instanceof CannotError)) throw error;
      wrong.hidden = false;
      wrong.textContent = error.message;
    } finally {
      send.classList.remove("busy");
      send.querySelector(".dots")?.remove();
    }
  });
  dialog.append(body);
  dialog.addEventListener("close", () => dialog.remove());
  layer.append(dialog);
  dialog.showModal();
  dialog.querySelector(".fields input, .fields textarea, .fields button")?.focus();
}

function top(c, readers) {
  if (c.type === 10) return markdown(c.content, names);
  if (c.type === 1) return c.components.map((inner) => field(inner, inner.label, null, readers));
  return field(c.component, c.label, c.description, readers);
}

function field(p, label, description, readers) {
  const id = `field-${readers.length}`;
  const must = p.required !== false && p.type !== 23;
  const mark = must ? el("span", { class: "must", title: t("required") }, "*") : null;
  const maker = { 4: text, 19: files, 21: choices, 22: choices, 23: single }[p.type] || select;
  const [node, read] = maker(p, id, label);
  readers.push(async () => { const value = await read(); return value === undefined ? {} : { [p.custom_id]: value }; });
  if (p.type === 23) return el("div", { class: "field" }, node, description ? el("div", { class: "explain" }, description) : null);
  const caption = p.type === 4 ? el("label", { for: id }, label, mark) : el("div", { class: "caption", id: `${id}-name` }, label, mark);
  return el("div", { class: "field" }, caption, description ? el("div", { class: "explain" }, description) : null, node);
}

function text(p, id) {
  const common = { id, placeholder: p.placeholder || "", maxlength: p.max_length ? String(p.max_length) : null, minlength: p.min_length ? String(p.min_length) : null, required: p.required !== false };
  const node = p.style === 2 ? el("textarea", common) : el("input", { ...common, type: "text", autocomplete: "off" });
  node.value = p.value || "";
  if (!p.max_length) return [node, () => node.value];
  const counter = el("div", { class: "counter" });
  const count = () => { counter.textContent = `${[...node.value].length} / ${p.max_length}`; };
  node.addEventListener("input", count);
  count();
  return [el("div", {}, node, counter), () => node.value];
}

function select(p, id, label) {
  let values = p.type === 3 ? p.options.filter((o) => o.default).map((o) => o.value) : (p.default_values || []).map((v) => v.id);
  const low = p.required === false ? 0 : p.min_values ?? 1;
  const node = el("button", { class: "select", id, type: "button", "aria-haspopup": "listbox" });
  showChosen(node, p, values);
  node.addEventListener("click", () => pick(node, { options: offers(p), chosen: values, low, high: p.max_values ?? 1, label, done: (v) => { values = [...v]; showChosen(node, p, values); } }));
  return [node, () => values];
}

function choices(p, id) {
  const several = p.type === 22;
  const inputs = p.options.map((o) => el("input", { type: several ? "checkbox" : "radio", name: id, value: o.value, checked: Boolean(o.default) }));
  const node = el("div", { role: several ? "group" : "radiogroup", "aria-labelledby": `${id}-name` },
    p.options.map((o, n) => el("label", { class: "choice" }, inputs[n], el("span", {}, o.label, o.description ? el("small", {}, o.description) : null))));
  const chosen = () => inputs.filter((i) => i.checked).map((i) => i.value);
  return [node, () => (several ? chosen() : chosen()[0])];
}

function single(p, id, label) {
  const input = el("input", { type: "checkbox", id, checked: Boolean(p.default) });
  return [el("label", { class: "choice" }, input, el("span", {}, label)), () => input.checked];
}

function files(p, id) {
  const input = el("input", { type: "file", id, multiple: (p.max_values ?? 1) > 1, required: p.required !== false && (p.min_values ?? 1) > 0 });
  return [input, async () => Promise.all([...input.files].map((f) => upload(store.me.name, f)))];
}
