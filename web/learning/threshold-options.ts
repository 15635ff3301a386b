import { Declaration } from "../core/declaration.js";
import { choice, delta, number, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { domain } from "../data/fields.js";
import { nothingBelow } from "../ledger/few-records.js";
import { percent, rounded } from "../ledger/record.js";
import { LearnerFields } from "./fields.js";

class ThresholdTaskFields extends LearnerFields {
  /**
   * which values there are; default: `reals()`, all doubles. It must not be read off the data.
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<any>>}
   */
  domain = domain();
  /** 0 (default) leaves "exponential" only; else far below 1 / (number of records) */
  delta = optional(delta(), 0);
  /**
   * how many errors the best threshold may make for the accuracy statement ; default 0. Public, never read off the data
   */
  tolerance = optional(whole(), 0);
}

export class ThresholdRuleFields extends ThresholdTaskFields {
  /**
   * "exponential" takes any labels and needs no delta; "cut" promises fewer errors on domains wider than about
   * 40 bits; "interior-point" and "rec-concave" promise something only if some threshold makes no error at all.
   * "auto" (default): "exponential" up to 64 bits, on wider domains the one of the first two that promises fewer errors
   */
  algorithm = optional(
    choice(/** @type {const} */ (["auto", "exponential", "cut", "interior-point", "rec-concave"])),
    "auto",
  );
}

class ThresholdPlannedFields extends ThresholdTaskFields {
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<ThresholdRuleFields>} ThresholdRule {@interface} The options of
 *   `learnThreshold` that are about the rule, not the data.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<ThresholdPlannedFields>} ThresholdPlanned {@interface} What
 *   `learnThreshold` is planned for.
 */

/**
 * The accuracy of a threshold in words. With users it is about the rows that were sampled, one per user: the
 * rows of a busy user may all be mislabelled otherwise (docs/guarantees/thresholds.md, "Users with several rows").
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, parameters, conditions, protects }) {
  const { tolerance } = parameters;
  const sure = `With ${percent(confidence)} confidence`;
  const isOfUsers = protects === "users";
  const below = nothingBelow(error, 0, isOfUsers ? "users" : "records");
  const records = isOfUsers ? "of the sampled rows, one per user," : "records";
  if (conditions.agnostic) {
    return `${sure}, the rule mislabels at most ${rounded(error)} ${records} more than the best threshold.${below}`;
  }
  const [every, few, these] = isOfUsers
    ? ["sampled row, one per user,", "of the sampled rows, one per user", "of these rows"]
    : ["record", "records", "records"];
  const condition =
    tolerance === 0
      ? `labels every ${every} correctly`
      : `mislabels at most ${rounded(tolerance)} ${few}`;
  return `If some threshold ${condition}: ${sure.toLowerCase()}, a threshold is found that mislabels at most ${rounded(error)} ${these}.${below}`;
}

/**
 * What one algorithm needs to learn a threshold.
 * @typedef {object} ThresholdPlan
 * @property {string} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough for an error rate of at most `accuracy` among
 *   them; Infinity if the algorithm cannot run with these options
 * @property {number | undefined} freshRecords how many are enough, if they are independent samples, for
 *   an error rate below `accuracy` on fresh ones as well, with up to twice the failure probability;
 *   undefined with a tolerance
 * @property {number} errors how many errors it promises at most
 * @property {number} [usual] the median error on smooth data without wrong labels, where it is known: no guarantee
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why it is chosen or not, in words
 */

export const thresholdPlanned = new Declaration({
  name: "plan.learnThreshold",
  Fields: ThresholdPlannedFields,
});

/**
 * How many labelled records each algorithm needs for an error rate of at most `accuracy`, if some
 * threshold labels all of them (all but `tolerance`) rightly.
 *
 * @param {ThresholdPlanned} options
 * @returns {ThresholdPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planThreshold(options) {
  const read = thresholdPlanned.read(options);
  const plans = call("thresholdPlans", { ...read, domain: read.domain.core });
  return plans.map((/** @type {any} */ { available, records, freshRecords, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? records : Number.POSITIVE_INFINITY,
    freshRecords:
      read.tolerance > 0 ? undefined : available ? freshRecords : Number.POSITIVE_INFINITY,
    errors: available ? plan.errors : Number.POSITIVE_INFINITY,
    ...(plan.usual !== undefined && { usual: plan.usual }),
    loss: { epsilon: plan.epsilon, delta: plan.delta },
    chosen: plan.chosen,
    why: `It ${available ? `makes ${plan.reason}` : plan.reason}.`,
  }));
}
