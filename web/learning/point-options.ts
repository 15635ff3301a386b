import { Declaration } from "../core/declaration.js";
import {
  anything,
  choice,
  delta,
  flag,
  number,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { checkDomain, type Domain } from "../data/domains.js";
import { nothingBelow } from "../ledger/few-records.js";
import { leastPossibleFor } from "../ledger/least-possible.js";
import { formatCount, formatPercent, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { LearnerFields } from "./fields.js";

class PointTaskFields extends LearnerFields {
  /** above 0, far below 1 / (number of records) */
  delta = delta();
}

export class PointRuleFields extends PointTaskFields {
  /**
   * "stable" ("auto" takes it) also answers when several items have label 1; "gap" only when a single item
   * dominates
   */
  algorithm = optional(choice(["auto", "stable", "gap"] as const), "auto");
  /**
   * always name an item: a random item of `domain` if no item was found; default false, which then returns "0
   * everywhere"
   */
  proper = optional(flag(), false);
  /**
   * if `proper`: which items there are (numbers or BigInts); at least 2 / (accuracy (1 - confidence)) of
   * them
   */
  domain: Optional<Domain<unknown> | undefined> = optional(anything(), undefined);
  /** if `proper`: which share of the records a random item may have, 0.0001 to 0.5 */
  accuracy = optional(number(0.1), undefined);
}

class PointPlannedFields extends PointTaskFields {
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
}

/**
 * The options of `learnPoint` without the data.
 * @interface
 */
export type PointRule = OptionsOf<PointRuleFields>;

/**
 * Options of `plan.learnPoint`.
 * @interface
 */
export type PointPlanned = OptionsOf<PointPlannedFields>;

/** The domain and the accuracy belong to proper learners, which need both. */
export function requestOf({ proper, domain, accuracy, ...request }: Request<PointRuleFields>) {
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

/** The accuracy of a point in words. */
export function statementOf({ accuracy: { error, confidence }, parameters }: Claim) {
  const share = parameters.accuracy as number | undefined;
  const more = share === undefined ? "" : ` plus ${shareUp(share)} of all records`;
  const few = nothingBelow(error, share ?? 0, "records");
  return `If exactly the records of one item have label 1: with ${formatPercent(confidence)} confidence, the rule mislabels at most ${formatCount(error)} records${more}.${few}`;
}

/** The needs of one algorithm that learns a point. */
export interface PointPlan {
  /** the value of `algorithm` */
  algorithm: "stable" | "gap";
  /** the sufficient number of records for an error rate of at most `accuracy` among them */
  records: number;
  /**
   * the sufficient number of independent samples for an error rate below `accuracy` on fresh ones as well,
   * with up to twice the failure probability
   */
  freshRecords: number;
  /** the maximum number of errors that it promises */
  errors: number;
  /**
   * no algorithm of this privacy promises fewer errors of a rule that gives label 1 to one item at most, for any
   * number of items: `plan.leastPossible`
   */
  leastPossible: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** whether `algorithm: "auto"` takes it */
  chosen: boolean;
  /** its promise in words */
  why: string;
}

export const learnPointPlanDeclaration = new Declaration({
  name: "plan.learnPoint",
  Fields: PointPlannedFields,
});

/**
 * How many labelled records `learnPoint` needs for an error rate of at most `accuracy`, if the records
 * of one item have label 1 and no others.
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planPoint(options: PointPlanned): PointPlan[] {
  const request = learnPointPlanDeclaration.read(options);
  const { epsilon, delta } = request;
  const leastPossible = leastPossibleFor({ ...request, task: "learnPoint" });
  const plans = call<(Omit<PointPlan, "loss" | "why" | "leastPossible"> & { reason: string })[]>(
    "pointPlans",
    request,
  );
  return plans.map(({ reason, ...plan }) => ({
    ...plan,
    loss: { epsilon, delta },
    leastPossible,
    why: `It makes ${reason}.`,
  }));
}
