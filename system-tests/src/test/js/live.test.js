import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { EventParser, retryAfterMs } = await asset("sse.js");

const STREAM = ': \n\nevent: lanes\ndata: {"a":1}\n\n: keep\nevent: reviews\r\ndata: 1\r\ndata: 2\r\n\r\ndata:x\n\n';
const EVENTS = [{ type: "lanes", data: '{"a":1}' }, { type: "reviews", data: "1\n2" }, { type: "message", data: "x" }];

test("events are the same, however the stream is cut", () => {
  for (let size = 1; size <= STREAM.length; size++) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += size) {
      events.push(...parser.take(STREAM.slice(at, at + size)));
    }
    assert.deepEqual(events, EVENTS, "in pieces of " + size);
  }
});

test("an event without end is given up", () => {
  const parser = new EventParser();
  assert.throws(() => {
    for (let i = 0; i < 100; i++) {
      parser.take("x".repeat(100_000));
    }
  });
});

test("waits double up to a bound and differ", () => {
  assert.equal(retryAfterMs(1, 0.5), 1_000);
  assert.equal(retryAfterMs(2, 0.5), 2_000);
  assert.equal(retryAfterMs(50, 0.5), 15_000);
  assert.ok(retryAfterMs(3, 0) < retryAfterMs(3, 1));
});
