/** How many elements of a long list are written at once: a copy of all of them would be as large as the ledger. */
const atOnce = 500;

/** How many sets of names are remembered: a ledger's entries and records have some dozen. */
const remembered = 16;

/**
 * JSON without spaces, the names of every object in order, so that it is the same whatever stored the values in
 * between.
 */
export class JsonInOrder {
  #known: { names: string[]; sorted: string[] }[] = [];

  textOf(value: unknown): string {
    return JSON.stringify(this.#copied(value));
  }

  /** The elements of a list, without its brackets, piece by piece. */
  *piecesOf(list: unknown[]): Generator<string> {
    for (let first = 0; first < list.length; first += atOnce) {
      const text = this.textOf(list.slice(first, first + atOnce));
      yield `${first === 0 ? "" : ","}${text.slice(1, -1)}`;
    }
  }

  #copied(value: unknown): unknown {
    if (typeof value === "bigint") return String(value); // never saved, but a caller may pass it
    if (typeof value !== "object" || value === null) return value;
    if ("toJSON" in value && typeof value.toJSON === "function")
      return this.#copied(value.toJSON());
    if (Array.isArray(value)) return value.map((one) => this.#copied(one));
    const copy: Record<string, unknown> = {};
    for (const name of this.#inOrder(Object.keys(value))) {
      const one = this.#copied((value as Record<string, unknown>)[name]);
      // A plain assignment would be of the object's prototype.
      if (name === "__proto__") Object.defineProperty(copy, name, { value: one, enumerable: true });
      else copy[name] = one;
    }
    return copy;
  }

  #inOrder(names: string[]): string[] {
    for (const known of this.#known) {
      if (known.names.length !== names.length) continue;
      if (known.names.every((name, i) => name === names[i])) return known.sorted;
    }
    const sorted = [...names].sort();
    this.#known.unshift({ names, sorted });
    this.#known.length = Math.min(this.#known.length, remembered);
    return sorted;
  }
}
