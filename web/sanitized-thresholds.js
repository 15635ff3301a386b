import { checkOptions, choiceOption, describe } from "./options.js";
import { decodedValue, encodedValue } from "./plain-values.js";

/**
 * What `sanitizeThresholds` releases: evenly spaced quantiles, and with them the share of records at
 * or below any value. Plain data that needs neither the records nor the core.
 * @template [T=any]
 */
export class SanitizedThresholds {
  /** The quantiles at 1/(m + 1), ..., m/(m + 1), in increasing order. @type {readonly T[]} */
  points;

  /** @param {T[]} points in increasing order, at least one */
  constructor(points) {
    this.points = Object.freeze([...points]);
    Object.freeze(this);
  }

  /**
   * The share of records at or below a value, between 0 and 1.
   * @param {T} x a value of the domain
   * @returns {number}
   */
  cdf(x) {
    const below = this.points.findIndex((point) => point > x);
    const reached = below < 0 ? this.points.length : below;
    // The share lies between reached/(m + 1) and (reached + 1)/(m + 1).
    return (reached + 0.5) / (this.points.length + 1);
  }

  /**
   * The value that a share p of the records is at or below.
   * @param {number} p 0 to 1
   * @returns {T}
   */
  quantile(p) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be from 0 to 1, got ${describe(p)}`);
    const last = this.points.length - 1;
    const nearest = Math.round(p * (last + 2)) - 1;
    return this.points[Math.min(Math.max(nearest, 0), last)];
  }

  /**
   * Synthetic records: the evenly spaced quantiles of this distribution, nothing random.
   * @param {number} n how many, a whole number
   * @returns {T[]}
   */
  sample(n) {
    return Array.from({ length: n }, (_, i) => this.quantile((i + 0.5) / n));
  }

  /** Plain JSON, for `SanitizedThresholds.fromJSON`. */
  toJSON() {
    return { type: "thresholds", points: this.points.map(encodedValue) };
  }

  /**
   * Reads what was saved or published.
   * @param {any} json what `toJSON` returned, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(json) {
    checkOptions("SanitizedThresholds.fromJSON", json, ["type", "points"]);
    choiceOption("type", json.type, ["thresholds"]);
    if (!Array.isArray(json.points) || json.points.length === 0) {
      throw new TypeError(`points must be an array of at least one, got ${describe(json.points)}`);
    }
    return new SanitizedThresholds(
      json.points.map((/** @type {any} */ point) => decodedValue(point, "points")),
    );
  }
}
