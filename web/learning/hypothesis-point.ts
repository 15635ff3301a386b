import { anything, choice, optional, readOptions } from "../core/fields.js";
import { flagOption } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

class PointJson {
  type = choice(["point"] as const);
  item = optional(anything(), undefined);
}

/**
 * The rule that `learnPoint` found: plain data, independent of records and core.
 */
export class PointHypothesis {
  /** Whether there is an item with label 1. */
  found: boolean;
  /** That item; undefined if no item was found. */
  item: unknown;

  /**
   * A rule of your own, or one read from elsewhere.
   * @param found whether there is an item with label 1
   * @param item which
   */
  constructor(found: boolean, item?: unknown) {
    this.found = flagOption("found", found);
    this.item = item;
    Object.freeze(this);
  }

  /**
   * 1 for the item, 0 for every other one. Items are equal if a Map treats them as the same key.
   * @param x an item
   */
  predict(x: unknown): 0 | 1 {
    const isItem = x === this.item || (Number.isNaN(x) && Number.isNaN(this.item));
    return this.found && isItem ? 1 : 0;
  }

  /** Plain JSON, for `PointHypothesis.fromJSON`. */
  toJSON() {
    return { type: "point", ...(this.found && { item: encodedValue(this.item) }) };
  }

  /**
   * Parses a saved or published rule.
   * @param saved the result of `toJSON`, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved: unknown): PointHypothesis {
    const json = copiedJson(saved);
    const { item } = readOptions("PointHypothesis.fromJSON", PointJson, json);
    if (!("item" in (json as object))) return new PointHypothesis(false);
    return new PointHypothesis(true, decodedValue(item, "item"));
  }
}
