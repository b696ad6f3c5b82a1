// The view of the lanes: who sends, what waits, what rests and until when.
import { announce, toast } from "./announce.js";
import { get } from "./api.js";
import { arranged, laneState, merge, toDecide, totals } from "./board.js";
import { ago, countdown, learn, now } from "./clock.js";
import { decide } from "./confirm.js";
import { bdi, byId, cell, chip, el, setText } from "./dom.js";
import { count, counted, revealed } from "./format.js";
import { Listing } from "./listing.js";
import { formatRoute } from "./route.js";
import { Selection } from "./selection.js";
import { parkedText } from "./words.js";

const PAGE = 100;
const COLUMNS = [
  { label: "Sender", class: "grow" },
  { label: "State", class: "state" },
  { label: "Waiting", class: "num" },
  { label: "In flight", class: "num" },
  { label: "Oldest job", class: "num" },
  { label: "To decide", class: "num" },
  { label: "Action", class: "acts" },
];
/** A pause or resume without effect for so long is worth a word. */
const PENDING_MS = 10_000;

export class Lanes {
  #lanes = new Map();
  #order = [];
  #page = 0;
  #filter = {};
  #selection = new Selection();
  #pending = new Map();
  #complete = false;
  #loaded = false;
  #error = null;
  #shown = false;
  #states = "";

  constructor() {
    this.list = new Listing(byId("lanes-list"), {
      caption: "Lanes",
      columns: COLUMNS,
      row: (sender) => this.#row(sender),
      ticked: (sender, on) => this.#tick(sender, on),
      tickedAll: (on) => this.#tickAll(on),
      matching: () => this.#matching(),
      clear: () => this.#clear(),
      refresh: () => this.#arrange(true),
      page: (step) => this.#turn(step),
      actions: [
        { text: "Pause", act: () => this.#decideSelected("pause") },
        { text: "Resume", act: () => this.#decideSelected("resume") },
      ],
    });
  }

  /** Reads all lanes again. */
  async load() {
    try {
      const answer = await get("lanes");
      learn(answer.at);
      this.#error = null;
      this.#loaded = true;
      this.#complete = answer.complete !== false;
      merge(this.#lanes, answer.lanes);
    } catch (e) {
      this.#error = e;
    }
    this.#arrange();
  }

  /** Whether the desk has read all there was when it started. */
  get complete() {
    return this.#complete;
  }

  senders() {
    return this.#lanes.values();
  }

  totals() {
    return totals(this.#lanes.values());
  }

  /** News of some lanes. */
  changed(lanes) {
    merge(this.#lanes, lanes);
    for (const { sender, paused } of lanes) {
      if (this.#pending.get(sender)?.decision === (paused ? "pause" : "resume")) {
        this.#pending.delete(sender);
      }
    }
    if (this.#shown) {
      this.#arrange();
    }
  }

  show(filter, isSame) {
    this.#shown = true;
    this.#filter = filter;
    if (!isSame) {
      this.#page = 0;
      this.#selection.clear();
    }
    this.#arrange(true);
  }

  hide() {
    this.#shown = false;
  }

  /** A second has passed: what cooled down is ready now. */
  tick() {
    if (!this.#shown) {
      return;
    }
    const t = now();
    const states = this.#visible().map((sender) => laneState(this.#lanes.get(sender), t)).join();
    if (states !== this.#states || this.#pending.size > 0) {
      this.#states = states;
      this.list.update();
    }
  }

  // rows change places only when nobody is among them
  #arrange(anyway = false) {
    const wanted = arranged(this.#lanes.values(), this.#filter, now()).map((lane) => lane.sender);
    if (!anyway && this.list.isInUse()) {
      const still = new Set(wanted);
      const known = new Set(this.#order);
      this.#order = [...this.#order.filter((each) => still.has(each)), ...wanted.filter((each) => !known.has(each))];
    } else {
      this.#order = wanted;
    }
    this.#render();
  }

  #visible() {
    return this.#order.slice(this.#page * PAGE, (this.#page + 1) * PAGE);
  }

  #render() {
    const pages = Math.max(1, Math.ceil(this.#order.length / PAGE));
    this.#page = Math.min(this.#page, pages - 1);
    const visible = this.#visible();
    this.list.show(visible);
    const first = this.#page * PAGE;
    this.list.range(visible.length === 0 ? "" : this.#order.length <= PAGE
      ? counted(this.#order.length, "lane")
      : count(first + 1) + "–" + count(first + visible.length) + " of " + counted(this.#order.length, "lane"));
    this.list.pages("Page " + count(this.#page + 1) + " of " + count(pages), this.#page > 0, this.#page < pages - 1);
    this.#tiles();
    this.#why();
    this.#bar();
  }

  #tiles() {
    const sum = this.totals();
    const isBare = this.#loaded && sum.senders === 0;
    byId("tiles").hidden = isBare;
    byId("lanes-filters").hidden = isBare;
    const tile = (label, value, kind = "") => el("div", { class: "tile", data: { kind: value > 0 ? kind : "" } }, el("dt", { text: label }), el("dd", { text: count(value) }));
    byId("tiles").replaceChildren(
      tile("Senders", sum.senders),
      tile("Waiting", sum.backlog),
      tile("In flight", sum.inFlight),
      tile("Unknown", sum.unknown, "unknown"),
      tile("Held", sum.held, "held"),
      tile("Paused", sum.paused, "paused"),
      tile("Parked", sum.parked, "parked"));
  }

  #why() {
    if (this.#order.length > 0) {
      this.list.empty(null);
    } else if (this.#error !== null && !this.#loaded) {
      this.list.empty("The lanes could not be read", this.#error.message, el("button", { type: "button", text: "Try again", on: { click: () => this.load() } }));
    } else if (!this.#loaded || !this.#complete) {
      this.list.empty("Reading the lanes", "The desk is still reading outbound.lanes. What it finds appears here.");
    } else if (this.#lanes.size > 0) {
      this.list.empty("No lane matches", "Choose “All lanes”, or look for another sender.");
    } else {
      this.list.empty("No lanes yet",
        "A sender has a lane from the moment its first request is read from outbound.requests. It then shows what waits, what is in flight, and what keeps it quiet.",
        el("p", {}, "To see one: ", el("code", { text: "sluice request send --sender telegram:BOT_ID --method sendMessage --params '{\"chat_id\":42,\"text\":\"hi\"}'" })));
    }
  }

  #row(sender) {
    const box = el("input", { type: "checkbox", "aria-label": "Select " + revealed(sender), on: { change: (e) => this.#tick(sender, e.target.checked) } });
    const state = cell("State", "state");
    const waiting = cell("Waiting", "num");
    const flight = cell("In flight", "num");
    const oldest = cell("Oldest job", "num");
    const todo = cell("To decide", "num");
    const act = el("button", { type: "button", on: { click: () => this.#decide(this.#lanes.get(sender).paused ? "resume" : "pause", [sender]) } });
    const element = el("tr", { role: "row" },
      el("td", { role: "cell", class: "tick" }, el("label", { class: "hit" }, box)),
      el("th", { role: "rowheader", scope: "row", class: "grow id", data: { label: "Sender" } }, bdi(revealed(sender))),
      state, waiting, flight, oldest, todo, cell("Action", "acts", act));
    let last = "";
    const update = () => {
      const lane = this.#lanes.get(sender);
      const word = laneState(lane, now());
      const late = this.#late(sender);
      box.checked = this.#selection.has(sender);
      const seen = JSON.stringify([lane, word, late, this.#pending.get(sender)?.decision]);
      if (seen === last) {
        return;
      }
      last = seen;
      element.dataset.state = word;
      state.replaceChildren(...this.#stateOf(lane, word, late));
      setText(waiting, count(lane.backlog));
      setText(flight, count(lane.in_flight));
      oldest.replaceChildren(lane.oldest_at ? ago(lane.oldest_at) : el("span", { class: "quiet", text: "–" }));
      todo.replaceChildren(toDecide(lane) > 0
        ? el("a", { href: formatRoute("reviews", { sender }), text: count(toDecide(lane)), "aria-label": counted(toDecide(lane), "review") + " of " + revealed(sender), title: `${count(lane.unknown ?? 0)} unknown, ${count(lane.held ?? 0)} held` })
        : el("span", { class: "quiet", text: "0" }));
      setText(act, lane.paused ? "Resume" : "Pause");
      act.setAttribute("aria-label", (lane.paused ? "Resume " : "Pause ") + revealed(sender));
    };
    return { element, box, update };
  }

  #stateOf(lane, word, late) {
    const pending = this.#pending.get(lane.sender);
    const parts = [];
    if (word === "parked") {
      parts.push(chip("parked", "Parked"), el("small", { text: parkedText(lane.parked) }));
    }
    if (lane.paused) {
      parts.push(chip("paused", "Paused"));
    }
    if (lane.cooldown_until && now() < Date.parse(lane.cooldown_until)) {
      parts.push(chip("cooling", "Cooling down"), countdown(lane.cooldown_until));
    }
    if (parts.length === 0) {
      parts.push(chip("ready", "Ready"));
    }
    if (pending !== undefined) {
      parts.push(el("small", { text: late ? "no effect yet: is a sender running?" : pending.decision === "pause" ? "pausing" : "resuming" }));
    }
    return parts;
  }

  #late(sender) {
    const pending = this.#pending.get(sender);
    return pending !== undefined && Date.now() - pending.atMs > PENDING_MS;
  }

  #tick(sender, on) {
    if (on) {
      this.#selection.add(sender, sender);
    } else {
      this.#selection.remove(sender, this.#visible().map((each) => [each, each]));
    }
    this.list.update();
    this.#bar();
  }

  #tickAll(on) {
    for (const sender of this.#visible()) {
      if (on) {
        this.#selection.add(sender, sender);
      } else {
        this.#selection.remove(sender, []);
      }
    }
    this.list.update();
    this.#bar();
  }

  #matching() {
    for (const sender of this.#order) {
      this.#selection.add(sender, sender);
    }
    this.list.update();
    this.#bar();
    announce(counted(this.#order.length, "lane") + " selected");
  }

  #clear() {
    this.#selection.clear();
    this.list.update();
    this.#bar();
  }

  #bar() {
    const ticked = this.#selection.count(0);
    const more = ticked > 0 && ticked < this.#order.length && this.#visible().every((each) => this.#selection.has(each));
    this.list.bar(ticked, counted(ticked, "lane") + " selected", more ? "Select all " + count(this.#order.length) + " that match" : null);
  }

  #turn(step) {
    this.#page = step === 0 ? 0 : this.#page + step;
    this.#render();
    this.list.top();
    announce("Page " + (this.#page + 1));
  }

  #decideSelected(decision) {
    return this.#decide(decision, this.#selection.items());
  }

  async #decide(decision, senders) {
    const done = await decide(decision, async () => ({
      targets: senders.map((sender) => ({ sender })),
      left: 0,
      named: senders.length === 1 ? revealed(senders[0]) : null,
    }));
    for (const { sender } of done) {
      if (this.#lanes.get(sender)?.paused !== (decision === "pause")) {
        this.#pending.set(sender, { decision, atMs: Date.now() });
      }
    }
    if (done.length > 0) {
      this.#selection.clear();
      toast((decision === "pause" ? "Pause" : "Resume") + " written for " + counted(done.length, "sender") + ".");
    }
    this.list.update();
    this.#bar();
  }
}
