import { Declaration } from "../core/declaration.js";
import { choice, confidence, neighbors, number, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";

class RuleClassPlannedFields {
  /** the class, or instead its VC dimension */
  rules = optional(choice(/** @type {const} */ (["thresholds", "boxes"])), undefined);
  /** 1 to 1,000 */
  vcDimension = optional(whole(), undefined);
  /** of boxes, 1 to 4; default 1, intervals */
  dimensions = optional(whole(), 1);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
  /** default 0.95 */
  confidence = confidence();
}

/** Either a class or its dimension. */
const aClass = { options: { vcDimension: undefined } };

class SemiPrivatePlannedFields extends RuleClassPlannedFields {
  /** default "add-remove" */
  neighbors = neighbors();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<RuleClassPlannedFields>} RuleClassPlanned {@interface} What
 *   `learnLabelPrivate` and `learnSemiPrivate` are planned for.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<SemiPrivatePlannedFields>} SemiPrivatePlanned {@interface} What
 *   `learnSemiPrivate` is planned for.
 */

/**
 * What one way of choosing a rule needs.
 * @typedef {object} RulePlan
 * @property {"all" | "split"} algorithm whether all records build the rules and choose among them, or
 *   some public values build them only
 * @property {number} building how many values build the rules only; for `learnLabelPrivate` the option
 *   of that name, part of `freshRecords`; for `learnSemiPrivate` values of `unlabelled`; 0 with "all"
 * @property {number | undefined} records "all": how many are enough for an error rate of at most
 *   `accuracy` among them
 * @property {number} freshRecords how many are enough, if they are independent samples, for an error
 *   rate of at most `accuracy` on fresh ones ("all": with up to twice the failure probability);
 *   Infinity if this cannot be done
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen the one with the least `freshRecords`
 * @property {string} why it is chosen or not, in words
 */

export const labelPrivatePlanned = new Declaration({
  name: "plan.learnLabelPrivate",
  Fields: RuleClassPlannedFields,
  example: aClass,
});

/**
 * How many records `learnLabelPrivate` needs for an error rate of at most `accuracy`, if some rule of
 * the class labels all of them rightly.
 *
 * @param {RuleClassPlanned} options
 * @returns {RulePlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planLabelPrivate(options) {
  const request = labelPrivatePlanned.read(options);
  return plansFor({ ...request, protects: "labels", neighbors: "replace" });
}

export const semiPrivatePlanned = new Declaration({
  name: "plan.learnSemiPrivate",
  Fields: SemiPrivatePlannedFields,
  example: aClass,
});

/**
 * How many public values and how many private labelled records `learnSemiPrivate` needs for an error
 * rate of at most `accuracy` on fresh samples, if some rule of the class labels all rightly.
 *
 * @param {SemiPrivatePlanned} options
 * @returns {RulePlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planSemiPrivate(options) {
  const request = semiPrivatePlanned.read(options);
  return plansFor({ ...request, protects: "records" });
}

/**
 * @param {import("../core/fields.js").Request<SemiPrivatePlannedFields> & { protects: string }} request
 * @returns {RulePlan[]}
 */
function plansFor({ rules, vcDimension, dimensions, ...request }) {
  if ((rules === undefined) === (vcDimension === undefined)) {
    throw new TypeError("a plan needs either rules or vcDimension");
  }
  const { epsilon } = request;
  const plans = call("rulePlans", {
    ...request,
    rules: { kind: rules ?? "any", dimensions, vcDimension: vcDimension ?? 1 },
  });
  return plans.map((/** @type {any} */ { available, records, freshRecords, reason, ...plan }) => ({
    algorithm: plan.algorithm,
    building: plan.building,
    records: plan.algorithm === "all" && available ? records : undefined,
    freshRecords: available ? freshRecords : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta: 0 },
    chosen: plan.chosen,
    why: available ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : `It ${reason}.`,
  }));
}
