// What the reader sees of the connection: the word in the header, the banner when what is in sight may be old.
import { announce } from "./announce.js";
import { token } from "./api.js";
import { now } from "./clock.js";
import { byId, setText } from "./dom.js";
import { clock, left } from "./format.js";

/** A connection that breaks and is back at once is not worth a word. */
const GRACE_MS = 1_500;

export class Connection {
  #live;
  #wasLive = false;
  #downAt = 0;

  watch(live) {
    this.#live = live;
    byId("banner-retry").addEventListener("click", () => live.retry());
    this.changed();
  }

  /** The connection is in another state. */
  changed() {
    const { state } = this.#live;
    if (state === "live") {
      if (this.#wasLive && this.#downAt > 0 && Date.now() - this.#downAt > GRACE_MS) {
        announce("Connected again");
      }
      this.#wasLive = true;
      this.#downAt = 0;
    } else if (this.#downAt === 0) {
      this.#downAt = Date.now();
    }
    this.tick();
  }

  /** Once a second, too: the time to the next try runs down. */
  tick() {
    const { state, why, retryAt, lastHeard } = this.#live;
    const isDown = state !== "live" && this.#downAt > 0 && Date.now() - this.#downAt > GRACE_MS;
    const shown = state === "live" ? "live" : isDown && state !== "resting" ? "down" : "connecting";
    byId("connection").dataset.state = shown;
    setText(byId("connection-text"), shown === "live" ? "Live" : shown === "down" ? "Disconnected" : "Connecting");
    const banner = byId("banner");
    banner.hidden = !isDown || state === "refused" || state === "resting";
    if (!banner.hidden) {
      const since = this.#wasLive ? " What you see is from " + clock(lastHeard + now() - Date.now(), now()) + " and may be old." : "";
      setText(byId("banner-text"), "Disconnected: " + why + since);
      const next = left(retryAt, Date.now());
      setText(byId("banner-retry"), state === "connecting" ? "Trying" : next === null ? "Try now" : "Try now (next in " + next + ")");
    }
    byId("forget").hidden = token() === null;
  }
}
