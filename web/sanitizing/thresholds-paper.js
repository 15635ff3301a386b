import { numberOption, wholeOption } from "../core/options.js";
import { groupedColumnOf } from "../data/values.js";
import { percent, rounded } from "../ledger/record.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";

/**
 * Options of `sanitizeThresholds` with `method: "paper"`.
 * @template [T=number]
 * @typedef {object} IntervalOptions
 * @property {"paper"} method BNS13's SanThresholds
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of records)
 * @property {number} size how many records there are at most: public, never counted from the data
 *   unless `neighbors` is "replace"
 * @property {number} [accuracy] by which share of `size` any threshold may be off, 0.001 to 1; default
 *   0.1
 * @property {import("../data/domains.js").Domain<T>} [domain] of at most 64 bits; default: `reals()`
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] as for `median`; default "clamp"
 * @property {"drop" | "throw"} [missing] as for `median`
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = [
  "method",
  "epsilon",
  "delta",
  "size",
  "accuracy",
  "domain",
  "neighbors",
  "confidence",
  "outside",
  "missing",
  "ledger",
];

/**
 * How `sanitizeThresholds` runs it.
 * @type {import("./thresholds.js").Method}
 */
export const byIntervals = {
  of: "SanThresholds",
  known,
  read: ({ delta, size, accuracy = 0.1 }) => ({
    delta: numberOption("delta", delta),
    size: wholeOption("size", size, 32, 2 ** 45),
    accuracy: numberOption("accuracy", accuracy),
  }),
  columnOf: groupedColumnOf,
  dataOf: ({ data, counts }) => ({ values: data, counts }),
  answerOf({ points, counts, complete }, { decode }) {
    if (points.length === 0) return { value: null, reason: "no synthetic records" };
    const value = new SanitizedThresholds(points.map(decode), counts);
    return complete ? { value } : { value, reason: "some ranges could not be cut further" };
  },
  statementOf({ accuracy: { error, confidence }, conditions }) {
    const { kept, mostRecords, leastSize } = conditions;
    if (kept) {
      return `With ${percent(confidence)} confidence, of at most ${rounded(mostRecords)} records, the number at or below any value is off by at most ${rounded(error)}.`;
    }
    const enough =
      leastSize === undefined
        ? "nor at any size that can be declared"
        : `that takes a size of ${rounded(leastSize)}`;
    return `Nothing is promised at a size of ${rounded(mostRecords)} with these options; ${enough}.`;
  },
};
