import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  neighbors,
  number,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";

class RuleClassPlannedFields {
  /** the class, or instead its VC dimension */
  rules = optional(choice(["thresholds", "boxes"] as const), undefined);
  /** 1 to 1,000 */
  vcDimension = optional(whole(), undefined);
  /** the number of axes of boxes, 1 to 4; default 1, intervals */
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
 * Options of `plan.learnLabelPrivate`.
 * @interface
 */
export type RuleClassPlanned = OptionsOf<RuleClassPlannedFields>;

/**
 * Options of `plan.learnSemiPrivate`.
 * @interface
 */
export type SemiPrivatePlanned = OptionsOf<SemiPrivatePlannedFields>;

/** The needs of one way of choosing a rule. */
export interface RulePlan {
  /** whether all records build the rules and choose among them, or some public values build them only */
  algorithm: "all" | "split";
  /**
   * the number of values that only build the rules; for `learnLabelPrivate` the option of that name, part of
   * `freshRecords`; for `learnSemiPrivate` values of `unlabelled`; 0 with "all"
   */
  building: number;
  /** "all": the sufficient number for an error rate of at most `accuracy` among them */
  records: number | undefined;
  /**
   * the sufficient number of independent samples for an error rate of at most `accuracy` on fresh ones
   * ("all": with up to twice the failure probability); Infinity if this cannot be done
   */
  freshRecords: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** the one with the least `freshRecords` */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

export const learnLabelPrivatePlanDeclaration = new Declaration({
  name: "plan.learnLabelPrivate",
  Fields: RuleClassPlannedFields,
  example: aClass,
});

/**
 * How many records `learnLabelPrivate` needs for an error rate of at most `accuracy`, if some rule of
 * the class labels all of them rightly.
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planLabelPrivate(options: RuleClassPlanned): RulePlan[] {
  const request = learnLabelPrivatePlanDeclaration.read(options);
  return plansFor({ ...request, protects: "labels", neighbors: "replace" });
}

export const learnSemiPrivatePlanDeclaration = new Declaration({
  name: "plan.learnSemiPrivate",
  Fields: SemiPrivatePlannedFields,
  example: aClass,
});

/**
 * Returns the numbers of public values and of private labelled records that `learnSemiPrivate` needs for an error
 * rate of at most `accuracy` on fresh samples, if some rule of the class labels all rightly.
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planSemiPrivate(options: SemiPrivatePlanned): RulePlan[] {
  const request = learnSemiPrivatePlanDeclaration.read(options);
  return plansFor({ ...request, protects: "records" });
}

type PlanFromCore = Omit<RulePlan, "loss" | "why"> & { available: boolean; reason: string };

function plansFor({
  rules,
  vcDimension,
  dimensions,
  ...request
}: Request<SemiPrivatePlannedFields> & { protects: string }): RulePlan[] {
  if ((rules === undefined) === (vcDimension === undefined)) {
    throw new TypeError("a plan needs either rules or vcDimension");
  }
  const { epsilon } = request;
  const plans = call<PlanFromCore[]>("rulePlans", {
    ...request,
    rules: { kind: rules ?? "any", dimensions, vcDimension: vcDimension ?? 1 },
  });
  return plans.map(({ available, records, freshRecords, reason, ...plan }) => ({
    algorithm: plan.algorithm,
    building: plan.building,
    records: plan.algorithm === "all" && available ? records : undefined,
    freshRecords: available ? freshRecords : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta: 0 },
    chosen: plan.chosen,
    why: available ? `${reason[0]!.toUpperCase()}${reason.slice(1)}.` : `It ${reason}.`,
  }));
}
