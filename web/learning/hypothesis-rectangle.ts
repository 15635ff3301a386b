import { choice, type Needed, readOptions } from "../core/fields.js";
import { describe } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { checkOrdered } from "../data/ordered-values.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

class RectangleJson {
  type = choice(["rectangle"] as const);
  lowest = side();
  highest = side();
}

/** A value on an axis. */
export type AxisValue = number | bigint | Date;

function side(): Needed<AxisValue[]> {
  return {
    read: (_, value) => {
      if (!Array.isArray(value)) {
        throw new TypeError(`lowest and highest must be arrays, got ${describe(value)}`);
      }
      return Array.from(value, (one) => decodedValue(one, "lowest and highest") as AxisValue);
    },
  };
}

/**
 * The rule that `learnRectangle` found: a box, label 1 inside (its sides included), 0 outside. Plain data,
 * independent of records and core.
 */
export class RectangleHypothesis {
  /** The lower side on each axis. */
  lowest: readonly AxisValue[];
  /** The upper side on each axis; an axis on which it lies below the lower one makes the box empty. */
  highest: readonly AxisValue[];

  /**
   * A box of your own, or one read from elsewhere.
   * @param lowest the lower side on each axis
   * @param highest the upper side on each axis
   */
  constructor(lowest: AxisValue[], highest: AxisValue[]) {
    for (const side of [lowest, highest]) {
      if (!Array.isArray(side) || side.length !== lowest.length) {
        throw new TypeError("lowest and highest must be arrays of one length");
      }
      for (const value of side) checkOrdered("lowest and highest", value);
    }
    this.lowest = Object.freeze([...lowest]);
    this.highest = Object.freeze([...highest]);
    Object.freeze(this);
  }

  /**
   * 1 in the box, 0 outside.
   * @param point one value an axis
   */
  predict(point: ArrayLike<AxisValue>): 0 | 1 {
    if (point?.length !== this.lowest.length) {
      throw new RangeError(`point must have ${this.lowest.length} values, got ${describe(point)}`);
    }
    for (let i = 0; i < this.lowest.length; ++i) checkOrdered("point", point[i]);
    return this.lowest.every((low, i) => low <= point[i]! && point[i]! <= this.highest[i]!) ? 1 : 0;
  }

  /** Plain JSON, for `RectangleHypothesis.fromJSON`. */
  toJSON() {
    const { lowest, highest } = this;
    return {
      type: "rectangle",
      lowest: lowest.map(encodedValue),
      highest: highest.map(encodedValue),
    };
  }

  /**
   * Parses a saved or published rule.
   * @param saved the result of `toJSON`, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved: unknown): RectangleHypothesis {
    const json = copiedJson(saved);
    const { lowest, highest } = readOptions("RectangleHypothesis.fromJSON", RectangleJson, json);
    return new RectangleHypothesis(lowest, highest);
  }
}
