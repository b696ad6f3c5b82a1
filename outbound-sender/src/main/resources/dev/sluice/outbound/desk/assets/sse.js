// Server-sent events from a fetched stream, and how long to wait before the next try. Pure.

/** The stream says something every 15 s; after this long without a word it is taken as gone. */
export const SILENCE_MS = 40_000;
/** No event of the desk is larger; more than this without its end is no event stream. */
export const EVENT_LIMIT = 4_000_000;

/** Cuts text, in whatever pieces it comes, into events {type, data}. Comments are swallowed. */
export class EventParser {
  #rest = "";
  #type = "";
  #data = [];

  /** The events that this piece completes. */
  take(piece) {
    const events = [];
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    if (this.#rest.length > EVENT_LIMIT) {
      throw new Error("an event without end");
    }
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) {
          events.push({ type: this.#type || "message", data: this.#data.join("\n") });
        }
        this.#type = "";
        this.#data = [];
      } else {
        this.#field(line);
      }
    }
    return events;
  }

  #field(line) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") {
      this.#type = value;
    } else if (name === "data") {
      this.#data.push(value);
    }
  }
}

/** Wait before try n (from 1): doubling to 15 s, spread by chance (0 to 1) so that many pages do not come at once. */
export function retryAfterMs(tries, chance) {
  const full = Math.min(15_000, 500 * 2 ** Math.min(tries, 10));
  return Math.round(full * (0.75 + chance / 2));
}
