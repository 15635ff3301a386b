import { anything, choice, optional, readOptions } from "../core/fields.js";
import { flagOption } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

class PointJson {
  type = choice(/** @type {const} */ (["point"]));
  item = optional(anything(), undefined);
}

/**
 * What `learnPoint` found: a plain rule that needs neither the data nor the core.
 */
export class PointHypothesis {
  /** Whether there is an item with label 1. @type {boolean} */
  found;
  /** That item; undefined if there is none. @type {any} */
  item;

  /**
   * A rule of your own, or one read from elsewhere.
   * @param {boolean} found whether there is an item with label 1
   * @param {any} [item] which
   */
  constructor(found, item) {
    this.found = flagOption("found", found);
    this.item = item;
    Object.freeze(this);
  }

  /**
   * 1 for the item, 0 for every other one. Items are told apart as a Map does.
   * @param {any} x an item
   * @returns {0 | 1}
   */
  predict(x) {
    const isItem = x === this.item || (Number.isNaN(x) && Number.isNaN(this.item));
    return this.found && isItem ? 1 : 0;
  }

  /** Plain JSON, for `PointHypothesis.fromJSON`. */
  toJSON() {
    return { type: "point", ...(this.found && { item: encodedValue(this.item) }) };
  }

  /**
   * Reads what was saved or published.
   * @param {any} saved what `toJSON` returned, or `JSON.parse` of its text
   * @returns {PointHypothesis}
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved) {
    const json = copiedJson(saved);
    const { item } = readOptions("PointHypothesis.fromJSON", PointJson, json);
    if (!("item" in json)) return new PointHypothesis(false);
    return new PointHypothesis(true, decodedValue(item, "item"));
  }
}
