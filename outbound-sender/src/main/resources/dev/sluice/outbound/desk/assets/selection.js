// What is ticked: rows one by one, over several pages, or all that match. Pure.

export class Selection {
  /** key → item */
  #items = new Map();
  /** All that match the filter, whether they were ever in sight or not. */
  all = false;

  has(key) {
    return this.all || this.#items.has(key);
  }

  add(key, item) {
    this.#items.set(key, item);
  }

  /** Takes one out; with all ticked the shown others stay, since nobody has seen the rest. */
  remove(key, shown) {
    if (this.all) {
      this.all = false;
      this.#items = new Map(shown);
    }
    this.#items.delete(key);
  }

  /** Forgets one that is no longer there to be decided on. */
  forget(key) {
    this.#items.delete(key);
  }

  clear() {
    this.#items.clear();
    this.all = false;
  }

  /** How many, when so many match. */
  count(matching) {
    return this.all ? matching : this.#items.size;
  }

  items() {
    return [...this.#items.values()];
  }
}
