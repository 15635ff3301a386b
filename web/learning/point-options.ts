import { Declaration } from "../core/declaration.js";
import { anything, choice, delta, flag, number, optional } from "../core/fields.js";
import { call } from "../core/load.js";
import { checkDomain } from "../data/domains.js";
import { nothingBelow } from "../ledger/few-records.js";
import { percent, rounded, shareUp } from "../ledger/record.js";
import { LearnerFields } from "./fields.js";

class PointTaskFields extends LearnerFields {
  /** above 0, far below 1 / (number of records) */
  delta = delta();
}

export class PointRuleFields extends PointTaskFields {
  /**
   * "stable" (what "auto" takes) also answers when several items have label 1; "gap" only when one
   * stands out
   */
  algorithm = optional(choice(/** @type {const} */ (["auto", "stable", "gap"])), "auto");
  /**
   * always name an item: a random one of `domain` if none was found; default false, "0 everywhere" then
   */
  proper = optional(flag(), false);
  /**
   * if `proper`: which items there are (numbers or BigInts); at least 2 / (accuracy (1 - confidence)) of
   * them
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<any> | undefined>}
   */
  domain = optional(anything(), undefined);
  /** if `proper`: which share of the records a random item may have, 0.0001 to 0.5 */
  accuracy = optional(number(0.1), undefined);
}

class PointPlannedFields extends PointTaskFields {
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<PointRuleFields>} PointRule {@interface} What of `learnPoint`
 *   is public.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<PointPlannedFields>} PointPlanned {@interface} What
 *   `learnPoint` is planned for.
 */

/**
 * The domain and the accuracy belong to proper learners, which need both.
 * @param {import("../core/fields.js").Request<PointRuleFields>} read
 */
export function requestOf({ proper, domain, accuracy, ...request }) {
  if (!proper) {
    for (const [name, given] of Object.entries({ domain, accuracy })) {
      if (given !== undefined) throw new TypeError(`${name} belongs to proper: true`);
    }
    return request;
  }
  checkDomain(domain);
  if (domain.core.type === "text") throw new RangeError("domain must not be text for a point");
  const promised = { domain: domain.core, accuracy: number().read("accuracy", accuracy) };
  return { ...request, proper: promised };
}

/**
 * The accuracy of a point in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, parameters: { accuracy: share } }) {
  const more = share === undefined ? "" : ` plus ${shareUp(share)} of all records`;
  const few = nothingBelow(error, share ?? 0, "records");
  return `If exactly the records of one item have label 1: with ${percent(confidence)} confidence, the rule mislabels at most ${rounded(error)} records${more}.${few}`;
}

/**
 * What an algorithm needs to learn a point.
 * @typedef {object} PointPlan
 * @property {"stable" | "gap"} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough for an error rate of at most `accuracy` among
 *   them
 * @property {number} freshRecords how many are enough, if they are independent samples, for an error
 *   rate below `accuracy` on fresh ones as well, with up to twice the failure probability
 * @property {number} errors how many errors it promises at most
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why what it promises, in words
 */

export const pointPlanned = new Declaration({
  name: "plan.learnPoint",
  Fields: PointPlannedFields,
});

/**
 * How many labelled records `learnPoint` needs for an error rate of at most `accuracy`, if the records
 * of one item have label 1 and no others.
 *
 * @param {PointPlanned} options
 * @returns {PointPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planPoint(options) {
  const request = pointPlanned.read(options);
  const { epsilon, delta } = request;
  const plans = call("pointPlans", request);
  return plans.map((/** @type {any} */ { reason, ...plan }) => ({
    ...plan,
    loss: { epsilon, delta },
    why: `It makes ${reason}.`,
  }));
}
