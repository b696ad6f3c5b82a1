// The view of recent outcomes, and the search by request id or chat.
import { announce, toast } from "./announce.js";
import { get } from "./api.js";
import { ago, moment, now } from "./clock.js";
import { decide } from "./confirm.js";
import { bdi, byId, cell, chip, el, setText } from "./dom.js";
import { clock, count, counted, millis, revealed } from "./format.js";
import { Listing } from "./listing.js";
import { formatRoute, query } from "./route.js";
import { reasonText, saidText, stateName } from "./words.js";

const SHOWN = 200;
const REFRESH_MS = 2_000;
const COLUMNS = [
  { label: "When", class: "when" },
  { label: "Request", class: "id" },
  { label: "State", class: "state" },
  { label: "Chat", class: "chat" },
  { label: "Method", class: "method" },
  { label: "The API said", class: "grow" },
  { label: "Action", class: "acts" },
];

export class Outcomes {
  #outcomes = new Map();
  #filter = {};
  #shown = false;
  #loaded = false;
  #since = null;
  #complete = true;
  #error = null;
  #abort = new AbortController();
  #timer = 0;
  #readAt = 0;
  #cancelled = new Set();

  constructor(sheet) {
    this.sheet = sheet;
    this.list = new Listing(byId("outcomes-list"), {
      caption: "Outcomes",
      columns: COLUMNS,
      row: (key) => this.#row(key),
      refresh: () => this.load(true),
      page: () => {},
    });
  }

  show(filter) {
    this.#shown = true;
    this.#filter = filter;
    return this.load(true);
  }

  hide() {
    this.#shown = false;
    clearTimeout(this.#timer);
  }

  /** Reads the newest that match. Only what a reader asked for is told aloud. */
  async load(isAsked) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.list.busy(isAsked);
    try {
      const answer = await get("outcomes" + query({ ...this.#filter, limit: SHOWN }), signal);
      this.#outcomes = new Map(answer.outcomes.map((outcome) => [keyOf(outcome), outcome]));
      this.#since = answer.since ?? null;
      this.#complete = answer.complete !== false;
      this.#loaded = true;
      this.#error = null;
    } catch (e) {
      if (signal.aborted) {
        return;
      }
      this.#error = e;
    }
    this.#readAt = Date.now();
    this.list.busy(false);
    this.#render();
    if (isAsked) {
      announce(counted(this.#outcomes.size, "outcome") + " shown");
    }
    await this.#alsoOpen(signal);
  }

  /** News: the list is read again, though not while somebody is in it. */
  changed() {
    if (!this.#shown || document.hidden) {
      return;
    }
    if (this.list.isInUse()) {
      this.list.news("There are newer ones: show them");
    } else if (this.#timer === 0) {
      this.#timer = setTimeout(() => this.load(false), Math.max(100, this.#readAt + REFRESH_MS - Date.now()));
    }
  }

  // what is looked for may still wait for a person
  async #alsoOpen(signal) {
    const { request_id: id, chat, sender } = this.#filter;
    const also = byId("outcomes-reviews");
    if (id === undefined && chat === undefined) {
      also.hidden = true;
      return;
    }
    try {
      const filter = { q: id, chat, sender };
      const { total } = await get("reviews" + query({ ...filter, limit: 1 }), signal);
      also.hidden = total === 0;
      also.replaceChildren(el("a", { href: formatRoute("reviews", filter), text: counted(total, "open review") }), (total === 1 ? " matches" : " match") + (id === undefined ? " too." : " its beginning too."));
    } catch {
      also.hidden = true;
    }
  }

  #render() {
    this.list.show([...this.#outcomes.keys()]);
    this.list.news(null);
    const n = this.#outcomes.size;
    this.list.range(n === 0 ? "" : n < SHOWN ? counted(n, "outcome") + ", newest first" : "The newest " + count(n));
    setText(byId("outcomes-lead"), this.#since === null ? "" : "This desk knows outcomes from " + clock(millis(this.#since), now()) + " on. Older ones stand in outbound.outcomes.");
    if (n > 0) {
      this.list.empty(null);
    } else if (this.#error !== null) {
      this.list.empty("The outcomes could not be read", this.#error.message, el("button", { type: "button", text: "Try again", on: { click: () => this.load(true) } }));
    } else if (!this.#loaded || !this.#complete) {
      this.list.empty("Reading the outcomes", "The desk is still reading outbound.outcomes. What it finds appears here.");
    } else if (Object.keys(this.#filter).length > 0) {
      this.list.empty("No outcome found", "Among those that this desk knows there is none with this request id, chat and sender. The id must be whole.");
    } else {
      this.list.empty("No outcomes yet", "What becomes of each request appears here: accepted, sent, rejected, expired, cancelled, held, unknown.");
    }
  }

  #row(key) {
    const outcome = this.#outcomes.get(key);
    const { request_id: id, sender, state } = outcome;
    const open = el("button", { type: "button", class: "link", on: { click: () => this.sheet.openOutcome(outcome) } }, bdi(revealed(id)));
    const element = el("tr", { role: "row" },
      cell("When", "when", moment(outcome.at), el("small", {}, ago(outcome.at), " ago")),
      el("th", { role: "rowheader", scope: "row", class: "id", data: { label: "Request" } }, open, el("small", {}, bdi(revealed(sender)))),
      cell("State", "state", chip(state, stateName(state)), el("small", { text: reasonText(outcome.reason) })),
      cell("Chat", "chat", bdi(outcome.chat_id === null || outcome.chat_id === undefined ? "–" : revealed(outcome.chat_id))),
      cell("Method", "method", bdi(revealed(outcome.method))),
      cell("The API said", "grow message", el("p", { class: "preview", dir: "auto", text: revealed(said(outcome)) })),
      cell("Action", "acts", state === "accepted" ? this.#cancelButton(outcome, key) : null));
    return { element, update: () => {} };
  }

  #cancelButton(outcome, key) {
    const button = el("button", { type: "button", text: "Cancel sending", "aria-label": "Cancel sending " + revealed(outcome.request_id), on: { click: () => this.#cancel(outcome, key, button) } });
    button.disabled = this.#cancelled.has(key);
    return button;
  }

  async #cancel(outcome, key, button) {
    const done = await decide("cancel", async () => ({ targets: [outcome], left: 0, named: revealed(outcome.request_id) }));
    if (done.length > 0) {
      this.#cancelled.add(key);
      button.disabled = true;
      toast("Cancel written for " + revealed(outcome.request_id) + ". It ends as cancelled unless it is on its way.");
    }
  }
}

// "no answer" is news only where a call was made and its answer is what is missing
function said({ state, http_status, error }) {
  return http_status === null && error === null && state !== "unknown" ? "" : saidText(http_status, error);
}

function keyOf({ sender, request_id: id, state, attempt, at }) {
  return [sender, id, state, attempt, at].join("\n");
}
