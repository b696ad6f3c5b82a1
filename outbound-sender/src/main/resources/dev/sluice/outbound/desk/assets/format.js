// Numbers, times and foreign text as a person reads them. Pure: the time is handed in, in milliseconds.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const S = 1000;
const MIN = 60 * S;
const H = 60 * MIN;
const D = 24 * H;

/** A count with thousands apart: 98,312. */
export function count(n) {
  return String(Math.trunc(Number(n) || 0)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count and its noun: "1 review", "12 reviews". */
export function counted(n, one, many = one + "s") {
  return count(n) + " " + (Number(n) === 1 ? one : many);
}

/** Milliseconds of an RFC 3339 time; NaN without one. */
export function millis(text) {
  return typeof text === "string" ? Date.parse(text) : NaN;
}

/** How long ago, coarse enough to be read: 12 s, 3 min, 2 h 5 min, 3 d 4 h. */
export function span(ms) {
  const whole = Math.max(0, ms);
  if (whole < MIN) {
    return Math.floor(whole / S) + " s";
  }
  if (whole < H) {
    return Math.floor(whole / MIN) + " min";
  }
  if (whole < D) {
    return both(Math.floor(whole / H), "h", Math.floor((whole % H) / MIN), "min");
  }
  return both(Math.floor(whole / D), "d", Math.floor((whole % D) / H), "h");
}

function both(large, largeUnit, small, smallUnit) {
  return large + " " + largeUnit + (small === 0 ? "" : " " + small + " " + smallUnit);
}

/** Time left as a clock: 0:07, 12:30, 1:02:03; null when it is over. Rounds up, so that 0:00 is never shown. */
export function left(untilMs, nowMs) {
  if (!(untilMs > nowMs)) {
    return null;
  }
  const seconds = Math.ceil((untilMs - nowMs) / S);
  const h = Math.floor(seconds / 3600);
  const min = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, "0");
  return h > 0 ? h + ":" + String(min).padStart(2, "0") + ":" + s : min + ":" + s;
}

/** A time of day where the reader is; with the date when it is another day. */
export function clock(ms, nowMs) {
  if (!Number.isFinite(ms)) {
    return "";
  }
  const at = new Date(ms);
  const now = new Date(nowMs);
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
  const sameDay = at.toDateString() === now.toDateString();
  const year = at.getFullYear() === now.getFullYear() ? "" : " " + at.getFullYear();
  return sameDay ? time : at.getDate() + " " + MONTHS[at.getMonth()] + year + " " + time;
}

/** The same instant in UTC, whole: for titles, so that two readers can compare. */
export function utc(ms) {
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC") : "";
}

// Controls, and the marks that turn text around: they could make one id look like another.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// Besides those, whatever takes no room: no id needs it.
const UNSEEN = /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** An id or name with everything unseen made visible, as <U+202E>. */
export function revealed(text) {
  return String(text ?? "").replace(UNSEEN, named);
}

/** Message text: readable as it is, emoji joined and lines kept, but nothing that turns the text around or controls. */
export function readable(text) {
  return String(text ?? "").replace(CONTROLS, named);
}

function named(symbol) {
  return "<U+" + symbol.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + ">";
}

/** The first characters, on a boundary of code points, with what is left out said by the caller. */
export function head(text, max) {
  if (text.length <= max) {
    return text;
  }
  const cut = text.codePointAt(max - 1) > 0xffff ? max - 1 : max;
  return text.slice(0, cut);
}
