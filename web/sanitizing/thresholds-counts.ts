import { choice, numberThat, type OptionsOf, optional } from "../core/fields.js";
import { aboutColumns } from "../data/fields.js";
import { columnOf } from "../data/values.js";
import { nothingBelow } from "../ledger/few-records.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { ColumnFields, guessedRecords } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import type { Way } from "./thresholds.js";

class ValueCountsFields<T = number> extends ColumnFields<T> {
  /** a noisy count of each of at most 1,024 values; "auto" takes it then, unless `points` is given */
  method = optional(choice(["auto", "counts"] as const), "auto");
  /** the approximate number of records: for "quantiles", not used here */
  records = guessedRecords();
  /** for "slices", not used here */
  delta = optional(
    numberThat("from 0 to below 1", (one) => one >= 0 && one < 1, 1e-3),
    0,
  );
}

/**
 * Options of `sanitizeThresholds` with `method: "counts"`.
 * @interface
 */
export type ValueCountsOptions<T = number> = OptionsOf<ValueCountsFields<T>>;

export const countsDeclaration = new ReleaseDeclaration({
  name: "sanitizeThresholds",
  of: "ValueCounts",
  Fields: ValueCountsFields,
  ...aboutColumns,
  statement: ({ accuracy: { error, confidence } }) =>
    `With ${formatPercent(confidence)} confidence, \`cdf\` is off by at most ${formatCount(error)} records at every value.${nothingBelow(error, 0, "records")}`,
  example: { data: [[1, 2, 3]], options: { method: "counts" } },
});

export const byCounts: Way = {
  released: countsDeclaration,
  columnOf,
  dataOf: ({ data }) => data,
  answerOf: ({ points, counts }: { points: unknown[]; counts: number[] }, { decode }) => ({
    value: new SanitizedThresholds(points.map(decode), counts),
  }),
};
