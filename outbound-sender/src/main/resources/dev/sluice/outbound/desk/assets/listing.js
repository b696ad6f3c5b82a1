// A table with its surroundings: what it shows, rows that keep their place and focus, ticks, empty state, pages, bulk bar.
import { el, keepFocus, reconcile, setAttr, setText } from "./dom.js";

export class Listing {
  #rows = new Map();
  #body;
  #table;
  #tick;
  #range;
  #news;
  #empty;
  #frame;
  #pager;
  #bar;
  #barText;
  #barAll;
  #last = null;

  /**
   * @param root where it is built
   * @param plan caption, columns [{label, class}], row(key) → {element, box?, update()}, actions [{text, kind, act}],
   *   and what the reader does: ticked(key, on), tickedAll(on), matching(), clear(), refresh(), page(step)
   */
  constructor(root, plan) {
    this.plan = plan;
    this.#range = el("p", { class: "range" });
    this.#news = el("button", { type: "button", class: "news", hidden: true, on: { click: () => plan.refresh() } });
    this.#tick = el("input", { type: "checkbox", "aria-label": "Select all shown", on: { change: (e) => plan.tickedAll(e.target.checked) } });
    this.#body = el("tbody", { role: "rowgroup" });
    const heads = plan.columns.map((column) => el("th", { role: "columnheader", scope: "col", class: column.class, text: column.label }));
    if (plan.ticked !== undefined) {
      heads.unshift(el("th", { role: "columnheader", scope: "col", class: "tick" }, el("label", { class: "hit" }, this.#tick)));
    }
    this.#table = el("table", { role: "table" },
      el("caption", { class: "unseen", text: plan.caption }),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...heads)),
      this.#body);
    this.#frame = el("div", { class: "frame" }, this.#table);
    this.#empty = el("div", { class: "empty", hidden: true });
    this.#pager = this.#makePager();
    this.#bar = this.#makeBar();
    root.append(el("div", { class: "list-head" }, this.#range, this.#news), this.#frame, this.#empty, this.#pager.element, this.#bar);
    this.#body.addEventListener("click", (e) => this.#reach(e));
  }

  /** Shows these keys in this order. */
  show(keys) {
    reconcile(this.#body, keys, this.#rows, (key) => this.plan.row(key));
    for (const row of this.#rows.values()) {
      row.update();
    }
    this.#frame.hidden = keys.length === 0;
    this.#showTick(keys);
  }

  /** Rows in sight as they are now. */
  update() {
    for (const row of this.#rows.values()) {
      row.update();
    }
    this.#showTick([...this.#rows.keys()]);
  }

  range(text) {
    setText(this.#range, text);
  }

  /** A button that reads the list again, with what is new; null hides it. */
  news(text) {
    this.#news.hidden = text === null;
    setText(this.#news, text ?? "");
  }

  /** Why there is nothing to see; null hides it. */
  empty(title, ...paragraphs) {
    this.#empty.hidden = title === null;
    this.#empty.replaceChildren();
    if (title !== null) {
      this.#empty.append(el("h2", { text: title }), ...paragraphs.map((each) => (typeof each === "string" ? el("p", { text: each }) : each)));
    }
  }

  busy(on) {
    setAttr(this.#table, "aria-busy", on ? "true" : null);
  }

  /** Which page this is, and which ways there are. */
  pages(text, hasBack, hasOn) {
    const { element, first, back, on, word } = this.#pager;
    const focused = document.activeElement;
    element.hidden = !hasBack && !hasOn;
    first.disabled = !hasBack;
    back.disabled = !hasBack;
    on.disabled = !hasOn;
    setText(word, text);
    // a button that was just used and is of no more use gives the focus to its neighbour
    if (focused?.disabled && element.contains(focused)) {
      (hasBack ? back : on).focus();
    }
  }

  /** The bar of what is ticked: how many, and whether all that match can be had. */
  bar(ticked, text, allText) {
    const had = this.#bar.contains(document.activeElement);
    this.#bar.hidden = ticked === 0;
    setText(this.#barText, text);
    this.#barAll.hidden = allText === null;
    setText(this.#barAll, allText ?? "");
    if (had && ticked === 0) {
      this.#tick.focus();
      keepFocus();
    }
  }

  isInUse() {
    return this.#table.matches(":hover") || this.#table.contains(document.activeElement);
  }

  top() {
    this.#frame.scrollIntoView({ block: "nearest" });
  }

  #showTick(keys) {
    const boxes = keys.map((key) => this.#rows.get(key)?.box).filter((box) => box !== undefined && !box.disabled);
    const on = boxes.filter((box) => box.checked).length;
    this.#tick.checked = on > 0 && on === boxes.length;
    this.#tick.indeterminate = on > 0 && on < boxes.length;
    this.#tick.disabled = boxes.length === 0;
  }

  // shift and a click ticks all between the last one and this
  #reach(event) {
    const box = event.target.closest?.("input[type=checkbox]");
    if (box === null || box === undefined) {
      return;
    }
    const boxes = [...this.#body.querySelectorAll("input[type=checkbox]")];
    const at = boxes.indexOf(box);
    const from = this.#last === null ? -1 : boxes.indexOf(this.#last);
    if (event.shiftKey && from >= 0) {
      for (const each of boxes.slice(Math.min(at, from), Math.max(at, from) + 1)) {
        if (!each.disabled && each !== box && each.checked !== box.checked) {
          each.checked = box.checked;
          each.dispatchEvent(new Event("change"));
        }
      }
    }
    this.#last = box;
  }

  #makePager() {
    const way = (text, step) => el("button", { type: "button", text, on: { click: () => this.plan.page(step) } });
    const first = way("First", 0);
    const back = way("Previous", -1);
    const on = way("Next", 1);
    const word = el("span", { class: "page" });
    return { element: el("nav", { class: "pager", "aria-label": "Pages of " + this.plan.caption.toLowerCase(), hidden: true }, first, back, word, on), first, back, on, word };
  }

  #makeBar() {
    this.#barText = el("span", { class: "bar-text" });
    this.#barAll = el("button", { type: "button", class: "link", hidden: true, on: { click: () => this.plan.matching?.() } });
    const acts = (this.plan.actions ?? []).map((action) =>
      el("button", { type: "button", text: action.text, data: { kind: action.kind ?? "" }, on: { click: action.act } }));
    const clear = el("button", { type: "button", class: "plain", text: "Clear", "aria-label": "Clear selection", on: { click: () => this.plan.clear?.() } });
    return el("div", { class: "bar", role: "group", "aria-label": "Decide on what is selected", hidden: true },
      el("div", { class: "bar-words" }, this.#barText, this.#barAll, clear), el("div", { class: "bar-acts" }, ...acts));
  }
}
