import { anything, choice, optional, readOptions } from "../core/fields.js";
import { describe } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { checkReleased, isUpTo } from "../data/ordered-values.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

/** @template T */
class ThresholdFields {
  /**
   * the last value of the lower side, or null
   * @type {import("../core/fields.js").Needed<T | null>}
   */
  threshold = anything();
  /** which side has label 1 */
  ones = choice(/** @type {const} */ (["below", "above"]));
  /**
   * the label of all values, if there is no threshold
   * @type {import("../core/fields.js").Optional<0 | 1 | undefined>}
   */
  constant = optional(anything(), undefined);
}

/**
 * @template [T=any]
 * @typedef {import("../core/fields.js").OptionsOf<ThresholdFields<T>>} ThresholdParts {@interface} What makes a
 *   `ThresholdHypothesis`.
 */

/** @extends {ThresholdFields<any>} */
class ThresholdJson extends ThresholdFields {
  type = choice(/** @type {const} */ (["threshold"]));
}

/**
 * What `learnThreshold` found: a plain rule that anybody may keep, send or publish. It needs neither
 * the data nor the core.
 * @template [T=any]
 */
export class ThresholdHypothesis {
  /**
   * The last value of the lower side; null if all values lie on one side.
   * @type {T | null}
   */
  threshold;
  /**
   * Which side has label 1: values up to the threshold ("below") or those above it.
   * @type {"below" | "above"}
   */
  ones;
  /**
   * The label of every value, if there is no threshold.
   * @type {0 | 1 | undefined}
   */
  constant;

  /**
   * A rule of your own, or one read from elsewhere.
   * @param {ThresholdParts<T>} rule
   */
  constructor(rule) {
    const { threshold, ones, constant } = readOptions("ThresholdHypothesis", ThresholdFields, rule);
    this.threshold = /** @type {T | null} */ (threshold);
    this.ones = ones;
    if (threshold !== null) {
      checkReleased("threshold", threshold);
    } else if (constant === 0 || constant === 1) {
      this.constant = constant;
    } else {
      throw new RangeError(`constant must be 0 or 1, got ${describe(constant)}`);
    }
    Object.freeze(this);
  }

  /**
   * The label of a value: of the domain's kind, compared as it is.
   * @param {any} x a value
   * @returns {0 | 1}
   */
  predict(x) {
    if (this.threshold === null) return /** @type {0 | 1} */ (this.constant);
    return isUpTo(x, this.threshold) === (this.ones === "below") ? 1 : 0;
  }

  /** Plain JSON, for `ThresholdHypothesis.fromJSON`. */
  toJSON() {
    const { ones, constant } = this;
    const threshold = encodedValue(this.threshold);
    return { type: "threshold", ones, threshold, ...(threshold === null && { constant }) };
  }

  /**
   * Reads what was saved or published.
   * @param {any} saved what `toJSON` returned, or `JSON.parse` of its text
   * @returns {ThresholdHypothesis}
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved) {
    const json = copiedJson(saved);
    const { type: _, ...rule } = readOptions("ThresholdHypothesis.fromJSON", ThresholdJson, json);
    return new ThresholdHypothesis({
      ...rule,
      threshold: decodedValue(rule.threshold, "threshold"),
    });
  }
}
