import { call } from "../core/load.js";
import {
  checkOptions,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

/**
 * What one method needs to sanitize data.
 * @typedef {object} SanitizerPlan
 * @property {string} method what to pass as `method`
 * @property {number} records how many records are enough for an error of at most `accuracy` of them;
 *   Infinity if the method cannot promise that with these options
 * @property {number} [points] of "quantiles": what to pass as `points`
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `method: "auto"` takes it
 * @property {string} why what it promises, in words
 */

/**
 * @param {string} caller
 * @param {any} options
 * @param {string[]} others
 */
function read(caller, options, others) {
  checkOptions(caller, options, [
    ...["epsilon", "delta", "accuracy", "neighbors", "confidence"],
    ...others,
  ]);
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const accuracy = numberOption("accuracy", options.accuracy);
  if (!(accuracy >= 0.001 && accuracy <= 1)) {
    throw new RangeError(`accuracy must be a number from 0.001 to 1, got ${accuracy}`);
  }
  return {
    epsilon: numberOption("epsilon", options.epsilon),
    accuracy,
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
}

/**
 * How many records `sanitizePoints` needs so that, with the confidence asked for, an item's count is
 * off by at most a share `accuracy` of them. SanPoints ("rounds", "paper") is not listed: it promises
 * nothing of the items that it does not name.
 *
 * @param {object} options
 * @param {number} options.epsilon
 * @param {number} options.delta
 * @param {number} options.accuracy 0.001 to 1
 * @param {number} [options.items] for how many items at once; default 1
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] default 0.95
 * @returns {SanitizerPlan[]}
 * @throws {RangeError | TypeError}
 */
export function planSanitizedPoints(options) {
  const request = read("plan.sanitizePoints", options, ["items"]);
  const { delta, items = 1 } = options;
  numberOption("delta", delta);
  wholeOption("items", items, 1, 2 ** 40);
  const { error } = claimOf("Points", { ...request, delta, items, method: "stable" }).accuracy;
  const records = Math.ceil(error / request.accuracy);
  const why = `Counts are off by at most ${rounded(error)}: ${percent(request.accuracy)} of ${rounded(records)} records.`;
  return [
    { method: "stable", records, loss: { epsilon: request.epsilon, delta }, chosen: true, why },
  ];
}

/** More points are finer and noisier; between these the number of records hardly moves. */
const tried = [1, 2, 3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127, 191, 255, 383, 511, 767, 999];

/**
 * How many records `sanitizeThresholds` needs so that, with the confidence asked for, the share of
 * records at or below any value is off by at most `accuracy`.
 *
 * @param {object} options
 * @param {import("../data/domains.js").Domain<any>} [options.domain] of at most 64 bits; default: `reals()`
 * @param {number} options.epsilon
 * @param {number} [options.delta] default 0, which leaves "quantiles" only
 * @param {number} options.accuracy 0.001 to 1
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] default 0.95
 * @returns {SanitizerPlan[]} one for each method
 * @throws {RangeError | TypeError}
 */
export function planSanitizedThresholds(options) {
  const request = read("plan.sanitizeThresholds", options, ["domain"]);
  const { domain = /** @type {import("../data/domains.js").Domain<any>} */ (reals()) } = options;
  const { delta = 0 } = options;
  checkDomain(domain);
  numberOption("delta", delta);
  const asked = { ...request, domain: domain.core };
  return [byQuantiles(asked), byIntervals(asked, delta)];
}

/**
 * @param {any} request
 * @returns {SanitizerPlan}
 */
function byQuantiles(request) {
  const { epsilon, accuracy } = request;
  const plans = tried
    .filter((points) => accuracy > 0.5 / (points + 1))
    .map((points) => {
      const claim = claimOf("Distribution", { ...request, points });
      const { halfStep, mostEqual } = claim.conditions;
      return {
        points,
        records: Math.ceil(claim.accuracy.error / (accuracy - halfStep)),
        mostEqual,
      };
    });
  const best = plans.reduce((one, other) => (other.records < one.records ? other : one));
  const why = `That is enough with points: ${best.points}, if no value occurs more than ${rounded(best.mostEqual)} times.`;
  const { points, records } = best;
  return {
    ...{ method: "quantiles", records, points },
    ...{ loss: { epsilon, delta: 0 }, chosen: true, why },
  };
}

/**
 * @param {any} request
 * @param {number} delta
 * @returns {SanitizerPlan}
 */
function byIntervals(request, delta) {
  const { epsilon } = request;
  const entry = { method: "paper", loss: { epsilon, delta }, chosen: false };
  if (delta === 0) {
    return { ...entry, records: Number.POSITIVE_INFINITY, why: "It needs a delta above 0." };
  }
  const leastSize = call("sanThresholdsLeastSize", { ...request, delta });
  const why = Number.isFinite(leastSize)
    ? `It promises that from a declared size of ${rounded(leastSize)}.`
    : "No size that can be declared is enough.";
  return { ...entry, records: leastSize, why };
}
