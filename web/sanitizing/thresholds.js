import { choice, optional, readOptions, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { choiceOption } from "../core/options.js";
import { checkColumn } from "../data/holders.js";
import { columnOf } from "../data/values.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { ColumnFields } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import { byIntervals } from "./thresholds-paper.js";

/**
 * @template [T=number]
 * @extends {ColumnFields<T>}
 */
class DistributionFields extends ColumnFields {
  /** recursive quantiles; another one is "paper" */
  method = optional(choice(/** @type {const} */ (["auto", "quantiles"])), "auto");
  /** how many quantiles, 1 to 999; default 31. More make finer steps and larger errors in rank */
  points = optional(whole(1, 999), 31);
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<DistributionFields<T>>} DistributionOptions {@interface} Options
 *   of `sanitizeThresholds`.
 */

/**
 * A way to sanitize a column.
 * @typedef {object} Method
 * @property {string} of its name in the core
 * @property {new () => ColumnFields<any>} Fields its options
 * @property {typeof columnOf} columnOf
 * @property {(column: any) => any} dataOf what the core takes of a column
 * @property {(drawn: any, domain: import("../data/domains.js").Domain<any>) => object} answerOf
 * @property {(claim: import("../ledger/release.js").Claim) => string} statementOf
 */

/** @type {Method} */
const byQuantiles = {
  of: "Distribution",
  Fields: DistributionFields,
  columnOf,
  dataOf: ({ data }) => data,
  answerOf: (drawn, { decode }) => ({ value: new SanitizedThresholds(drawn.map(decode)) }),
  statementOf: ({ accuracy: { error, confidence }, conditions: { halfStep, mostEqual } }) =>
    `With ${percent(confidence)} confidence the share of records at or below any value is off by at most ${rounded(error)} records and ${percent(halfStep)} of them, if no value occurs more than ${rounded(mostEqual)} times.`,
};

/**
 * How numbers are distributed: for every value the share of records at or below it, from one release.
 *
 * Privacy: (epsilon, 0), pure, for one record more or less (or changed), any data, none included.
 * Source: recursive quantiles, the tight counterpart of BNS13's SanThresholds;
 * docs/guarantees/sanitizers.md.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {DistributionOptions<T>} options
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
  const { by, request, domain, ledger, claim } = readRequest(options);
  const { outside, missing } = request;
  checkColumn(values);
  const { drawn, record } = release({
    of: by.of,
    mechanism: `sanitizeThresholds by ${claim.mechanism}`,
    claim,
    request,
    ledger,
    read: () => {
      const column = by.columnOf(values, domain, outside, missing);
      const { data, core, records: _, ...layout } = column;
      const reading = { ...layout, domain: core };
      if (outside === "throw") call("checkInside", data, { ...request, ...reading });
      return { data: by.dataOf(column), reading };
    },
    words: (drawn) => ({
      statement: by.statementOf(drawn),
      parameters: { domain: domain.name, outside },
    }),
  });
  return { ...by.answerOf(drawn, domain), record };
}

/** @param {any} options */
function readRequest(options) {
  const by = methodOf(options?.method);
  const read = readOptions("sanitizeThresholds", by.Fields, options);
  const { domain, ledger, ...rest } = read;
  const request = { ...rest, domain: domain.core };
  return { by, request, domain, ledger, claim: claimOf(by.of, request) };
}

/**
 * Each has options of its own, so that it is chosen before they are read.
 * @param {unknown} method
 */
function methodOf(method) {
  if (method === undefined) return byQuantiles;
  const chosen = choiceOption("method", method, ["auto", "quantiles", "paper"]);
  return chosen === "paper" ? byIntervals : byQuantiles;
}

/**
 * What `sanitizeThresholds` will be able to say of its error with these options, whatever the data.
 * @param {DistributionOptions<any> | import("./thresholds-paper.js").IntervalOptions<any>}
 *   options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function sanitizedThresholdsAccuracy(options) {
  const { by, claim } = readRequest(options);
  return { ...claim.accuracy, statement: by.statementOf(claim) };
}
