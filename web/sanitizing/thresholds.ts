import { choice, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { choiceOption } from "../core/options.js";
import { columnsOnce } from "../data/columns-once.js";
import { isDomain } from "../data/domains.js";
import { aboutColumns } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { columnOf } from "../data/values.js";
import { nothingBelow } from "../ledger/few-records.js";
import { percent, rounded, shareUp } from "../ledger/record.js";
import { optionsOfAny, Released } from "../ledger/released.js";
import { ColumnFields, guessedRecords } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import { byCounts } from "./thresholds-counts.js";
import { byIntervals } from "./thresholds-paper.js";

/**
 * @template [T=number]
 * @extends {ColumnFields<T>}
 */
class DistributionFields extends ColumnFields {
  /**
   * recursive quantiles; others are "counts" and "paper". "auto" (default): "counts" on a domain of at most
   * 1,024 values if `points` is not given, else "quantiles"
   */
  method = optional(choice(/** @type {const} */ (["auto", "quantiles"])), "auto");
  /**
   * how many quantiles, 1 to 999; default: as many as suit `records`, or else 31. More make finer steps and larger
   * errors in rank
   */
  points = optional(whole(31), undefined);
  /**
   * about how many records there are, 1 to 2^40, as is publicly known or supposed, never read off the data: it chooses
   * `points`, from 3 to 511. A wrong guess costs accuracy only
   */
  records = guessedRecords();
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<DistributionFields<T>>} DistributionOptions {@interface} Options
 *   of `sanitizeThresholds`.
 */

/**
 * How a way to sanitize a column reads it and makes an answer.
 * @typedef {object} Way
 * @property {Released<ColumnFields<any>>} released
 * @property {typeof columnOf} columnOf
 * @property {(column: any) => any} dataOf what the core takes of a column
 * @property {(drawn: any, domain: import("../data/domains.js").Domain<any>) => object} answerOf
 */

export const sanitizedThresholds = new Released({
  name: "sanitizeThresholds",
  of: "Distribution",
  Fields: DistributionFields,
  ...aboutColumns,
  statement: ({ accuracy: { error, confidence }, conditions: { halfStep, mostEqual } }) =>
    `With ${percent(confidence)} confidence, \`cdf\` is off by at most ${rounded(error)} records plus ${shareUp(halfStep)} of all records at every value, provided no value occurs more than ${rounded(mostEqual)} times.${nothingBelow(error, halfStep, "records")}`,
  example: { data: [[1, 2, 3]] },
});

/** @type {Way} */
const byQuantiles = {
  released: sanitizedThresholds,
  columnOf,
  dataOf: ({ data }) => data,
  answerOf: (drawn, { decode }) => ({ value: new SanitizedThresholds(drawn.map(decode)) }),
};

/**
 * How numbers are distributed: for every value the share of records at or below it, from one release.
 *
 * Privacy: (epsilon, 0), pure, for one record more or less (or changed), any data, none included.
 * Source: recursive quantiles, the tight counterpart of BNS13's SanThresholds; noisy counts of all values on
 * domains of at most 1,024; docs/guarantees/sanitizers.md.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {DistributionOptions<T> | import("./thresholds-counts.js").ValueCountsOptions<T>} options
 * @returns {{ value: SanitizedThresholds<T>, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError}
 */
/**
 * By BNS13's SanThresholds, for comparison: synthetic records from a declared size of many millions.
 *
 * Privacy: (epsilon, delta), any data. Source: BNS13 section 4.3; docs/guarantees/san-thresholds.md.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each; { values, counts } takes any number
 * @param {import("./thresholds-paper.js").IntervalOptions<T>} options
 * @returns {{ value: SanitizedThresholds<T> | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} null if there are no synthetic records
 */
/**
 * @param {import("../data/values.js").Values} values
 * @param {any} options
 * @returns {any}
 */
export function sanitizeThresholds(values, options) {
  const { way, options: once } = sanitizingWay(options);
  const { released } = way;
  const asked = released.ask(once);
  const { domain, outside, missing } = asked.read;
  const given = columnsOnce(values);
  checkColumn(given);
  const { drawn, record } = released.draw(asked, () => {
    const column = way.columnOf(given, domain, outside, missing);
    const { data, core, records: _, ...layout } = column;
    const reading = { ...layout, domain: core };
    if (outside === "throw") call("checkInside", data, { ...asked.request, ...reading });
    return { data: way.dataOf(column), reading };
  });
  return { ...way.answerOf(drawn, domain), record };
}

/**
 * Each has options of its own, so that it is chosen before they are checked.
 * @param {any} options
 */
export function sanitizingWay(options) {
  const ways = [byQuantiles, byCounts, byIntervals].map(({ released }) => released);
  const once = optionsOfAny(options, ...ways);
  const { method = "auto", domain, points } = once ?? {};
  const named = ["auto", "quantiles", "counts", "paper"];
  const chosen = choiceOption("method", method, named);
  const isFew = chosen === "auto" && points === undefined && hasFewValues(domain);
  if (isFew || chosen === "counts") return { way: byCounts, options: once };
  return { way: chosen === "paper" ? byIntervals : byQuantiles, options: once };
}

/** Whether a domain, if it is one, has so few values that each of them is counted. @param {any} domain */
function hasFewValues(domain) {
  return isDomain(domain) && call("hasFewValues", domain.core);
}
