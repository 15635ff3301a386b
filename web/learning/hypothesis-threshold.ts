import {
  anything,
  choice,
  type Needed,
  type Optional,
  type OptionsOf,
  optional,
  readOptions,
} from "../core/fields.js";
import { describe } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { checkReleased, isUpTo } from "../data/ordered-values.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

class ThresholdFields<T> {
  /** the last value of the lower side, or null */
  threshold: Needed<T | null> = anything();
  /** the side with label 1 */
  ones = choice(["below", "above"] as const);
  /** the label of all values, if there is no threshold */
  constant: Optional<0 | 1 | undefined> = optional(anything(), undefined);
}

/**
 * The fields of a `ThresholdHypothesis`.
 * @interface
 */
export type ThresholdParts<T = unknown> = OptionsOf<ThresholdFields<T>>;

class ThresholdJson extends ThresholdFields<unknown> {
  type = choice(["threshold"] as const);
}

/**
 * The rule that `learnThreshold` found: plain data to keep, send or publish. It depends on neither records nor
 * core.
 */
export class ThresholdHypothesis<T = unknown> {
  /** The last value of the lower side; null if all values lie on one side. */
  threshold: T | null;
  /** Which side has label 1: values up to the threshold ("below") or those above it. */
  ones: "below" | "above";
  /** The label of every value, if there is no threshold. */
  constant: 0 | 1 | undefined;

  /** A rule of your own, or one read from elsewhere. */
  constructor(rule: ThresholdParts<T>) {
    const { threshold, ones, constant } = readOptions("ThresholdHypothesis", ThresholdFields, rule);
    this.threshold = threshold as T | null;
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
   * @param x a value
   */
  predict(x: unknown): 0 | 1 {
    if (this.threshold === null) return this.constant as 0 | 1;
    return isUpTo(x, this.threshold) === (this.ones === "below") ? 1 : 0;
  }

  /** Plain JSON, for `ThresholdHypothesis.fromJSON`. */
  toJSON() {
    const { ones, constant } = this;
    const threshold = encodedValue(this.threshold);
    return { type: "threshold", ones, threshold, ...(threshold === null && { constant }) };
  }

  /**
   * Parses a saved or published rule.
   * @param saved the result of `toJSON`, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved: unknown): ThresholdHypothesis {
    const json = copiedJson(saved);
    const { type: _, ...rule } = readOptions("ThresholdHypothesis.fromJSON", ThresholdJson, json);
    return new ThresholdHypothesis({
      ...rule,
      threshold: decodedValue(rule.threshold, "threshold"),
    });
  }
}
