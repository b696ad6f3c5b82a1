// The view of the open reviews: what a person must decide on.
import { announce, toast } from "./announce.js";
import { get } from "./api.js";
import { applicable, DECISIONS } from "./bulk.js";
import { ago, now } from "./clock.js";
import { decide } from "./confirm.js";
import { bdi, byId, cell, chip, el, setText } from "./dom.js";
import { count, counted, millis, readable, revealed, span } from "./format.js";
import { Listing } from "./listing.js";
import { query } from "./route.js";
import { Selection } from "./selection.js";
import { keyOf, PENDING_MS, Shelf } from "./shelf.js";
import { reasonText, stateName } from "./words.js";

const PAGE = 100;
const COLLECT = 1000;
/** Between two readings of the page in sight, however fast the news come. */
const REFRESH_MS = 2_000;
/** News come in bursts: so long is waited for the rest of one. */
const SETTLING_MS = 100;
const COLUMNS = [
  { label: "Request", class: "id" },
  { label: "State", class: "state" },
  { label: "Chat", class: "chat" },
  { label: "Message", class: "grow" },
  { label: "Since", class: "when" },
  { label: "Attempt", class: "num" },
];

export class Reviews {
  #shelf = new Shelf();
  #selection = new Selection();
  #filter = {};
  #cursors = [null];
  #shown = false;
  #loaded = false;
  #complete = false;
  #error = null;
  #abort = new AbortController();
  #timer = 0;
  #readAt = 0;

  /** @param sheet where one review is seen whole */
  constructor(sheet) {
    this.sheet = sheet;
    const act = (decision) => ({ text: DECISIONS[decision].button, kind: DECISIONS[decision].danger ? "danger" : "", act: () => this.#decideSelected(decision) });
    this.list = new Listing(byId("reviews-list"), {
      caption: "Open reviews",
      columns: COLUMNS,
      row: (key) => this.#row(key),
      ticked: (key, on) => this.#tick(key, on),
      tickedAll: (on) => this.#tickAll(on),
      matching: () => this.#matching(),
      clear: () => this.#clear(),
      refresh: () => this.load(true, true),
      page: (step) => this.#turn(step),
      actions: [act("resend"), act("sent"), act("drop"), act("cancel")],
    });
  }

  show(filter, isSame) {
    this.#shown = true;
    if (!isSame) {
      this.#filter = filter;
      this.#cursors = [null];
      this.#selection.clear();
    }
    return this.load(true, true);
  }

  hide() {
    this.#shown = false;
    clearTimeout(this.#timer);
  }

  /** Reads the page in sight; anew, or so that rows keep their places. Only what a reader asked for is told aloud. */
  async load(isNew, isAsked = false) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.list.busy(isNew);
    try {
      const answer = await get("reviews" + query({ ...this.#filter, after: this.#cursors.at(-1), limit: PAGE }), signal);
      if (isNew && answer.reviews.length === 0 && this.#cursors.length > 1) {
        this.#cursors.pop();
        return await this.load(true, isAsked);
      }
      if (isNew) {
        this.#shelf.show(answer);
      } else {
        this.#shelf.refresh(answer, PAGE);
      }
      this.#error = null;
      if (!this.#loaded) {
        requestAnimationFrame(() => performance.mark("first table"));
      }
      this.#loaded = true;
      this.#complete = answer.complete !== false;
    } catch (e) {
      if (signal.aborted) {
        return;
      }
      this.#error = e;
    }
    this.#readAt = Date.now();
    this.list.busy(false);
    this.#render();
    if (this.#shown && this.#shelf.isSpent()) {
      // all in sight is done: what comes next follows, a moment later so that nobody clicks on what was not there
      this.#soon();
    }
    if (isAsked) {
      announce(this.#rangeText());
    }
  }

  /** News of reviews. */
  changed({ closed = [], total }) {
    if (Object.keys(this.#filter).length === 0) {
      this.#shelf.total = total;
    }
    for (const key of closed) {
      this.#selection.forget(key);
    }
    const seen = this.#shelf.close(closed);
    if (!this.#shown) {
      return;
    }
    if (seen) {
      this.#render();
    }
    this.#soon();
  }

  tick() {
    if (this.#shown && [...this.#shelf.rows.values()].some((row) => row.pending !== null)) {
      this.list.update();
    }
  }

  #soon() {
    if (this.#timer === 0 && !document.hidden) {
      const wait = Math.max(SETTLING_MS, this.#readAt + REFRESH_MS - Date.now());
      this.#timer = setTimeout(() => this.load(this.#shelf.isSpent() && !this.sheet.isOpen()), wait);
    }
  }

  #render() {
    this.list.show([...this.#shelf.rows.keys()]);
    this.list.range(this.#rangeText());
    const settled = this.#shelf.settled();
    const { arrived } = this.#shelf;
    const news = [settled > 0 ? count(settled) + " settled" : "", arrived > 0 ? count(arrived) + " more" : ""].filter((each) => each !== "");
    this.list.news(news.length === 0 ? null : news.join(", ") + ": show the list as it is now");
    this.list.pages("Page " + count(this.#cursors.length), this.#cursors.length > 1, this.#shelf.next !== null);
    this.#why();
    this.#bar();
    this.sheet.around(this.#shelf.open());
  }

  #rangeText() {
    const n = this.#shelf.rows.size;
    if (n === 0) {
      return "";
    }
    const first = (this.#cursors.length - 1) * PAGE;
    const which = (Object.keys(this.#filter).length > 0 ? " that match" : "") + (this.#complete ? "" : " so far (the desk is still reading)");
    return this.#shelf.total <= n && first === 0
      ? counted(this.#shelf.total, "open review") + which + ", oldest first"
      : count(first + 1) + "–" + count(first + n) + " of " + counted(this.#shelf.total, "open review") + which + ", oldest first";
  }

  #why() {
    if (this.#shelf.rows.size > 0) {
      this.list.empty(null);
    } else if (this.#error !== null) {
      this.list.empty("The reviews could not be read", this.#error.message, el("button", { type: "button", text: "Try again", on: { click: () => this.load(true) } }));
    } else if (!this.#loaded || !this.#complete) {
      this.list.empty("Reading the reviews", "The desk is still reading outbound.reviews. What it finds appears here.");
    } else if (Object.keys(this.#filter).length > 0) {
      this.list.empty("No open review matches", "Nothing that waits for a decision has this sender, state, chat and beginning of its request id.");
    } else {
      this.list.empty("Nothing to decide",
        "No send waits for a person. One appears here when its answer was lost, so that nobody can tell whether it arrived (unknown), or when the API said 429 without a time to wait (held).");
    }
  }

  #row(key) {
    const review = () => this.#shelf.rows.get(key).review;
    const { request_id: id, sender } = review();
    const box = el("input", { type: "checkbox", "aria-label": "Select " + revealed(id), on: { change: (e) => this.#tick(key, e.target.checked) } });
    const open = el("button", { type: "button", class: "link", on: { click: () => this.sheet.open(review()) } }, bdi(revealed(id)));
    const state = cell("State", "state");
    const chat = cell("Chat", "chat");
    const message = cell("Message", "grow message");
    const since = cell("Since", "when");
    const attempt = cell("Attempt", "num");
    const element = el("tr", { role: "row" },
      el("td", { role: "cell", class: "tick" }, el("label", { class: "hit" }, box)),
      el("th", { role: "rowheader", scope: "row", class: "id", data: { label: "Request" } }, open, el("small", {}, bdi(revealed(sender)))),
      state, chat, message, since, attempt);
    let last = "";
    const update = () => {
      const row = this.#shelf.rows.get(key);
      const late = row.pending !== null && Date.now() - row.pending.atMs > PENDING_MS;
      box.checked = !row.settled && this.#selection.has(key);
      box.disabled = row.settled;
      const seen = JSON.stringify([row.review, row.settled, row.pending?.decision, late]);
      if (seen === last) {
        return;
      }
      last = seen;
      element.classList.toggle("settled", row.settled);
      open.disabled = row.settled;
      state.replaceChildren(...stateOf(row, late));
      chat.replaceChildren(bdi(row.review.chat_id === null || row.review.chat_id === undefined ? "–" : revealed(row.review.chat_id)));
      message.replaceChildren(el("small", { text: revealed(row.review.method) }), el("p", { class: "preview", dir: "auto", text: readable(row.review.preview ?? "") }));
      since.replaceChildren(ago(row.review.since), ...expiry(row.review));
      setText(attempt, count(row.review.attempt ?? 0));
    };
    return { element, box, update };
  }

  #tick(key, on) {
    if (on) {
      this.#selection.add(key, this.#shelf.rows.get(key).review);
    } else {
      this.#selection.remove(key, this.#open());
    }
    this.list.update();
    this.#bar();
  }

  #tickAll(on) {
    if (!on) {
      this.#selection.all = false;
    }
    for (const [key, review] of this.#open()) {
      if (on) {
        this.#selection.add(key, review);
      } else {
        this.#selection.forget(key);
      }
    }
    this.list.update();
    this.#bar();
  }

  #matching() {
    this.#selection.all = true;
    this.list.update();
    this.#bar();
    announce("All " + counted(this.#shelf.total, "review") + " that match are selected");
  }

  #clear() {
    this.#selection.clear();
    this.list.update();
    this.#bar();
  }

  #open() {
    return this.#shelf.open().map((review) => [keyOf(review), review]);
  }

  #bar() {
    const n = this.#selection.count(this.#shelf.total);
    const whole = !this.#selection.all && n > 0 && n < this.#shelf.total && this.#open().every(([key]) => this.#selection.has(key));
    this.list.bar(n, (this.#selection.all ? "All " : "") + counted(n, "review") + " selected", whole ? "Select all " + count(this.#shelf.total) + " that match" : null);
  }

  #turn(step) {
    if (step === 0) {
      this.#cursors = [null];
    } else if (step < 0) {
      this.#cursors.pop();
    } else if (this.#shelf.next !== null) {
      this.#cursors.push(this.#shelf.next);
    }
    this.list.top();
    return this.load(true, true);
  }

  async #decideSelected(decision) {
    const done = await decide(decision, async (signal, progress) => {
      const selected = this.#selection.all ? await this.#collect(signal, progress) : this.#selection.items();
      const targets = applicable(decision, selected);
      return { targets, left: selected.length - targets.length, named: null };
    });
    this.written(decision, done);
    if (done.length > 0) {
      this.#clear();
    }
  }

  /** Notes and tells that a decision was written. */
  written(decision, reviews) {
    if (reviews.length > 0) {
      this.#shelf.decided(reviews, decision, Date.now());
      this.list.update();
      toast("“" + DECISIONS[decision].button + "” written for " + counted(reviews.length, "message") + ". Rows close as the sender reads it.");
    }
  }

  // all that match, as they are now: the dialog states the number that was really found
  async #collect(signal, progress) {
    const found = [];
    let after = null;
    do {
      const answer = await get("reviews" + query({ ...this.#filter, after, limit: COLLECT }), signal);
      for (const { sender, request_id, attempt, state } of answer.reviews) {
        found.push({ sender, request_id, attempt, state });
      }
      progress(found.length);
      after = answer.next ?? null;
    } while (after !== null);
    return found;
  }
}

function stateOf({ review, settled, pending }, late) {
  if (settled) {
    return [chip("settled", "Settled"), el("small", { text: "no longer open" })];
  }
  const parts = [chip(review.state, stateName(review.state)), el("small", { text: reasonText(review.reason) })];
  if (pending !== null) {
    parts.push(el("small", { class: "pending", text: "“" + DECISIONS[pending.decision].button + "” written" + (late ? ", no effect yet" : "") }));
  }
  return parts;
}

function expiry(review) {
  const at = millis(review.expires_at);
  if (!Number.isFinite(at)) {
    return [];
  }
  const over = at <= now();
  return [el("small", { class: over ? "over-time" : "", text: over ? "its time is over" : "expires in " + span(at - now()) })];
}
