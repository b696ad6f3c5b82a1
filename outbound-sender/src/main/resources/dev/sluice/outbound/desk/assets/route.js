// Where the reader is, as the part of the address after '#': a view and its filters, so that back and links work. Pure.

export const VIEWS = ["lanes", "reviews", "outcomes"];

const FIELDS = {
  lanes: ["find", "show", "sort", "dir"],
  reviews: ["sender", "state", "chat", "q"],
  outcomes: ["request_id", "chat", "sender"],
};

/** Reads an address; anything not understood is the lanes. */
export function parseRoute(hash) {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const name = mark < 0 ? text : text.slice(0, mark);
  const view = VIEWS.includes(name) ? name : "lanes";
  const given = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  return { view, filter: kept(view, (field) => given.get(field)) };
}

/** Writes an address; empty fields are left out. */
export function formatRoute(view, filter = {}) {
  const query = new URLSearchParams(kept(view, (field) => filter[field])).toString();
  return "#/" + view + (query === "" ? "" : "?" + query);
}

function kept(view, value) {
  const filter = {};
  for (const field of FIELDS[view]) {
    const given = value(field);
    if (given !== undefined && given !== null && given !== "") {
      filter[field] = given;
    }
  }
  return filter;
}

/** Whether two filters ask for the same. */
export function sameFilter(a, b) {
  return new URLSearchParams(a).toString() === new URLSearchParams(b).toString();
}

/** A request's query: only what is asked for. */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : "?" + text;
}
