// The connection to the desk's events: it is kept up, and its state is known at any time.
import { call } from "./api.js";
import { parse } from "./json.js";
import { EventParser, retryAfterMs, SILENCE_MS } from "./sse.js";

/** A tab that is left for a moment keeps its connection. */
const HIDDEN_MS = 10_000;

export class Live {
  #listeners;
  #abort = null;
  #tries = 0;
  #timer = 0;
  #silence = 0;
  #resting = 0;
  /** connecting, live, waiting (for the next try), refused (until there is a token), resting (nobody sees the page) */
  state = "connecting";
  retryAt = 0;
  lastHeard = 0;
  why = "";

  /**
   * @param listeners opened() when news flow (again), event(type, data), changed() when the state is another
   */
  constructor(listeners) {
    this.#listeners = listeners;
    addEventListener("online", () => this.retry());
    // a browser has few connections to one host: tabs that nobody sees leave theirs to the others
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#resting);
      if (document.hidden) {
        this.#resting = setTimeout(() => this.#rest(), HIDDEN_MS);
      } else {
        this.retry();
      }
    });
  }

  /** Connects now, unless it is connected. */
  retry() {
    if (this.#abort === null) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  }

  #rest() {
    clearTimeout(this.#timer);
    if (this.#abort === null) {
      this.#set("resting");
    } else {
      this.#abort.abort("resting");
    }
  }

  async #connect() {
    this.#abort = new AbortController();
    this.#set("connecting");
    this.#hear();
    try {
      const response = await call("events", { headers: { Accept: "text/event-stream" }, signal: this.#abort.signal });
      await this.#read(response.body.getReader());
      this.why = "The desk closed the connection.";
    } catch (e) {
      if (this.#abort.signal.reason === "resting") {
        this.#end("resting");
        return;
      }
      this.why = this.#abort.signal.aborted ? "The desk has said nothing for " + SILENCE_MS / 1000 + " s." : e.status > 0 ? e.message : "The desk does not answer.";
      if (e.status === 401) {
        this.#end("refused");
        return;
      }
    }
    this.#end("waiting");
  }

  async #read(reader) {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    this.#tries = 0;
    this.#set("live");
    this.#listeners.opened();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      this.#hear();
      for (const event of parser.take(decoder.decode(value, { stream: true }))) {
        this.#listeners.event(event.type, parse(event.data));
      }
    }
  }

  #hear() {
    this.lastHeard = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#abort?.abort(), SILENCE_MS);
  }

  #end(state) {
    clearTimeout(this.#silence);
    this.#abort?.abort();
    this.#abort = null;
    if (state === "waiting") {
      this.#tries++;
      const wait = retryAfterMs(this.#tries, Math.random());
      this.retryAt = Date.now() + wait;
      this.#timer = setTimeout(() => this.#connect(), wait);
    }
    this.#set(state);
  }

  #set(state) {
    this.state = state;
    this.#listeners.changed();
  }
}
