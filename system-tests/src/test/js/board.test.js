import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { arranged, laneState, merge, totals } = await asset("board.js");
const { formatRoute, parseRoute, query, sameFilter } = await asset("route.js");

const NOW = Date.parse("2026-12-01T12:00:00Z");

function lane(sender, fields = {}) {
  return { sender, backlog: 0, in_flight: 0, oldest_at: null, cooldown_until: null, paused: false, parked: null, at: "2026-12-01T11:59:00Z", held: 0, unknown: 0, ...fields };
}

const LANES = [
  lane("telegram:10"),
  lane("telegram:9", { backlog: 5 }),
  lane("telegram:3", { cooldown_until: "2026-12-01T12:00:10Z" }),
  lane("telegram:4", { paused: true, backlog: 50, oldest_at: "2026-12-01T10:00:00Z" }),
  lane("telegram:5", { unknown: 3 }),
  lane("telegram:6", { parked: "auth", paused: true }),
  lane("telegram:7", { cooldown_until: "2026-12-01T11:00:00Z", backlog: 9, oldest_at: "2026-12-01T11:00:00Z" }),
];

function senders(filter) {
  return arranged(LANES, filter, NOW).map((each) => each.sender.replace("telegram:", "")).join(" ");
}

test("a lane is as its worst trouble", () => {
  assert.deepEqual(LANES.map((each) => laneState(each, NOW)), ["ready", "ready", "cooling", "paused", "ready", "parked", "ready"]);
});

test("what needs a person comes first", () => {
  assert.equal(senders({}), "6 5 4 3 7 9 10");
});

test("lanes are found, chosen and ordered", () => {
  assert.equal(senders({ find: "TELEGRAM:1" }), "10");
  assert.equal(senders({ show: "attention" }), "6 5 4 3");
  assert.equal(senders({ show: "waiting" }), "4 7 9");
  assert.equal(senders({ show: "cooling" }), "3");
  assert.equal(senders({ show: "paused" }), "4");
  assert.equal(senders({ sort: "sender" }), "3 4 5 6 7 9 10");
  assert.equal(senders({ sort: "backlog" }), "4 7 9 3 5 6 10");
  assert.equal(senders({ sort: "oldest" }), "4 7 3 5 6 9 10");
  assert.equal(senders({ sort: "constructor" }), senders({}));
});

test("older news change nothing", () => {
  const lanes = merge(new Map(), [lane("a", { backlog: 2 })]);
  merge(lanes, [lane("a", { backlog: 1, at: "2026-12-01T11:00:00Z" })]);
  assert.equal(lanes.get("a").backlog, 2);
  merge(lanes, [lane("a", { backlog: 3 })]);
  assert.equal(lanes.get("a").backlog, 3);
});

test("sums are of all lanes", () => {
  assert.deepEqual(totals(LANES), { senders: 7, backlog: 64, inFlight: 0, held: 0, unknown: 3, paused: 2, parked: 1 });
});

test("an address leads back to where it was made", () => {
  const filter = { sender: "telegram:1", q: "a/b?c=d&e#f%", chat: "@name" };
  assert.deepEqual(parseRoute(formatRoute("reviews", filter)), { view: "reviews", filter });
  assert.equal(formatRoute("lanes", { find: "", evil: "x" }), "#/lanes");
  assert.deepEqual(parseRoute("#/elsewhere?x=1"), { view: "lanes", filter: {} });
  assert.deepEqual(parseRoute("#/reviews?__proto__=1&state=held"), { view: "reviews", filter: { state: "held" } });
  assert.deepEqual(parseRoute(""), { view: "lanes", filter: {} });
  assert.ok(sameFilter({ a: "1" }, { a: "1" }) && !sameFilter({ a: "1" }, {}));
  assert.equal(query({ sender: "a:b", after: null, q: "", limit: 100 }), "?sender=a%3Ab&limit=100");
});
