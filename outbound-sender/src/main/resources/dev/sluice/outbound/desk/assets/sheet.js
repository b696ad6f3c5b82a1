// One review or one outcome, whole, beside the list.
import { announce } from "./announce.js";
import { getText } from "./api.js";
import { applicable, DECISIONS } from "./bulk.js";
import { ago, moment, now } from "./clock.js";
import { decide } from "./confirm.js";
import { bdi, byId, chip, el, keepFocus } from "./dom.js";
import { count, head, millis, readable, revealed, span } from "./format.js";
import { messageText, readRecord, shownJson } from "./record.js";
import { formatRoute, query } from "./route.js";
import { keyOf } from "./shelf.js";
import { classText, reasonText, saidText, stateMeaning, stateName, whyText } from "./words.js";

/** Characters of content shown at once: a page of megabytes would stop the browser. */
const SHOWN = 20_000;

export class Sheet {
  #dialog = byId("sheet");
  #body = byId("sheet-body");
  #foot = byId("sheet-foot");
  #around = [];
  #at = -1;
  #key = null;
  #abort = new AbortController();
  /** Told of decisions that were written: (decision, reviews). */
  written = () => {};

  constructor() {
    byId("sheet-close").addEventListener("click", () => this.#dialog.close());
    byId("sheet-back").addEventListener("click", () => this.#go(-1));
    byId("sheet-on").addEventListener("click", () => this.#go(1));
    this.#dialog.addEventListener("click", (e) => {
      if (e.target === this.#dialog) {
        this.#dialog.close();
      }
    });
    this.#dialog.addEventListener("close", () => this.#closed());
  }

  isOpen() {
    return this.#dialog.open;
  }

  close() {
    this.#dialog.close();
  }

  /** The reviews in sight, for the way to the next and the previous. */
  around(reviews) {
    this.#around = reviews;
    const at = reviews.findIndex((each) => keyOf(each) === this.#key);
    // one that is settled leaves its place to the one after it
    this.#at = at >= 0 ? at : Math.min(this.#at, reviews.length) - 0.5;
    this.#ways();
  }

  /** Shows an open review. */
  async open(review) {
    this.#key = keyOf(review);
    this.#at = this.#around.findIndex((each) => keyOf(each) === this.#key);
    this.#title(review, "Open review");
    this.#decisions(review);
    this.#body.replaceChildren(
      section("Why it waits", el("p", { text: whyText(review) })),
      el("p", { class: "quiet", text: "Reading the record" }));
    this.#ways();
    this.#show();
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    try {
      // in the query and not the path: an id may be "..", which browsers resolve
      const { sender, request_id } = review;
      const record = readRecord(await getText("review" + query({ sender, request_id }), signal));
      this.#body.replaceChildren(...reviewParts(record));
      this.#decisions(review, record);
    } catch (e) {
      if (!signal.aborted) {
        this.#body.lastElementChild.replaceWith(unread(e, () => this.open(review)));
      }
    }
  }

  /** Shows an outcome. */
  openOutcome(outcome) {
    this.#key = null;
    this.#at = -1;
    this.#abort.abort();
    this.#title(outcome, "Outcome");
    this.#body.replaceChildren(...outcomeParts(outcome));
    this.#foot.hidden = true;
    this.#ways();
    this.#show();
  }

  #title({ sender, request_id: id, state }, kind) {
    byId("sheet-over").replaceChildren(kind + " of ", bdi(revealed(sender)), " ", chip(state, stateName(state)));
    byId("sheet-title").replaceChildren(bdi(revealed(id)));
  }

  #show() {
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
    this.#body.scrollTop = 0;
    byId("sheet-title").focus();
  }

  #ways() {
    const isReview = this.#key !== null;
    byId("sheet-back").hidden = !isReview;
    byId("sheet-on").hidden = !isReview;
    const focused = document.activeElement;
    byId("sheet-back").disabled = Math.ceil(this.#at) - 1 < 0;
    byId("sheet-on").disabled = Math.floor(this.#at) + 1 >= this.#around.length;
    if (focused?.disabled) {
      byId("sheet-title").focus();
    }
  }

  #go(step) {
    const to = step > 0 ? Math.floor(this.#at) + 1 : Math.ceil(this.#at) - 1;
    const review = this.#around[to];
    if (review !== undefined) {
      this.open(review);
    }
  }

  #decisions(review, record = null) {
    this.#foot.hidden = false;
    const buttons = ["resend", "sent", "drop", "cancel"]
      .filter((decision) => applicable(decision, [review]).length > 0)
      .map((decision) => el("button", {
        type: "button",
        text: DECISIONS[decision].button,
        data: { kind: DECISIONS[decision].danger ? "danger" : "" },
        on: { click: () => this.#decide(decision, review) },
      }));
    const over = millis(review.expires_at ?? record?.expires_at) <= now();
    this.#foot.replaceChildren(
      el("p", { class: "quiet", text: over ? "Its time is over: sent again it ends as expired." : "" }),
      el("div", { class: "bar-acts" }, ...buttons));
  }

  async #decide(decision, review) {
    const done = await decide(decision, async () => ({ targets: [review], left: 0, named: revealed(review.request_id) }));
    if (done.length > 0) {
      this.written(decision, done);
      const next = el("button", { type: "button", class: "strong", text: "Next review", on: { click: () => this.#go(1) } });
      next.disabled = byId("sheet-on").disabled;
      const said = "“" + DECISIONS[decision].button + "” is written. It takes effect when the sender reads it.";
      this.#foot.replaceChildren(el("p", { class: "pending", text: said }), el("div", { class: "bar-acts" }, next));
      (next.disabled ? byId("sheet-close") : next).focus();
      announce(said);
    }
  }

  // the row that opened it may be gone by now
  #closed() {
    this.#abort.abort();
    keepFocus();
  }
}

function section(title, ...children) {
  return el("section", {}, el("h3", { text: title }), ...children);
}

function unread(error, again) {
  const text = error.status === 404 ? "It is no longer open: somebody, or its late answer, settled it." : "The record could not be read: " + error.message;
  return el("div", {}, el("p", { class: "bad", text }), error.status === 404 ? null : el("button", { type: "button", text: "Try again", on: { click: again } }));
}

function reviewParts(record) {
  const text = messageText(record.params);
  return [
    section("Why it waits", el("p", { text: whyText(record) })),
    section("What was to be sent",
      facts([["Method", bdi(revealed(record.method))], ["Chat", bdi(revealed(record.chat_id ?? "none"))]]),
      text === null ? null : el("blockquote", { dir: "auto" }, ...long(readable(text))),
      el("details", { open: text === null }, el("summary", { text: "Parameters, as they were written" }), el("pre", {}, ...long(readable(shownJson(record.params ?? "null")))))),
    section("What the API said", attempts(record.attempts ?? [])),
    section("When", facts([
      ["Waits since", timed(record.since)],
      ["Expires", record.expires_at ? expiry(record.expires_at) : el("span", { text: "never" })],
      ["Stands in", el("span", { text: placeText(record.place) })],
    ])),
    links(record),
  ];
}

function outcomeParts(outcome) {
  const more = outcome.message === null || outcome.message === undefined ? null : shownJson(JSON.stringify(outcome.message));
  return [
    section("What became of it", el("p", { text: stateMeaning(outcome.state) }), facts([
      ["Reason", el("span", { text: reasonText(outcome.reason) })],
      ["When", timed(outcome.at)],
      ["Attempt", el("span", { text: outcome.attempt > 0 ? count(outcome.attempt) : "before the first" })],
      ["The API said", bdi(revealed(saidText(outcome.http_status, outcome.error)))],
    ])),
    section("What it was", facts([
      ["Method", bdi(revealed(outcome.method))],
      ["Chat", bdi(revealed(outcome.chat_id ?? "none"))],
      ["Cause", bdi(revealed(outcome.cause ?? "none"))],
    ])),
    more === null ? null : section("What the API returned", el("pre", {}, ...long(readable(more)))),
    links(outcome),
  ].filter((part) => part !== null);
}

function attempts(list) {
  if (list.length === 0) {
    return el("p", { text: "No attempt is recorded." });
  }
  const head = ["Attempt", "When", "Ended as", "The API said"].map((text) => el("th", { scope: "col", role: "columnheader", text }));
  const rows = list.map((each) => el("tr", { role: "row" },
    el("td", { role: "cell", data: { label: "Attempt" }, text: count(each.attempt) }),
    el("td", { role: "cell", data: { label: "When" } }, moment(each.at)),
    el("td", { role: "cell", data: { label: "Ended as" }, text: classText(each.class) }),
    el("td", { role: "cell", data: { label: "The API said" } }, bdi(readable(saidText(each.http_status, each.error))))));
  return el("table", { role: "table", class: "small" }, el("caption", { class: "unseen", text: "Attempts" }),
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...head)), el("tbody", { role: "rowgroup" }, ...rows));
}

function facts(pairs) {
  return el("dl", { class: "facts" }, ...pairs.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", {}, value))));
}

function timed(text) {
  return el("span", {}, moment(text), " (", ago(text), " ago)");
}

function expiry(text) {
  const ms = millis(text) - now();
  return el("span", {}, moment(text), ms > 0 ? " (in " + span(ms) + ")" : " (its time is over)");
}

function placeText(place) {
  if (typeof place === "string") {
    return place;
  }
  return place ? (place.topic ?? "outbound.reviews") + " " + place.partition + "/" + place.offset : "outbound.reviews";
}

function links({ sender, request_id, chat_id }) {
  const way = (view, filter, text) => el("li", {}, el("a", { href: formatRoute(view, filter), text }));
  const list = el("ul", { class: "links" }, way("outcomes", { request_id, sender }, "Outcomes of this request"));
  if (chat_id !== null && chat_id !== undefined) {
    list.append(way("reviews", { sender, chat: chat_id }, "Open reviews of this chat"), way("outcomes", { sender, chat: chat_id }, "Outcomes of this chat"));
  }
  return section("More", list);
}

/** Text, cut where it is very long, with a way to see the rest. */
function long(text) {
  if (text.length <= SHOWN) {
    return [text];
  }
  const rest = el("span", {}, el("button", { type: "button", text: "Show all " + count(text.length) + " characters" }));
  rest.firstElementChild.addEventListener("click", () => rest.replaceWith(text.slice(head(text, SHOWN).length)));
  return [head(text, SHOWN), rest];
}
