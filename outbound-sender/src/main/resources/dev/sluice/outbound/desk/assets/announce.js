// What a screen reader is told, and what everybody sees for a while.
import { byId, el } from "./dom.js";

let clearing = 0;

/** Says something without taking the focus. */
export function announce(text) {
  const region = speaker();
  // the same words again are only read when the region was empty in between
  region.textContent = "";
  clearTimeout(clearing);
  clearing = setTimeout(() => { region.textContent = text; }, 60);
}

// while a dialog is open, what stands outside it is not read out
function speaker() {
  const inside = document.querySelectorAll("dialog[open] [data-announce]");
  return inside[inside.length - 1] ?? document.querySelector("body > [data-announce]");
}

const TOAST_MS = 8_000;
const TOASTS = 4;

/** Says it in sight, too. Bad news stays until it is closed. */
export function toast(text, kind = "info") {
  announce(text);
  const close = el("button", { type: "button", class: "plain", "aria-label": "Close message", text: "×" });
  const made = el("div", { class: "toast", data: { kind } }, el("span", { text }), close);
  close.addEventListener("click", () => made.remove());
  const stack = byId("toasts");
  stack.append(made);
  while (stack.childElementCount > TOASTS) {
    stack.firstElementChild.remove();
  }
  if (kind !== "bad") {
    setTimeout(() => made.remove(), TOAST_MS);
  }
}
