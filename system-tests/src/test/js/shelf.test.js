import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { keyOf, Shelf } = await asset("shelf.js");
const { Selection } = await asset("selection.js");
const words = await asset("words.js");

function review(id, attempt = 1) {
  return { sender: "telegram:1", request_id: id, attempt, state: "unknown" };
}

function page(ids, total = ids.length, next = null) {
  return { reviews: ids.map((id) => review(id)), total, next };
}

function shown(shelf) {
  return [...shelf.rows].map(([key, row]) => key.slice(11) + (row.settled ? "-" : "")).join(" ");
}

test("what is settled stays in its place, what is new goes below", () => {
  const shelf = new Shelf();
  shelf.show(page(["a", "b", "c"]));
  assert.ok(shelf.close(["telegram:1/b", "telegram:1/elsewhere"]));
  assert.ok(!shelf.close(["telegram:1/b"]));
  shelf.refresh(page(["c", "a", "d"]), 4);
  assert.equal(shown(shelf), "a b- c d");
  assert.equal(shelf.settled(), 1);
  shelf.show(page(["a", "c", "d"]));
  assert.equal(shown(shelf), "a c d");
});

test("on a full page what is new is counted", () => {
  const shelf = new Shelf();
  shelf.show(page(["a", "b"], 3, "x"));
  shelf.refresh(page(["b", "c"], 2), 2);
  assert.equal(shown(shelf), "a- b");
  assert.deepEqual([shelf.arrived, shelf.total, shelf.next], [1, 2, null]);
});

test("a row that comes back is open again", () => {
  const shelf = new Shelf();
  shelf.show(page(["a"]));
  shelf.close(["telegram:1/a"]);
  assert.ok(shelf.isSpent());
  shelf.refresh(page(["a"]), 100);
  assert.equal(shown(shelf), "a");
});

test("a decision is under way until the review speaks of another attempt", () => {
  const shelf = new Shelf();
  shelf.show(page(["a"]));
  shelf.decided([review("a")], "resend", 5);
  shelf.refresh(page(["a"]), 100);
  assert.deepEqual(shelf.rows.get("telegram:1/a").pending, { decision: "resend", attempt: 1, atMs: 5 });
  shelf.show({ reviews: [review("a", 2)], total: 1 });
  assert.equal(shelf.rows.get("telegram:1/a").pending, null);
});

test("all that match are ticked until one of them is not", () => {
  const selection = new Selection();
  const items = ["a", "b"].map((id) => [keyOf(review(id)), review(id)]);
  selection.all = true;
  assert.ok(selection.has("telegram:1/never-seen"));
  assert.equal(selection.count(5_000), 5_000);
  selection.remove("telegram:1/a", items);
  assert.deepEqual([selection.all, selection.count(5_000), selection.has("telegram:1/b")], [false, 1, true]);
  selection.clear();
  assert.equal(selection.count(5_000), 0);
});

test("words not known stay as they are, and none of them is ours by accident", () => {
  for (const word of ["constructor", "__proto__", "toString", "<b>"]) {
    assert.equal(words.stateName(word), word);
    assert.equal(words.reasonText(word), word);
    assert.equal(words.classText(word), word);
    assert.equal(words.parkedText(word), word);
  }
  assert.equal(words.whyText({ reason: "constructor", state: "constructor" }), "");
});

test("what the API said is one line", () => {
  assert.equal(words.saidText(429, { code: 429, description: "Too Many Requests" }), "HTTP 429: 429 Too Many Requests");
  assert.equal(words.saidText(null, { code: "E1", message: "no" }), "E1 no");
  assert.equal(words.saidText(502, null), "HTTP 502");
  assert.equal(words.saidText(null, null), "no answer");
});
