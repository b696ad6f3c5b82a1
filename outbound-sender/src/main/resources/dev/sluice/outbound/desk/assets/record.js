// One review as it is stored: the parts that are read, and the content that is only shown. Pure.
import { indented, members, parse } from "./json.js";

/** Reads a record; its params stay the text that was written, since a reader wants the bytes and not our idea of them. */
export function readRecord(text) {
  const record = {};
  for (const [key, value] of members(text)) {
    record[key] = key === "params" ? value : parse(value);
  }
  return record;
}

/** What a person reads first of the content: the text or caption; null when there is none. */
export function messageText(params) {
  const fields = members(params ?? "");
  for (const key of ["text", "caption"]) {
    const value = fields.get(key);
    if (value?.startsWith('"')) {
      return JSON.parse(value);
    }
  }
  return null;
}

/** JSON for reading. */
export function shownJson(text) {
  return indented(text);
}
