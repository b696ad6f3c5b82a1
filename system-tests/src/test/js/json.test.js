import assert from "node:assert/strict";
import test from "node:test";
import { asset } from "./assets.js";

const { indented, members, parse } = await asset("json.js");
const { messageText, readRecord } = await asset("record.js");

test("members are the text as it was written", () => {
  const found = members(' { "a" : 1.50 , "b":{"c":[1,2,"}"]},"d\\u0022":"x\\"y", "e":null,"f":[] } ');
  assert.deepEqual([...found], [["a", "1.50"], ["b", '{"c":[1,2,"}"]}'], ['d"', '"x\\"y"'], ["e", "null"], ["f", "[]"]]);
});

test("what is no object has no members, and what is cut ends", () => {
  assert.equal(members("[1]").size, 0);
  assert.equal(members("").size, 0);
  assert.equal(members('{"a":"unended').get("a"), '"unended');
  assert.equal(members('{"a":[1,').get("a"), "[1,");
});

test("numbers keep every digit when they are shown", () => {
  assert.equal(indented('{"id":9007199254740993,"list":[1.10,{}],"none":[ ]}'), '{\n  "id": 9007199254740993,\n  "list": [\n    1.10,\n    {}\n  ],\n  "none": []\n}');
  assert.equal(indented('"a:,{}"'), '"a:,{}"');
});

test("nesting of any depth costs no stack", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  assert.ok(indented(deep).length > 400_000);
  assert.equal(members('{"params":' + deep + "}").get("params").length, deep.length);
  assert.equal(readRecord('{"request_id":"a","params":{"x":' + deep + "}}").request_id, "a");
});

test("small numbers are numbers", () => {
  assert.deepEqual(parse('{"a":1,"b":"2","c":1.5,"d":null}'), { a: 1, b: "2", c: 1.5, d: null });
});

test("the words of a message are its text or caption, when they are text", () => {
  assert.equal(messageText('{"chat_id":1,"text":"h\\u0069"}'), "hi");
  assert.equal(messageText('{"caption":"below"}'), "below");
  assert.equal(messageText('{"text":{"a":1}}'), null);
  assert.equal(messageText(undefined), null);
});
