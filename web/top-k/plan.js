import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, optional, whole } from "../core/fields.js";
import { perUser } from "../data/fields.js";
import { rounded } from "../ledger/record.js";
import { ranked } from "./options.js";

class PlanFields {
  /** how many items to return at most, 1 to 1,000,000 */
  k = whole(2);
  /** at how many items one user counts at most, 1 to 1,000,000,000, or Infinity */
  perUser = perUser();
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** from how many of the most frequent items the first variants draw; default 10 k */
  kBar = optional(whole(20), undefined);
  /** default "add-remove" */
  neighbors = neighbors();
  /** with which items are named; default 0.95 */
  confidence = confidence();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<PlanFields>} TopKPlanOptions {@interface} What `plan.topK` compares.
 */

/**
 * What one way of ranking items needs.
 * @typedef {object} TopKPlan
 * @property {import("./options.js").Variant} variant by which items are ranked
 * @property {"laplace" | "gaussian"} [noise] of "threshold"
 * @property {number} namedFrom the count from which on an item is returned with the confidence: of "threshold" any one
 *   item among the k highest; of the others the first k, if no more than kBar items occur
 * @property {boolean} countsAreFree whether noisy counts come at no further cost
 * @property {boolean} chosen whether that is the least of all
 * @property {string} why it is chosen or not, in words
 */

export const topKPlanned = new Declaration({ name: "plan.topK", Fields: PlanFields });

/**
 * Which way to rank items names them from the fewest users on. The variants that draw compare items with the first one
 * left out, which is taken to have no users here; where it has some, as in most data, they need so many more. So
 * "threshold" is chosen if they need as many.
 *
 * @param {TopKPlanOptions} options
 * @returns {TopKPlan[]}
 * @throws {RangeError | TypeError}
 */
export function topKPlan(options) {
  const read = topKPlanned.read(options);
  const isBounded = read.perUser !== Number.POSITIVE_INFINITY;
  const needed = [];
  if (isBounded) {
    needed.push(above(read, "laplace"), above(read, "gaussian"), drawn(read, "laplace"));
  }
  needed.push(drawn(read, isBounded ? "limited-domain" : "strict"));
  const least = Math.min(...needed.map(({ namedFrom }) => namedFrom));
  const best = needed.findIndex(({ namedFrom }) => namedFrom === least);
  return needed.map((one, place) => ({
    ...one,
    chosen: place === best,
    why:
      place === best
        ? `it names items from the fewest users on, ${rounded(least)}`
        : `it names items from ${rounded(one.namedFrom)} users on, not ${rounded(least)}`,
  }));
}

/**
 * @param {any} read
 * @param {"laplace" | "gaussian"} noise
 */
function above({ kBar: _, ...read }, noise) {
  const { conditions } = ranked.claim({ ...read, variant: "threshold", noise });
  return {
    ...{ variant: /** @type {const} */ ("threshold"), noise },
    ...{ namedFrom: conditions.namedFrom, countsAreFree: true },
  };
}

/**
 * @param {any} read
 * @param {"laplace" | "limited-domain" | "strict"} variant
 */
function drawn(read, variant) {
  const { parameters } = ranked.claim({ ...read, variant });
  return {
    variant,
    namedFrom: Math.ceil(parameters.sureGap),
    countsAreFree: variant === "laplace",
  };
}
