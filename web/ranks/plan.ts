import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { domain } from "../data/fields.js";
import { percent, rounded } from "../ledger/record.js";

class InteriorPlanFields {
  /**
   * the domain, as a call takes it: its usual values weigh more; or its size as `bits`
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain | undefined>}
   */
  domain = optional({ read: domain().read, kind: "domain" }, undefined);
  /** the number of bits of its keys, 1 to 67,108,864, all of which weigh alike, as of `bigIntegers(bits)` */
  bits = optional(whole(64), undefined);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** default 0, which leaves the exponential mechanism and the pure form of cut choice */
  delta = optional(delta(), 0);
  /** default "add-remove" */
  neighbors = neighbors();
  /** default 0.95 */
  confidence = confidence();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<InteriorPlanFields>} InteriorPointPlanOptions {@interface} Options
 *   of `plan.interiorPoint`.
 */

/**
 * What one algorithm needs for an interior point.
 * @typedef {object} InteriorPointPlan
 * @property {import("./options.js").InteriorAlgorithm} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough; Infinity if it cannot run with this delta.
 *   (For "tree-log" and "heavy-paths", from so many up to `parameters.mostRecords`; a larger `size`
 *   takes more.)
 * @property {number} [usual] the number of records with which half of the answers lie within smooth data: no
 *   guarantee. It is left out where it is not known, of keys of more than 64 bits that are no texts
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {Record<string, number>} parameters of its calibration, as on the algorithm's page; of the exponential mechanism
 *   with a guess (`expect`) also `recordsIfExpected`: how many are enough if all lie where they are expected
 * @property {boolean} chosen whether `algorithm: "auto"` takes it: of those whose `usual` is at most 1.15 times the
 *   least the one with the least `records`; without `usual` of all the one with the least `records`
 * @property {string} why it is chosen or not, in words
 */

export const pointPlanned = new Declaration({
  name: "plan.interiorPoint",
  Fields: InteriorPlanFields,
});

export const leastPlanned = new Declaration({
  name: "plan.leastPossible",
  Fields: InteriorPlanFields,
});

/**
 * How many records each algorithm needs so that, with the confidence asked for, it finds a point
 * between the smallest and the largest record, by its theorem (the pages in docs/guarantees).
 *
 * @param {InteriorPointPlanOptions} options
 * @returns {InteriorPointPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function interiorPoint(options) {
  const request = requestOf(pointPlanned, options);
  const { algorithms, chosen, rankError } = call("interiorPlans", request);
  const best = algorithms.find((/** @type {any} */ one) => one.algorithm === chosen);
  return algorithms.map(
    (/** @type {any} */ { available, records, usual, epsilon, delta, ...plan }) => ({
      algorithm: plan.algorithm,
      records: available ? records : Number.POSITIVE_INFINITY,
      ...(usual !== undefined && { usual }),
      loss: { epsilon, delta },
      parameters:
        plan.algorithm === "exponential" ? { ...plan.parameters, rankError } : plan.parameters,
      chosen: plan.algorithm === chosen,
      why: reason(
        { available, records, usual, delta, ...plan },
        best,
        request.confidence,
        options.bits === undefined ? "" : " if all keys weigh alike",
      ),
    }),
  );
}

/**
 * How many records any algorithm of this privacy needs, whoever writes it: with fewer, none finds a
 * point between the smallest and the largest record with the confidence asked for, for all data. What
 * `plan.interiorPoint` says lies above it; the distance is what a better algorithm could gain at most.
 * Proved in docs/guarantees/cut-choice.md, Theorem 10, for both kinds of neighbours.
 *
 * @param {InteriorPointPlanOptions} options as for `plan.interiorPoint`
 * @returns {number} a number of records
 * @throws {RangeError | TypeError}
 */
export function leastPossible(options) {
  return call("leastPossibleRecords", requestOf(leastPlanned, options));
}

/**
 * @param {Declaration<InteriorPlanFields>} planned
 * @param {InteriorPointPlanOptions} options
 */
function requestOf(planned, options) {
  const { domain, bits, ...request } = planned.read(options);
  if ((domain === undefined) === (bits === undefined)) {
    throw new TypeError(`${planned.name} needs either domain or bits`);
  }
  const core = domain?.core ?? { type: "bigIntegers", bits };
  return { ...request, domain: core, text: core.type === "text" };
}

/**
 * @param {{ available: boolean, records: number, usual?: number, delta: number, algorithm: string }} plan
 * @param {{ records: number, usual?: number, algorithm: string }} best
 * @param {number} confidence
 * @param {string} measure of the exponential mechanism, in words, if it is not that of the domain
 */
function reason({ available, records, usual, delta, algorithm }, best, confidence, measure) {
  if (!available) return "It needs a delta above 0.";
  const keys = algorithm === "exponential" ? measure : "";
  const enough = `${rounded(records)} records suffice with ${percent(confidence)} confidence${keys}`;
  const half = (/** @type {number} */ some) =>
    `half of the answers on smooth data need ${rounded(some)}`;
  if (algorithm === best.algorithm) {
    const first = delta === 0 ? `It needs no delta, and ${enough}` : enough;
    return usual === undefined ? `${first}.` : `${first}; ${half(usual)}.`;
  }
  // It was left out for what is usual if it promises more.
  if (records < best.records && usual !== undefined && best.usual !== undefined) {
    return `${enough}, but ${half(usual)}, and ${rounded(best.usual)} by ${best.algorithm}.`;
  }
  return `${enough}, but ${best.algorithm} needs ${rounded(best.records)}.`;
}
