import { choice, optional } from "../core/fields.js";
import { aboutColumns } from "../data/fields.js";
import { columnOf } from "../data/values.js";
import { nothingBelow } from "../ledger/few-records.js";
import { percent, rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";
import { ColumnFields, guessedRecords } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";

/**
 * @template [T=number]
 * @extends {ColumnFields<T>}
 */
class ValueCountsFields extends ColumnFields {
  /** a noisy count of each of at most 1,024 values; what "auto" takes then, unless `points` is given */
  method = optional(choice(/** @type {const} */ (["auto", "counts"])), "auto");
  /** about how many records there are: for "quantiles", not used here */
  records = guessedRecords();
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<ValueCountsFields<T>>} ValueCountsOptions {@interface} Options
 *   of `sanitizeThresholds` with `method: "counts"`.
 */

export const sanitizedByCounts = new Released({
  name: "sanitizeThresholds",
  of: "ValueCounts",
  Fields: ValueCountsFields,
  ...aboutColumns,
  statement: ({ accuracy: { error, confidence } }) =>
    `With ${percent(confidence)} confidence, \`cdf\` is off by at most ${rounded(error)} records at every value.${nothingBelow(error, 0, "records")}`,
  example: { data: [[1, 2, 3]], options: { method: "counts" } },
});

/** @type {import("./thresholds.js").Way} */
export const byCounts = {
  released: sanitizedByCounts,
  columnOf,
  dataOf: ({ data }) => data,
  answerOf: ({ points, counts }, { decode }) => ({
    value: new SanitizedThresholds(points.map(decode), counts),
  }),
};
