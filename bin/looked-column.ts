// A column as its owner sees it before any question: which kinds of cells it has, and how they could be read.
import { Faults } from "../demo/files/faults.js";
import type { Notation } from "../demo/files/notation.js";
import { missing, reading, shownCell, unreadable } from "../demo/files/readings.js";
import { dateSuggestions, numberSuggestions, type Suggestion } from "../demo/files/suggestions.js";

/** The maximum number of different names to count, and of texts to try notations on. */
const [mostNames, mostTexts] = [2 ** 20, 1000];

const booleanWords = new Set(["true", "false"]);

type Kind = "number" | "date" | "boolean" | "text";

export class LookedColumn {
  name;
  counts: Record<Kind | "empty" | "unreadable", number> = {
    ...{ number: 0, date: 0, boolean: 0, text: 0 },
    ...{ empty: 0, unreadable: 0 },
  };
  /** Cells that name no user: lists, objects, rounded numbers. */
  unreadable = new Faults();

  #names: Set<string> = new Set();
  #texts: Map<string, number> = new Map();
  #notation;
  #read;

  constructor(name: string, notation: Notation) {
    this.name = name;
    this.#notation = notation;
    this.#read = {
      ...{ text: reading("text", notation), number: reading("number", notation) },
      date: reading("date", notation),
    };
  }

  add(cell: unknown, place: number) {
    const name = this.#read.text(cell);
    if (name === missing) {
      this.counts.empty += 1;
      return;
    }
    if (name === unreadable) {
      this.counts.unreadable += 1;
      this.unreadable.add(place, () => shownCell(cell));
      return;
    }
    if (this.#names.size < mostNames) this.#names.add(name);
    const kind = this.#kindOf(cell, name);
    this.counts[kind] += 1;
    if (kind === "text" && this.#texts.size < mostTexts && !this.#texts.has(name)) {
      this.#texts.set(name, place);
    }
  }

  #kindOf(cell: unknown, name: string): Kind {
    if (typeof cell === "boolean" || booleanWords.has(name.toLowerCase())) return "boolean";
    const isDeclared = this.#notation.dates !== undefined;
    if (isDeclared && this.#read.date(cell) !== unreadable) return "date";
    if (this.#read.number(cell) !== unreadable) return "number";
    return this.#read.date(cell) === unreadable ? "text" : "date";
  }

  /** The kind of most of its cells. */
  get kind(): Kind {
    const kinds: Kind[] = ["text", "number", "date", "boolean"];
    return kinds.reduce((most, kind) => (this.counts[kind] > this.counts[most] ? kind : most));
  }

  /** The number of different names, with a plus where there may be more. */
  get distinct() {
    const count = this.#names.size.toLocaleString("en");
    return this.#names.size === mostNames ? `${count}+` : count;
  }

  /** The first texts among numbers or dates. */
  get odd() {
    return [...this.#texts].slice(0, 3).map(([what, place]) => ({ what, place }));
  }

  /** Notations that read all of its texts as numbers, or as dates. */
  get suggestions(): Suggestion[] {
    const texts = [...this.#texts.keys()].filter((text) => /\d/.test(text));
    if (texts.length < this.#texts.size / 2) return [];
    const dates = this.kind === "number" ? [] : dateSuggestions(texts, this.#notation);
    if (dates.length > 0) return dates;
    return this.kind === "date" ? [] : numberSuggestions(texts, this.#notation);
  }
}
