// JSON from outside, read without losing digits. Pure.

/**
 * Parses an answer. An integer too large for a number becomes the text of its digits where the browser tells them: an id
 * is never rounded.
 */
export function parse(text) {
  try {
    return JSON.parse(text, whole);
  } catch (e) {
    if (e instanceof RangeError) {
      // nested so deep that looking at each value runs out of stack: plain reading does not
      return JSON.parse(text);
    }
    throw e;
  }
}

function whole(key, value, context) {
  const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && context?.source !== undefined ? context.source : value;
}

const SPACE = /[ \t\n\r]/;

/** The members of an object as they were written: a map from key to the untouched text of the value. */
export function members(text) {
  const found = new Map();
  let at = skipSpace(text, 0);
  if (text[at] !== "{") {
    return found;
  }
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== "}") {
    const keyEnd = skipString(text, at);
    const key = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    found.set(key, text.slice(start, end));
    at = skipSpace(text, end);
    if (text[at] === ",") {
      at = skipSpace(text, at + 1);
    }
  }
  return found;
}

function skipSpace(text, at) {
  while (at < text.length && SPACE.test(text[at])) {
    at++;
  }
  return at;
}

function skipString(text, at) {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") {
      i++;
    } else if (text[i] === '"') {
      return i + 1;
    }
  }
  return text.length;
}

function skipValue(text, at) {
  if (text[at] === '"') {
    return skipString(text, at);
  }
  let depth = 0;
  let i = at;
  while (i < text.length) {
    const c = text[i];
    if (c === '"') {
      i = skipString(text, i);
      continue;
    }
    if (c === "{" || c === "[") {
      depth++;
    } else if (c === "}" || c === "]") {
      if (depth === 0) {
        return i;
      }
      depth--;
      if (depth === 0) {
        return i + 1;
      }
    } else if (depth === 0 && (c === "," || SPACE.test(c))) {
      return i;
    }
    i++;
  }
  return i;
}

/** JSON with a line for each member; numbers and texts stay as they were written. Deep nesting costs no stack. */
export function indented(text) {
  const out = [];
  let depth = 0;
  let i = 0;
  const line = () => out.push("\n" + "  ".repeat(Math.min(depth, 40)));
  while (i < text.length) {
    const c = text[i];
    if (c === '"') {
      const end = skipString(text, i);
      out.push(text.slice(i, end));
      i = end;
      continue;
    }
    if (c === "{" || c === "[") {
      const next = skipSpace(text, i + 1);
      if (text[next] === "}" || text[next] === "]") {
        out.push(c + text[next]);
        i = next + 1;
        continue;
      }
      depth++;
      out.push(c);
      line();
    } else if (c === "}" || c === "]") {
      depth--;
      line();
      out.push(c);
    } else if (c === ",") {
      out.push(c);
      line();
    } else if (c === ":") {
      out.push(": ");
    } else if (!SPACE.test(c)) {
      out.push(c);
    }
    i++;
  }
  return out.join("");
}
