import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  neighbors,
  number,
  numberThat,
  optional,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { domain } from "../data/fields.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

class PlanFields {
  /** which share of the records may be off, 0.001 to 1 */
  accuracy = numberThat("from 0.001 to 1", (x) => x >= 0.001 && x <= 1, 0.1);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** default "add-remove" */
  neighbors = neighbors();
  /** default 0.95 */
  confidence = confidence();
}

class PointsPlanFields extends PlanFields {
  /** above 0, far below 1 / (number of records) */
  delta = delta();
  /** for how many items at once; default 1 */
  items = optional(whole(), 1);
}

class ThresholdsPlanFields extends PlanFields {
  /**
   * of at most 64 bits; default: `reals()`
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<any>>}
   */
  domain = domain();
  /** default 0, which leaves "quantiles" only */
  delta = optional(delta(), 0);
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<PointsPlanFields>} PointsPlanOptions {@interface} Options of
 *   `plan.sanitizePoints`.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<ThresholdsPlanFields>} ThresholdsPlanOptions {@interface} Options
 *   of `plan.sanitizeThresholds`.
 */

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

export const pointsPlanned = new Declaration({
  name: "plan.sanitizePoints",
  Fields: PointsPlanFields,
});

/**
 * How many records `sanitizePoints` needs so that, with the confidence asked for, an item's count is
 * off by at most a share `accuracy` of them. SanPoints ("rounds", "paper") is not listed: it promises
 * nothing of the items that it does not name.
 *
 * @param {PointsPlanOptions} options
 * @returns {SanitizerPlan[]}
 * @throws {RangeError | TypeError}
 */
export function planSanitizedPoints(options) {
  const request = pointsPlanned.read(options);
  const { epsilon, delta } = request;
  const { error } = claimOf("Points", { ...request, method: "stable" }).accuracy;
  const records = Math.ceil(error / request.accuracy);
  const why = `Counts are off by at most ${rounded(error)}: ${percent(request.accuracy)} of ${rounded(records)} records.`;
  return [{ method: "stable", records, loss: { epsilon, delta }, chosen: true, why }];
}

/** More points are finer and noisier; between these the number of records hardly moves. */
const tried = [1, 2, 3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127, 191, 255, 383, 511, 767, 999];

export const thresholdsPlanned = new Declaration({
  name: "plan.sanitizeThresholds",
  Fields: ThresholdsPlanFields,
});

/**
 * How many records `sanitizeThresholds` needs so that, with the confidence asked for, the share of
 * records at or below any value is off by at most `accuracy`.
 *
 * @param {ThresholdsPlanOptions} options
 * @returns {SanitizerPlan[]} one for each method
 * @throws {RangeError | TypeError}
 */
export function planSanitizedThresholds(options) {
  const read = thresholdsPlanned.read(options);
  const { domain, delta, ...request } = read;
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
  const leastSize = call("sanThresholdsLeastSize", { ...request, delta, size: 0 });
  const why = Number.isFinite(leastSize)
    ? `It promises that from a declared size of ${rounded(leastSize)}.`
    : "No size that can be declared is enough.";
  return { ...entry, records: leastSize, why };
}
