import {
  checkOptions,
  choiceOption,
  describe,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { countsFor } from "../data/counts.js";
import { checkReleased, isBelow } from "../data/ordered-values.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

/**
 * The release of `sanitizeThresholds`: evenly spaced quantiles, and with them the share of records at or below
 * any value. Plain data, independent of records and core.
 */
export class SanitizedThresholds<T = unknown> {
  /** In increasing order: the quantiles at 1/(m + 1), ..., m/(m + 1), or the values of synthetic records. */
  points: readonly T[];

  /** How many synthetic records have each value; undefined if the points are quantiles. */
  counts: readonly number[] | undefined;

  /** How many synthetic records lie at or below each point. */
  #upTo: number[] = [];

  /**
   * @param points in increasing order, at least one
   * @param counts above 0, one for each value
   */
  constructor(points: T[], counts?: number[]) {
    if (!Array.isArray(points) || points.length === 0) {
      throw new TypeError(`points must be an array of at least one, got ${describe(points)}`);
    }
    for (const point of points) checkReleased("points", point);
    this.points = Object.freeze([...points]);
    this.counts =
      counts === undefined ? undefined : Object.freeze(positiveCounts(counts, points.length));
    let sum = 0;
    for (const count of this.counts ?? []) {
      sum += count;
      this.#upTo.push(sum);
    }
    Object.freeze(this);
  }

  /**
   * The share of records at or below a value, between 0 and 1.
   * @param x a value of the domain
   */
  cdf(x: T): number {
    const below = this.points.findIndex((point) => isBelow(x, point));
    const reached = below < 0 ? this.points.length : below;
    if (this.counts !== undefined) {
      return reached === 0 ? 0 : this.#upTo[reached - 1]! / this.#upTo[this.#upTo.length - 1]!;
    }
    // The share lies between reached/(m + 1) and (reached + 1)/(m + 1).
    return (reached + 0.5) / (this.points.length + 1);
  }

  /**
   * The value that a share p of the records is at or below.
   * @param p 0 to 1
   */
  quantile(p: number): T {
    if (!(numberOption("p", p) >= 0 && p <= 1)) {
      throw new RangeError(`p must be from 0 to 1, got ${p}`);
    }
    const last = this.points.length - 1;
    if (this.counts !== undefined) {
      const wanted = p * this.#upTo[last]!;
      return this.points[this.#upTo.findIndex((upTo) => upTo >= wanted)]!;
    }
    const nearest = Math.round(p * (last + 2)) - 1;
    return this.points[Math.min(Math.max(nearest, 0), last)]!;
  }

  /**
   * Synthetic records: the evenly spaced quantiles of this distribution, without randomness.
   * @param n the number of records, 0 to 10,000,000
   */
  sample(n: number): T[] {
    const length = wholeOption("n", n, 0, 1e7);
    return Array.from({ length }, (_, i) => this.quantile((i + 0.5) / n));
  }

  /** Plain JSON, for `SanitizedThresholds.fromJSON`. */
  toJSON() {
    const points = this.points.map(encodedValue);
    return { type: "thresholds", points, ...(this.counts && { counts: [...this.counts] }) };
  }

  /**
   * Parses a saved or published release.
   * @param saved the result of `toJSON`, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved: unknown): SanitizedThresholds {
    const json = copiedJson(saved);
    checkOptions("SanitizedThresholds.fromJSON", json, ["type", "points", "counts"]);
    choiceOption("type", json.type, ["thresholds"]);
    if (!Array.isArray(json.points)) {
      throw new TypeError(`points must be an array, got ${describe(json.points)}`);
    }
    const points = Array.from(json.points, (point) => decodedValue(point, "points"));
    return new SanitizedThresholds(points, json.counts as number[]);
  }
}

function positiveCounts(counts: unknown, size: number) {
  if (!Array.isArray(counts)) {
    throw new TypeError(`counts must be an array, got ${describe(counts)}`);
  }
  const whole = countsFor(counts, size);
  if (whole.includes(0)) throw new RangeError("counts must be above 0, got 0");
  return whole;
}
