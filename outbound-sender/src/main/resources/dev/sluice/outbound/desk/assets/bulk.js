// What a decision does to how many, and how it travels: pure rules of the bulk dialog.

/** From this number on a person types it. */
export const TYPED_ABOVE = 100;
/** Commands in one array, as the API takes them. */
export const ARRAY_LIMIT = 1000;
/** Bytes of one array: below the API's 1 MiB, since long ids would pass it before the count does. */
export const BYTES_LIMIT = 900_000;
/** Characters of a note. */
export const NOTE_LIMIT = 500;

export const DECISIONS = {
  sent: {
    button: "Mark as sent",
    title: (n) => `Mark ${n} as sent?`,
    detail: "You have seen them in the chat. Their jobs end as sent; nothing is called.",
    only: "unknown",
    others: "Held ones were certainly not sent and are left as they are.",
  },
  resend: {
    button: "Send again",
    title: (n) => `Send ${n} again?`,
    detail: "Each is called once more. What had arrived after all will be there twice.",
  },
  drop: {
    button: "Drop",
    title: (n) => `Drop ${n}?`,
    detail: "Their jobs end as dropped. Nothing is called, and this cannot be taken back.",
    danger: true,
  },
  cancel: {
    button: "Cancel sending",
    title: (n) => `Cancel ${n}?`,
    detail: "Held jobs end as cancelled. Nothing is called, and this cannot be taken back.",
    only: "held",
    others: "Unknown ones may have been sent already, so it is too late to cancel them; they are left as they are.",
    danger: true,
  },
  pause: {
    button: "Pause",
    title: (n) => `Pause ${n}?`,
    detail: "Nothing of these senders is sent until they are resumed. Jobs wait, and expire meanwhile.",
  },
  resume: {
    button: "Resume",
    title: (n) => `Resume ${n}?`,
    detail: "What waits is sent again, within the limits.",
  },
};

/** Whether a decision is about senders and not about reviews. */
export function aboutLanes(decision) {
  return decision === "pause" || decision === "resume";
}

/** Those of the reviews that a decision can apply to. */
export function applicable(decision, reviews) {
  const only = DECISIONS[decision].only;
  return only === undefined ? reviews : reviews.filter((review) => review.state === only);
}

/** The record for outbound.commands. Who decides is added by the desk. */
export function command(decision, target, note = "") {
  if (aboutLanes(decision)) {
    return { command: decision, sender: target.sender };
  }
  if (decision === "cancel") {
    return { command: "cancel", sender: target.sender, request_id: target.request_id };
  }
  const resolve = { command: "resolve", sender: target.sender, request_id: target.request_id };
  // the attempt that the person saw: a decision about an older one decides nothing
  if (Number.isInteger(target.attempt)) {
    resolve.attempt = target.attempt;
  }
  resolve.decision = decision;
  if (note !== "") {
    resolve.note = note;
  }
  return resolve;
}

const BYTES = new TextEncoder();

/** Cuts commands into arrays within both limits; each array comes as the JSON to post and its length. */
export function* arrays(commands, limit = ARRAY_LIMIT, bytes = BYTES_LIMIT) {
  let parts = [];
  let size = 2;
  for (const each of commands) {
    const text = JSON.stringify(each);
    const length = BYTES.encode(text).length + 1;
    if (parts.length > 0 && (parts.length === limit || size + length > bytes)) {
      yield { body: "[" + parts.join(",") + "]", length: parts.length };
      parts = [];
      size = 2;
    }
    parts.push(text);
    size += length;
  }
  if (parts.length > 0) {
    yield { body: "[" + parts.join(",") + "]", length: parts.length };
  }
}

/** Whether so many need the number typed. */
export function needsTyping(n) {
  return n > TYPED_ABOVE;
}

/** Whether what was typed is the number; thousands may be apart. */
export function typedRight(text, n) {
  return text.replace(/[\s,.'_]/g, "") === String(n);
}
