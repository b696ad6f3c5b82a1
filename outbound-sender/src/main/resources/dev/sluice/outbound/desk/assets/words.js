// What the desk's words mean to a person. Pure: no page, no clock. A word that is not known is shown as it is.
import { revealed } from "./format.js";

const STATES = {
  accepted: ["Accepted", "It is a job and waits for its turn."],
  sent: ["Sent", "The API took it, or a person said that it arrived."],
  rejected: ["Rejected", "The API refused it for good."],
  expired: ["Expired", "Its time was over before it could be sent."],
  cancelled: ["Cancelled", "It was cancelled before it was sent."],
  exhausted: ["Exhausted", "It used up its attempts."],
  held: ["Held", "Not sent: the API said 429 without saying how long to wait. A person decides."],
  unknown: ["Unknown", "It may have been sent: the answer is lost or says nothing. A person decides."],
  dropped: ["Dropped", "It was given up by a decision."],
};

const REASONS = {
  accepted: "accepted",
  sent: "the API took it",
  not_modified: "the API says it already reads so",
  api_accepted: "the API took it, without a message in return",
  bad_request: "the API refused the request (400)",
  forbidden: "the API refused: forbidden (403)",
  not_found: "the API found no such chat or method (404)",
  too_large: "too large for the API (413)",
  expired: "its time was over",
  cancelled: "cancelled by a command",
  chat_cancelled: "the chat was cancelled: a person has answered",
  attempts: "no attempt left",
  flood_without_wait: "429 without a usable wait",
  lost_response: "the answer was lost",
  server_error: "the API answered 5xx",
  unparsable: "the answer could not be read",
  album_partial: "part of the album may have been sent",
  deadline: "the attempt had no result by its deadline",
  resolved: "decided by a person",
  policy: "decided by the request's on_unknown",
  late_result_duplicate: "its answer came late, after it was sent again: it may be there twice",
};

const WHY = {
  flood_without_wait:
    "The API answered 429 but did not say how long to wait. This message was certainly not sent. When the bot has calmed down, send it again; or give it up.",
  lost_response:
    "The call was made and the connection ended before the answer. The message may be in the chat: look there before you decide.",
  server_error:
    "The API answered with a server error. It may have sent the message before it failed: look into the chat before you decide.",
  unparsable:
    "The API answered something nobody can read as yes or no. Look into the chat before you decide.",
  album_partial:
    "The API failed within an album. Some of its pictures may be in the chat: look there before you decide.",
  deadline:
    "The attempt was granted and nothing was heard of it by its deadline, as after a crash. The message may be in the chat: look there before you decide.",
};

const CLASSES = {
  sent: "taken by the API",
  flood: "429, told how long to wait",
  held: "429, not told how long to wait",
  migrated: "the chat has another id now",
  rejected: "refused for good",
  auth: "the credentials were refused",
  unknown: "nobody can tell",
  not_sent: "nothing left this host",
};

const PARKED = {
  no_credentials: "no token for this sender",
  auth: "the API refuses the token",
};

// words come from outside: "constructor" is none of ours
function known(table, word) {
  return Object.hasOwn(table, word ?? "") ? table[word] : undefined;
}

/** The name of a state; a word not known here stays as it is. */
export function stateName(state) {
  return known(STATES, state)?.[0] ?? revealed(state);
}

/** One sentence about a state. */
export function stateMeaning(state) {
  return known(STATES, state)?.[1] ?? "";
}

/** A reason in words. */
export function reasonText(reason) {
  return known(REASONS, reason) ?? revealed(reason);
}

/** Why a review stands there, and what to look at. */
export function whyText(review) {
  return known(WHY, review.reason) ?? stateMeaning(review.state);
}

/** What an attempt came to. */
export function classText(word) {
  return known(CLASSES, word) ?? revealed(word);
}

/** Why a lane is parked. */
export function parkedText(word) {
  return known(PARKED, word) ?? revealed(word);
}

/** An error as the API put it: Bot API or UnifyPort. */
export function errorText(error) {
  if (error === null || error === undefined) {
    return "";
  }
  if (typeof error !== "object") {
    return String(error);
  }
  const code = error.code ?? error.numeric_code ?? "";
  const words = error.description ?? error.message ?? "";
  return [code, words].filter((part) => part !== "" && part !== null).join(" ");
}

/** What the API said in one line: status and error; a dash when there was no answer. */
export function saidText(httpStatus, error) {
  const said = errorText(error);
  const status = httpStatus === null || httpStatus === undefined ? "" : "HTTP " + httpStatus;
  return [status, said].filter((part) => part !== "").join(": ") || "no answer";
}
