import { checkOptions, choiceOption, describe } from "../core/options.js";
import { checkReleased, isUpTo } from "../data/ordered-values.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

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
   * @param {object} rule
   * @param {T | null} rule.threshold the last value of the lower side, or null
   * @param {"below" | "above"} rule.ones which side has label 1
   * @param {0 | 1} [rule.constant] the label of all values, if there is no threshold
   */
  constructor(rule) {
    checkOptions("ThresholdHypothesis", rule, ["threshold", "ones", "constant"]);
    const { threshold, ones, constant } = rule;
    this.threshold = threshold;
    this.ones = choiceOption("ones", ones, ["below", "above"]);
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
   * @param {any} json what `toJSON` returned, or `JSON.parse` of its text
   * @returns {ThresholdHypothesis}
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(json) {
    checkOptions("ThresholdHypothesis.fromJSON", json, ["type", "ones", "threshold", "constant"]);
    choiceOption("type", json.type, ["threshold"]);
    const { ones, constant } = json;
    const threshold = decodedValue(json.threshold, "threshold");
    return new ThresholdHypothesis({ threshold, ones, constant });
  }
}
