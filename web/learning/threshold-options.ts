import { Declaration } from "../core/declaration.js";
import {
  choice,
  delta,
  levels,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import type { Domain } from "../data/domains.js";
import { domain } from "../data/fields.js";
import { nothingBelow } from "../ledger/few-records.js";
import { leastPossibleFor } from "../ledger/least-possible.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { LearnerFields } from "./fields.js";
import {
  type SanitizerFields,
  type SanitizerPlanFromCore,
  sanitizerEntry,
} from "./sanitizer-plans.js";

class ThresholdTaskFields<T = number> extends LearnerFields {
  /** the possible values; default: `reals()`, all doubles. It must not be read off the data. */
  domain: Optional<Domain<T>> = domain();
  /** 0 (default) leaves "exponential" only; else far below 1 / (number of records) */
  delta = optional(delta(), 0);
  /**
   * the number of errors that the best threshold may make in the accuracy statement; default 0. Public, never
   * read off the data. "rec-concave" takes 0 only
   */
  tolerance = optional(whole(), 0);
  /**
   * how often `by` shrinks the domain, 1 (default) to 3, as for `interiorPoint`; for "interior-point" by an
   * algorithm other than "cut"
   */
  levels = levels();
}

export class ThresholdRuleFields<T = number> extends ThresholdTaskFields<T> {
  /**
   * "exponential" takes any labels and needs no delta; "cut" promises fewer errors on domains wider than about
   * 40 bits. "interior-point" leaves out as many of the outermost records of either label as `tolerance` says,
   * and promises nothing beyond it; "rec-concave" promises nothing unless some threshold makes no error. "auto"
   * (default): "exponential" up to 64 bits; on wider domains "exponential" or "cut", whichever promises fewer
   * errors
   */
  algorithm = optional(
    choice(["auto", "exponential", "cut", "interior-point", "rec-concave"] as const),
    "auto",
  );
  /**
   * for "interior-point": the algorithm that finds the point. "cut" (default) promises the fewest errors; the
   * others are the papers' (docs/guarantees/thresholds.md compares them). It leaves every record in place
   */
  by = optional(
    {
      ...choice(["cut", "tree-log", "heavy-paths", "tree-log-slices", "rec-concave"] as const),
      example: undefined,
    },
    undefined,
  );
}

class ThresholdPlannedFields extends ThresholdTaskFields<unknown> {
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
}

/**
 * The options of `learnThreshold` that are about the rule, not the data.
 * @interface
 */
export type ThresholdRule<T = number> = OptionsOf<ThresholdRuleFields<T>>;

/**
 * Options of `plan.learnThreshold`.
 * @interface
 */
export type ThresholdPlanned = OptionsOf<ThresholdPlannedFields>;

/**
 * The accuracy of a threshold in words. With users it is about the sampled rows, one per user: without the
 * sample, all rows of a busy user may be mislabelled (docs/guarantees/thresholds.md, "Users with several
 * rows").
 */
export function statementOf({
  accuracy: { error, confidence },
  parameters,
  conditions,
  protects,
}: Claim) {
  const { tolerance } = parameters;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const isOfUsers = protects === "users";
  const below = nothingBelow(error, 0, isOfUsers ? "users" : "records");
  const records = isOfUsers ? "of the sampled rows, one per user," : "records";
  if (conditions.agnostic) {
    return `${sure}, the rule mislabels at most ${formatCount(error)} ${records} more than the best threshold.${below}`;
  }
  const [every, few, these] = isOfUsers
    ? ["sampled row, one per user,", "of the sampled rows, one per user", "of these rows"]
    : ["record", "records", "records"];
  const condition =
    tolerance === 0
      ? `labels every ${every} correctly`
      : `mislabels at most ${formatCount(tolerance)} ${few}`;
  return `If some threshold ${condition}: ${sure.toLowerCase()}, a threshold is found that mislabels at most ${formatCount(error)} ${these}.${below}`;
}

/** The needs of one algorithm that learns a threshold. */
export interface ThresholdPlan extends SanitizerFields {
  /** the value of `algorithm` */
  algorithm: string;
  /** of "interior-point": the value of `by`; of "sanitizer": how it draws quantiles, which its `delta` decides */
  by?: string;
  /** how often it shrinks the domain; 0 if never */
  levels: number;
  /**
   * the sufficient number of records for an error rate of at most `accuracy` among them; Infinity if the
   * algorithm cannot run with these options
   */
  records: number;
  /**
   * the sufficient number of independent samples for an error rate below `accuracy` on fresh ones as well,
   * with up to twice the failure probability; Infinity likewise
   */
  freshRecords: number;
  /**
   * the sufficient number of independent samples, whatever their labels, for an error rate on fresh ones at most
   * `accuracy` above that of the best threshold, with up to twice the failure probability. "cut" then takes half of
   * them as its `tolerance`. Undefined for an algorithm that has no bound for all labels, or cannot run
   */
  agnosticRecords?: number;
  /** the maximum number of errors that it promises */
  errors: number;
  /** the median error on smooth data with correct labels, if known: not a guarantee */
  usual?: number;
  /** no algorithm of the requested privacy promises fewer errors of a threshold: `plan.leastPossible` */
  leastPossible: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** whether `algorithm: "auto"` takes it */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

type PlanFromCore = Omit<
  ThresholdPlan,
  "loss" | "why" | "leastPossible" | keyof SanitizerFields
> & {
  available: boolean;
  epsilon: number;
  delta: number;
  reason: string;
};

export const learnThresholdPlanDeclaration = new Declaration({
  name: "plan.learnThreshold",
  Fields: ThresholdPlannedFields,
});

/**
 * How many labelled records each algorithm needs for an error rate of at most `accuracy`, if some
 * threshold labels all of them (all but `tolerance`) rightly.
 *
 * @returns one for each algorithm, for "interior-point" and "sanitizer" one for each value of `by`
 * @throws {RangeError | TypeError}
 */
export function planThreshold(options: ThresholdPlanned): ThresholdPlan[] {
  const read = learnThresholdPlanDeclaration.read(options);
  const request = { ...read, domain: read.domain.core };
  const plans = call<PlanFromCore[]>("thresholdPlans", request);
  const leastPossible = leastPossibleFor({ ...request, task: "learnThreshold" });
  const sanitizers = call<SanitizerPlanFromCore[]>("thresholdSanitizerPlans", request);
  const least = (number: string) => `each label has at least ${number} records`;
  const direct = plans.map(({ available, records, freshRecords, agnosticRecords, ...plan }) => ({
    algorithm: plan.algorithm,
    ...(plan.by !== undefined && { by: plan.by }),
    levels: plan.levels,
    records: available ? records : Number.POSITIVE_INFINITY,
    freshRecords: available ? freshRecords : Number.POSITIVE_INFINITY,
    ...(agnosticRecords !== undefined && { agnosticRecords }),
    errors: available ? plan.errors : Number.POSITIVE_INFINITY,
    ...(plan.usual !== undefined && { usual: plan.usual }),
    leastPossible,
    loss: { epsilon: plan.epsilon, delta: plan.delta },
    chosen: plan.chosen,
    why: `It ${available ? `makes ${plan.reason}` : plan.reason}.`,
  }));
  const bySanitizer = sanitizers.map((plan) => ({
    ...{ algorithm: "sanitizer", levels: 0, leastPossible },
    ...sanitizerEntry(plan, read, "records", least),
  }));
  return [...direct, ...bySanitizer];
}
