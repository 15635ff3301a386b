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
import { percent, publicSizes, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import { intervalsAccuracy, sanitizeByIntervals } from "./thresholds-paper.js";

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

const known = [
  "epsilon",
  "domain",
  "method",
  "points",
  "neighbors",
  "confidence",
  "outside",
  "missing",
  "ledger",
];

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
  if (isPaper(options)) return sanitizeByIntervals(values, options);
  const { request, domain, plan } = readOptions(options);
  const { outside, missing, points } = request;
  checkColumn(values);
  const { epsilon } = request;
  const mechanism = "sanitizeThresholds by recursive quantiles";
  const facts = {
    mechanism,
    parameters: { domain: domain.name, outside, points, levels: plan.levels },
    neighbors: request.neighbors,
    epsilon,
    delta: 0,
    public: publicSizes(request.neighbors),
    accuracy: accuracyOf(plan, request),
    proof: "docs/guarantees/sanitizers.md",
  };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta: 0, neighbors: request.neighbors, boundedRange: false },
    read: () => {
      const { data, core, records: _, ...layout } = columnOf(values, domain, outside, missing);
      const reading = { ...request, ...layout, domain: core };
      if (outside === "throw") call("checkInside", data, reading);
      return { data, reading };
    },
    draw: ({ data, reading }, { epsilon }) =>
      call("drawDistribution", data, { ...reading, epsilon }),
    record: () => releaseRecord(facts),
  });
  return { value: new SanitizedThresholds(drawn.map(domain.decode)), record };
}

/**
 * @param {any} options
 * @returns {options is import("./thresholds-paper.js").IntervalOptions<any>}
 */
function isPaper(options) {
  const { method = "auto" } = options ?? {};
  return choiceOption("method", method, ["auto", "quantiles", "paper"]) === "paper";
}

/** @param {DistributionOptions<any>} options */
function readOptions(options) {
  checkOptions("sanitizeThresholds", options, known);
  const { domain = /** @type {import("../data/domains.js").Domain<any>} */ (reals()) } = options;
  const { points = 31, neighbors = "add-remove", confidence = 0.95, outside = "clamp" } = options;
  checkDomain(domain);
  const request = {
    domain: domain.core,
    epsilon: numberOption("epsilon", options.epsilon),
    points: wholeOption("points", points, 1, 999),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
    missing: missingOption(options.missing, outside),
  };
  return { request, domain, plan: call("distributionPlan", request) };
}

/**
 * What `sanitizeThresholds` will be able to say of its error with these options, whatever the data.
 * @param {DistributionOptions<any> | import("./thresholds-paper.js").IntervalOptions<any>}
 *   options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function sanitizedThresholdsAccuracy(options) {
  if (isPaper(options)) return intervalsAccuracy(options);
  const { request, plan } = readOptions(options);
  return accuracyOf(plan, request);
}

/**
 * @param {{ rankError: number, mostEqual: number }} plan
 * @param {{ points: number, confidence: number }} request
 * @returns {import("../ledger/record.js").Accuracy}
 */
function accuracyOf({ rankError, mostEqual }, { points, confidence }) {
  const statement = `With ${percent(confidence)} confidence the share of records at or below any value is off by at most ${rounded(rankError)} records and ${percent(0.5 / (points + 1))} of them, if no value occurs more than ${rounded(mostEqual)} times.`;
  return { kind: "rank", error: rankError, confidence, statement };
}
