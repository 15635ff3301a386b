import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { checkColumn } from "../data/holders.js";
import { missingOption } from "../data/missing.js";
import { columnOf } from "../data/values.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import { byIntervals } from "./thresholds-paper.js";

/**
 * Options of `sanitizeThresholds`.
 * @template [T=number]
 * @typedef {object} DistributionOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {import("../data/domains.js").Domain<T>} [domain] of at most 64 bits; default: `reals()`
 * @property {"auto" | "quantiles"} [method] recursive quantiles; another one is "paper"
 * @property {number} [points] how many quantiles, 1 to 999; default 31. More make finer steps and
 *   larger errors in rank
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] as for `median`; default "clamp"
 * @property {"drop" | "throw"} [missing] as for `median`
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

/**
 * A way to sanitize a column.
 * @typedef {object} Method
 * @property {string} of its name in the core
 * @property {string[]} known the names of its options
 * @property {(options: any) => object} read those that it does not share
 * @property {typeof columnOf} columnOf
 * @property {(column: any) => any} dataOf what the core takes of a column
 * @property {(drawn: any, domain: import("../data/domains.js").Domain<any>) => object} answerOf
 * @property {(claim: import("../ledger/release.js").Claim) => string} statementOf
 */

/** @type {Method} */
const byQuantiles = {
  of: "Distribution",
  known: [
    "epsilon",
    "domain",
    "method",
    "points",
    "neighbors",
    "confidence",
    "outside",
    "missing",
    "ledger",
  ],
  read: ({ points = 31 }) => ({ points: wholeOption("points", points, 1, 999) }),
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
  const { by, request, domain, claim } = readOptions(options);
  const { outside, missing } = request;
  checkColumn(values);
  const { drawn, record } = release({
    of: by.of,
    mechanism: `sanitizeThresholds by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
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
function readOptions(options) {
  const { method = "auto" } = options ?? {};
  const chosen = choiceOption("method", method, ["auto", "quantiles", "paper"]);
  const by = chosen === "paper" ? byIntervals : byQuantiles;
  checkOptions("sanitizeThresholds", options, by.known);
  const { domain = reals(), neighbors = "add-remove" } = options;
  const { confidence = 0.95, outside = "clamp" } = options;
  checkDomain(domain);
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    ...by.read(options),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
    missing: missingOption(options.missing, outside),
    domain: domain.core,
  };
  return { by, request, domain, claim: claimOf(by.of, request) };
}

/**
 * What `sanitizeThresholds` will be able to say of its error with these options, whatever the data.
 * @param {DistributionOptions<any> | import("./thresholds-paper.js").IntervalOptions<any>}
 *   options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function sanitizedThresholdsAccuracy(options) {
  const { by, claim } = readOptions(options);
  return { ...claim.accuracy, statement: by.statementOf(claim) };
}
