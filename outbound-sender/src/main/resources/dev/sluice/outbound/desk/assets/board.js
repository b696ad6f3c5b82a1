// The lanes as the page holds them: merging, order, filters. Pure.
import { left, millis } from "./format.js";

/** How a lane stands, the worst first: what a person must look at comes to the top. */
export function laneState(lane, nowMs) {
  if (lane.parked) {
    return "parked";
  }
  if (lane.paused) {
    return "paused";
  }
  return left(millis(lane.cooldown_until), nowMs) === null ? "ready" : "cooling";
}

const RANK = { parked: 0, paused: 2, cooling: 3, ready: 4 };

function rank(lane, nowMs) {
  const state = laneState(lane, nowMs);
  return state !== "parked" && toDecide(lane) > 0 ? 1 : RANK[state];
}

/** Reviews of this lane that wait for a person. */
export function toDecide(lane) {
  return (lane.held ?? 0) + (lane.unknown ?? 0);
}

/** Newer records of lanes over older ones; one that is older than what is known changes nothing. */
export function merge(lanes, changed) {
  for (const lane of changed) {
    const known = lanes.get(lane.sender);
    if (known === undefined || !(millis(lane.at) < millis(known.at))) {
      lanes.set(lane.sender, lane);
    }
  }
  return lanes;
}

const SORTS = {
  attention: (now) => (a, b) => rank(a, now) - rank(b, now) || toDecide(b) - toDecide(a) || b.backlog - a.backlog,
  sender: () => () => 0,
  backlog: () => (a, b) => b.backlog - a.backlog,
  flight: () => (a, b) => b.in_flight - a.in_flight,
  oldest: () => (a, b) => time(a.oldest_at) - time(b.oldest_at),
  decide: () => (a, b) => toDecide(b) - toDecide(a),
};

function time(text) {
  const ms = millis(text);
  return Number.isFinite(ms) ? ms : Infinity;
}

/** The lanes to show, in order. Unknown sorts count as "attention". */
export function arranged(lanes, filter, nowMs) {
  const find = (filter.find ?? "").toLowerCase();
  const shown = [...lanes].filter(
    (lane) => lane.sender.toLowerCase().includes(find) && isWanted(lane, filter.show, nowMs));
  const order = SORTS[Object.hasOwn(SORTS, filter.sort ?? "") ? filter.sort : "attention"](nowMs);
  const way = filter.dir === "up" ? -1 : 1;
  return shown.sort((a, b) => way * order(a, b) || bySender(a, b) * (filter.sort === "sender" ? way : 1));
}

function isWanted(lane, show, nowMs) {
  switch (show) {
    case "attention":
      return laneState(lane, nowMs) !== "ready" || toDecide(lane) > 0;
    case "waiting":
      return lane.backlog > 0;
    case "cooling":
    case "paused":
    case "parked":
      return laneState(lane, nowMs) === show;
    default:
      return true;
  }
}

// numbers within names by value: telegram:9 comes before telegram:10
const NAMES = new Intl.Collator("en", { numeric: true });

function bySender(a, b) {
  return NAMES.compare(a.sender, b.sender);
}

/** Sums for the line above the table. */
export function totals(lanes) {
  const sum = { senders: 0, backlog: 0, inFlight: 0, held: 0, unknown: 0, paused: 0, parked: 0 };
  for (const lane of lanes) {
    sum.senders++;
    sum.backlog += lane.backlog ?? 0;
    sum.inFlight += lane.in_flight ?? 0;
    sum.held += lane.held ?? 0;
    sum.unknown += lane.unknown ?? 0;
    sum.paused += lane.paused ? 1 : 0;
    sum.parked += lane.parked ? 1 : 0;
  }
  return sum;
}
