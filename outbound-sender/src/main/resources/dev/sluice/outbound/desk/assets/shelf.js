// The page of reviews in sight, and what news does to it. Pure. Rows never move under a reader's pointer: what is settled
// stays, greyed, and what is new goes below or is counted, until the reader asks for a fresh page.

/** The key of a review, as in the topic. */
export function keyOf(review) {
  return review.sender + "/" + review.request_id;
}

/** A decision without effect for so long is worth a word. */
export const PENDING_MS = 10_000;

export class Shelf {
  /** key → {review, settled, pending: null | {decision, attempt, atMs}} in the order shown */
  rows = new Map();
  total = 0;
  next = null;
  arrived = 0;

  /** A fresh page; decisions under way are remembered for the rows that are still there. */
  show(answer) {
    const before = this.rows;
    this.rows = new Map();
    for (const review of answer.reviews) {
      const known = before.get(keyOf(review));
      this.rows.set(keyOf(review), { review, settled: false, pending: stillPending(known, review) });
    }
    this.total = answer.total;
    this.next = answer.next ?? null;
    this.arrived = 0;
  }

  /** The same page read again: rows keep their places, the missing are settled; what is new goes below while there is room. */
  refresh(answer, pageSize) {
    const fresh = new Map(answer.reviews.map((review) => [keyOf(review), review]));
    for (const [key, row] of this.rows) {
      const review = fresh.get(key);
      row.settled = review === undefined;
      if (review !== undefined) {
        row.pending = stillPending(row, review);
        row.review = review;
      }
    }
    this.arrived = 0;
    for (const [key, review] of fresh) {
      if (!this.rows.has(key) && this.rows.size < pageSize) {
        this.rows.set(key, { review, settled: false, pending: null });
      } else if (!this.rows.has(key)) {
        this.arrived++;
      }
    }
    this.total = answer.total;
    this.next = answer.next ?? null;
  }

  /** Reviews that were closed; whether one of them is in sight. */
  close(keys) {
    let seen = false;
    for (const key of keys) {
      const row = this.rows.get(key);
      if (row !== undefined && !row.settled) {
        row.settled = true;
        seen = true;
      }
    }
    return seen;
  }

  /** How many rows were settled while they were in sight. */
  settled() {
    return [...this.rows.values()].filter((row) => row.settled).length;
  }

  /** Notes a decision that was written for these reviews. */
  decided(reviews, decision, atMs) {
    for (const review of reviews) {
      const row = this.rows.get(keyOf(review));
      if (row !== undefined) {
        row.pending = { decision, attempt: review.attempt, atMs };
      }
    }
  }

  /** Reviews that can be decided on. */
  open() {
    return [...this.rows.values()].filter((row) => !row.settled).map((row) => row.review);
  }

  /** Whether nothing is left to do on this page though there is more. */
  isSpent() {
    return this.rows.size > 0 && this.open().length === 0;
  }
}

// a decision is about one attempt: another one in the review means that it has had its effect
function stillPending(row, review) {
  return row?.pending != null && row.pending.attempt === review.attempt ? row.pending : null;
}
