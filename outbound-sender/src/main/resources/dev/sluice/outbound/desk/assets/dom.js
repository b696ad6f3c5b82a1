// The only place that makes elements. Text from outside goes through textContent alone; nothing here reads markup.

/** The element with this id. */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error("no #" + id);
  }
  return found;
}

/**
 * Makes an element. Properties: class, text, data (dataset), on (listeners); the rest become attributes, null and false
 * are left out, true is an empty one.
 */
export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (key === "class") {
      made.className = value;
    } else if (key === "text") {
      made.textContent = value;
    } else if (key === "data") {
      Object.assign(made.dataset, value);
    } else if (key === "on") {
      for (const [event, listener] of Object.entries(value)) {
        made.addEventListener(event, listener);
      }
    } else {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Text that may run in any direction without turning what stands beside it. */
export function bdi(text, className = null) {
  return el("bdi", { text, class: className });
}

/** Where the focus stood is gone or hidden: it goes to the heading of what is in sight, never to nowhere. */
export function keepFocus() {
  const at = document.activeElement;
  if (at === null || at === document.body || at.disabled || at.closest("dialog:not([open])") !== null) {
    document.querySelector("main > section:not([hidden]) h1")?.focus();
  }
}

/** Sets the text where it changed: a screen reader is not disturbed, a selection stays. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Sets or takes an attribute, only where it changed. */
export function setAttr(element, name, value) {
  if (value === null || value === false) {
    if (element.hasAttribute(name)) {
      element.removeAttribute(name);
    }
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/**
 * Makes the children of a parent those of the keys, in that order. What is there already is kept, and with it the focus;
 * make(key) makes the rest.
 */
export function reconcile(parent, keys, known, make) {
  const wanted = new Set(keys);
  for (const [key, child] of known) {
    if (!wanted.has(key)) {
      child.element.remove();
      known.delete(key);
    }
  }
  let place = parent.firstElementChild;
  for (const key of keys) {
    let child = known.get(key);
    if (child === undefined) {
      child = make(key);
      known.set(key, child);
    }
    if (child.element === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child.element, place);
    }
  }
}

/** A column's cell; the label shows where the table is cards. */
export function cell(label, className, ...children) {
  return el("td", { role: "cell", class: className, data: { label } }, ...children);
}

/** A state with its colour; the word says it too. */
export function chip(kind, text, title = null) {
  return el("span", { class: "chip", data: { kind }, text, title });
}
