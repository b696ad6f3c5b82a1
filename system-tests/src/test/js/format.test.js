import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { clock, count, counted, head, left, millis, readable, revealed, span, utc } = await asset("format.js");

test("counts have their thousands apart", () => {
  assert.deepEqual([0, 7, 999, 1000, 98312, 1234567].map(count), ["0", "7", "999", "1,000", "98,312", "1,234,567"]);
  assert.equal(count(undefined), "0");
  assert.equal(counted(1, "review"), "1 review");
  assert.equal(counted(0, "review"), "0 reviews");
});

test("a time span is coarse, and never negative", () => {
  const cases = [[-5, "0 s"], [999, "0 s"], [59_999, "59 s"], [60_000, "1 min"], [3_600_000, "1 h"], [7_500_000, "2 h 5 min"], [86_400_000, "1 d"], [273_600_000, "3 d 4 h"]];
  for (const [ms, text] of cases) {
    assert.equal(span(ms), text);
  }
});

test("a countdown rounds up and ends", () => {
  assert.equal(left(1_000, 0), "0:01");
  assert.equal(left(1, 0), "0:01");
  assert.equal(left(61_000, 0), "1:01");
  assert.equal(left(3_723_000, 0), "1:02:03");
  assert.equal(left(5, 5), null);
  assert.equal(left(NaN, 0), null);
});

test("a time of day has its date on another day", () => {
  const at = new Date(2026, 10, 30, 9, 5, 7).getTime();
  assert.equal(clock(at, at + 1000), "09:05:07");
  assert.equal(clock(at, at + 48 * 3_600_000), "30 Nov 09:05:07");
  assert.equal(clock(at, new Date(2027, 1, 1).getTime()), "30 Nov 2026 09:05:07");
  assert.equal(clock(millis(null), at), "");
  assert.equal(utc(millis("2026-11-30T12:05:00.250Z")), "2026-11-30 12:05:00 UTC");
});

test("an id shows what is unseen, a text only what turns it around", () => {
  assert.equal(revealed("a\u202eb\u200bc d"), "a<U+202E>b<U+200B>c d");
  assert.equal(revealed("a\u00a0b\nc"), "a<U+00A0>b<U+000A>c");
  assert.equal(revealed(42), "42");
  assert.equal(revealed(null), "");
  assert.equal(readable("👩‍🚀\n\tשלום"), "👩‍🚀\n\tשלום");
  assert.equal(readable("a\u2066b\u0000c\u2069"), "a<U+2066>b<U+0000>c<U+2069>");
  assert.equal(revealed("<b>&amp;"), "<b>&amp;");
});

test("a text is cut between code points", () => {
  assert.equal(head("abc", 5), "abc");
  assert.equal(head("ab😀c", 3), "ab");
  assert.equal(head("ab😀c", 4), "ab😀");
});
