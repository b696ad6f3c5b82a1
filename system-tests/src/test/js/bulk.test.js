import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { applicable, arrays, command, DECISIONS, needsTyping, typedRight } = await asset("bulk.js");

test("arrays hold at most a thousand, and all commands once, in order", () => {
  const commands = Array.from({ length: 2_345 }, (_, i) => ({ command: "pause", sender: "telegram:" + i }));
  const made = [...arrays(commands)];
  assert.deepEqual(made.map((each) => each.length), [1000, 1000, 345]);
  assert.deepEqual(made.flatMap((each) => JSON.parse(each.body)), commands);
});

test("arrays of long ids stay below the limit of bytes", () => {
  const commands = Array.from({ length: 1_500 }, (_, i) => command("resend", { sender: "unifyport:" + "ü".repeat(200), request_id: "😀".repeat(195) + i, attempt: 1 }, "n".repeat(500)));
  const made = [...arrays(commands)];
  assert.ok(made.length > 2);
  assert.ok(made.every((each) => new TextEncoder().encode(each.body).length <= 900_000));
  assert.equal(made.reduce((sum, each) => sum + each.length, 0), 1_500);
});

test("one command larger than the limit still travels, alone", () => {
  assert.deepEqual([...arrays([{ a: "x".repeat(50) }, { b: 1 }], 1000, 20)].map((each) => each.length), [1, 1]);
  assert.deepEqual([...arrays([])], []);
});

test("a decision names the attempt that was seen, and never who decides", () => {
  const review = { sender: "telegram:1", request_id: "a", attempt: 2, state: "unknown", by: "mallory" };
  assert.deepEqual(command("resend", review, "why"), { command: "resolve", sender: "telegram:1", request_id: "a", attempt: 2, decision: "resend", note: "why" });
  assert.deepEqual(command("drop", review), { command: "resolve", sender: "telegram:1", request_id: "a", attempt: 2, decision: "drop" });
  assert.deepEqual(command("cancel", review, "x"), { command: "cancel", sender: "telegram:1", request_id: "a" });
  assert.deepEqual(command("pause", review), { command: "pause", sender: "telegram:1" });
});

test("sent is for what may have been, cancel for what was not", () => {
  const both = [{ state: "held" }, { state: "unknown" }];
  assert.deepEqual(applicable("sent", both), [{ state: "unknown" }]);
  assert.deepEqual(applicable("cancel", both), [{ state: "held" }]);
  assert.deepEqual(applicable("resend", both), both);
  assert.deepEqual(applicable("drop", both), both);
});

test("every decision says the number it is about", () => {
  for (const decision of Object.values(DECISIONS)) {
    assert.match(decision.title("1,234 messages"), /1,234 messages.*\?$/);
  }
});

test("above a hundred the number is typed", () => {
  assert.equal(needsTyping(100), false);
  assert.equal(needsTyping(101), true);
  assert.ok(typedRight(" 98,312 ", 98_312) && typedRight("98312", 98_312) && typedRight("98 312", 98_312));
  assert.ok(!typedRight("98313", 98_312) && !typedRight("", 98_312) && !typedRight("9831", 98_312));
});
