import { choice, delta, number, type OptionsOf, optional, whole } from "../core/fields.js";
import { aboutColumns } from "../data/fields.js";
import { groupedColumnOf } from "../data/values.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { ColumnFields } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import type { Way } from "./thresholds.js";

class IntervalFields<T = number> extends ColumnFields<T> {
  /** BNS13's SanThresholds */
  method = choice(["paper"] as const);
  /** above 0, far below 1 / (number of records) */
  delta = delta();
  /**
   * the maximum number of records: public, and counted from the data only if `neighbors` is "replace"
   */
  size = whole(10_000);
  /** the maximum error of any threshold, as a share of `size`, 0.001 to 1; default 0.1 */
  accuracy = optional(number(), 0.1);
}

/**
 * Options of `sanitizeThresholds` with `method: "paper"`.
 * @interface
 */
export type IntervalOptions<T = number> = OptionsOf<IntervalFields<T>>;

export const intervalsDeclaration = new ReleaseDeclaration({
  name: "sanitizeThresholds",
  of: "SanThresholds",
  Fields: IntervalFields,
  ...aboutColumns,
  statement({ accuracy: { error, confidence }, conditions }) {
    const { kept, mostRecords, leastSize } = conditions;
    if (kept) {
      return `If there are at most ${formatCount(mostRecords)} records: with ${formatPercent(confidence)} confidence, the number at or below every value is off by at most ${formatCount(error)}.`;
    }
    const enough =
      leastSize === undefined ? ", or for any other" : `; it takes ${formatCount(leastSize)}`;
    return `No accuracy is promised for a declared size of ${formatCount(mostRecords)}${enough}.`;
  },
  example: { data: [{ values: [1, 2, 3], counts: [9, 9, 9] }] },
});

/** Values of synthetic records, as keys of the domain, and the number that have each. */
type Drawn = { points: unknown[]; counts: number[]; complete: boolean };

export const byIntervals: Way = {
  released: intervalsDeclaration,
  columnOf: groupedColumnOf,
  dataOf: ({ data, counts }) => ({ values: data, counts }),
  answerOf({ points, counts, complete }: Drawn, { decode }) {
    if (points.length === 0) return { value: null, reason: "no synthetic records" };
    const value = new SanitizedThresholds(points.map(decode), counts);
    return complete ? { value } : { value, reason: "some ranges could not be cut further" };
  },
};
