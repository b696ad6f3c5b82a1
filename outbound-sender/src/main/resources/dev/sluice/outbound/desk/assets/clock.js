// The desk's clock: the reader's may be wrong, and countdowns are about the desk's times.
import { clock, left, millis, span, utc } from "./format.js";
import { el, setText } from "./dom.js";

// from a clock that nobody sets: between two answers time runs evenly
let offsetMs = Date.now() - performance.now();

/** The desk's time in milliseconds. */
export function now() {
  return performance.now() + offsetMs;
}

/** Learns from the time in an answer. */
export function learn(at) {
  const told = millis(at);
  if (Number.isFinite(told)) {
    offsetMs = told - performance.now();
  }
}

/** An element that says how long ago a time was and goes on saying it. */
export function ago(text, className = null) {
  const at = millis(text);
  const made = el("time", { class: className, datetime: text, title: utc(at), data: { ago: String(at) } });
  tell(made);
  return made;
}

/** An element that counts down to a time. */
export function countdown(text) {
  const made = el("time", { class: "countdown", datetime: text, title: "until " + utc(millis(text)), data: { until: String(millis(text)) } });
  tell(made);
  return made;
}

/** An element with a time of day. */
export function moment(text) {
  const at = millis(text);
  return el("time", { datetime: text, title: utc(at), text: clock(at, now()) });
}

function tell(element) {
  const { ago: since, until } = element.dataset;
  setText(element, since !== undefined ? span(now() - Number(since)) : left(Number(until), now()) ?? "over");
}

/** Once a second all that is in sight; then whoever wants to know that a second has passed. */
export function startTicking(listener) {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-ago], time[data-until]")) {
      tell(element);
    }
    listener();
  }, 1_000);
}
