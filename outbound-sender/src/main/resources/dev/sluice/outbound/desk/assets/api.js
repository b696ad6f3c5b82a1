// Every call to the desk. The token stands in the session storage of this tab, and nowhere else.
import { parse } from "./json.js";

const TOKEN = "sluice-desk-token";
const TIMEOUT_MS = 30_000;

/** What the desk refused, or that it could not be reached (status 0). */
export class ApiError extends Error {
  constructor(status, error, detail) {
    super(detail || error);
    this.status = status;
    this.error = error;
  }
}

/** The bearer token of this tab; null without one. */
export function token() {
  return sessionStorage.getItem(TOKEN);
}

/** Keeps a token, or forgets it. */
export function keepToken(text) {
  if (text === null) {
    sessionStorage.removeItem(TOKEN);
  } else {
    sessionStorage.setItem(TOKEN, text);
  }
}

let onUnauthorised = () => {};

/** Who is told that the token is missing or wrong. */
export function whenUnauthorised(listener) {
  onUnauthorised = listener;
}

/** A request with the token; answers other than 2xx are thrown. */
export async function call(path, options = {}) {
  const headers = { ...options.headers };
  if (token() !== null) {
    headers.Authorization = "Bearer " + token();
  }
  let response;
  try {
    response = await fetch("api/" + path, { cache: "no-store", redirect: "error", credentials: "omit", ...options, headers });
  } catch (e) {
    if (options.signal?.aborted && options.signal.reason?.name !== "TimeoutError") {
      throw e;
    }
    throw new ApiError(0, "unreachable", "The desk does not answer.");
  }
  if (!response.ok) {
    throw await refusal(response);
  }
  return response;
}

async function refusal(response) {
  let said = {};
  try {
    said = parse(await response.text());
  } catch {
    // an answer that is no JSON is told by its status
  }
  const error = new ApiError(response.status, said?.error ?? "http_" + response.status, said?.detail ?? "The desk answered HTTP " + response.status + ".");
  if (response.status === 401) {
    onUnauthorised();
  }
  return error;
}

/** Gets JSON. */
export async function get(path, signal = undefined) {
  return parse(await getText(path, signal));
}

/** Gets an answer as it was written. */
export async function getText(path, signal = undefined) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const response = await call(path, { signal: either });
  return response.text();
}

/** Writes commands, given as JSON; how many were accepted. */
export async function post(body, signal = undefined) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await call("commands", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  return (await response.json()).accepted;
}
