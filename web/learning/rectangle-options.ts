import { Declaration } from "../core/declaration.js";
import {
  choice,
  delta,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import type { Domain } from "../data/domains.js";
import { nothingBelow } from "../ledger/few-records.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { axisDomains, both, LearnerFields } from "./fields.js";
import type { AxisValue } from "./hypothesis-rectangle.js";
import { leastOfBoxes, leastOnGrid } from "./rectangle-bound.js";
import { axesOf, axisGrid, gridsOf } from "./rectangle-grid.js";
import {
  type SanitizerFields,
  type SanitizerPlanFromCore,
  sanitizerEntry,
} from "./sanitizer-plans.js";

class RectangleTaskFields extends LearnerFields {
  /** the domain of all axes, or one for each; any but text; default `reals()` */
  domain = axisDomains();
  /** 0 (default), or far below 1 / (number of points), as "outermost" and "slices" require */
  delta = optional(delta(), 0);
  /**
   * the cells at whose edges the sides of a box lie: the number of equal cells on every axis, or for each axis
   * their number, or the edges between them. Public, never read off the data; at most 11 million boxes
   */
  grid = axisGrid();
  /** the number of errors that the best box may make, for "outermost" and "slices"; default 0 */
  tolerance = optional(whole(), 0);
}

export class RectangleRuleFields extends RectangleTaskFields {
  /**
   * "exponential" draws a box of the grid (or of the domains' own values) by its errors, whatever the labels;
   * "axis-by-axis" minimises errors on one axis after the other. Neither needs a delta. "outermost" reads all
   * points of label 1 from every side; "slices" removes the points that one side has read, which needs fewer
   * points from about 7 axes on. "auto" (default): "exponential" with a grid, or if the domains have at most 11
   * million boxes; else "axis-by-axis". With an axis of more than 64 bits it takes "outermost" or "slices",
   * whichever promises fewer errors
   */
  algorithm = optional(
    choice(["auto", "exponential", "axis-by-axis", "outermost", "slices"] as const),
    "auto",
  );
}

/** The core checks the number before one domain becomes that many. */
const axes = {
  ...whole(),
  read(name: string, value: unknown) {
    const number = whole().read(name, value);
    call("checkDimensions", number);
    return number;
  },
};

/** The number of axes, if no data show it. Read it after the domain. */
export class DimensionsFields {
  /** 1 to 64; needed unless `domain` is an array */
  dimensions: Optional<number> = {
    ...axes,
    fallback: ({ domain }: { domain?: unknown }) =>
      axes.read("dimensions", Array.isArray(domain) ? domain.length : undefined),
  };
}

class AccuracyFields {
  /** the error rate wanted, 0.0001 to 0.5 */
  accuracy = number(0.1);
}

/**
 * The options of `learnRectangle` that are about the box, not the data.
 * @interface
 */
export type RectangleRule = OptionsOf<RectangleRuleFields>;

/**
 * The number of axes, if no data show it.
 * @interface
 */
export type Dimensions = OptionsOf<DimensionsFields>;

/**
 * Options of `plan.learnRectangle`.
 * @interface
 */
export type RectanglePlanned = OptionsOf<RectangleTaskFields & DimensionsFields & AccuracyFields>;

/** @returns one for each axis */
export function domainsOf(
  domain: Domain<unknown> | Domain<unknown>[],
  axes: number,
): Domain<AxisValue>[] {
  const domains = Array.isArray(domain) ? domain : Array<Domain<unknown>>(axes).fill(domain);
  if (domains.length !== axes) {
    throw new RangeError(
      `domain must be one, or as many as columns, ${axes}, got ${domains.length}`,
    );
  }
  for (const one of domains) {
    if (one.core.type === "text") throw new RangeError("domain must not be text for a box");
  }
  return domains as Domain<AxisValue>[];
}

/** The accuracy of a box in words. */
export function statementOf({ accuracy, conditions: { leastOnes }, parameters }: Claim) {
  const { algorithm, tolerance } = parameters;
  const errors = formatCount(accuracy.error);
  const confidence = formatPercent(accuracy.confidence);
  const few = nothingBelow(accuracy.error, 0, "points");
  if (algorithm === "axis-by-axis") {
    return `With ${confidence} confidence, on every axis: the interval mislabels at most ${errors} points more than the best one around a private median. Only points inside the other axes' intervals count, as these are when it is drawn.${few}`;
  }
  if (algorithm === "exponential") {
    return `With ${confidence} confidence, the result mislabels at most ${errors} points more than the best box of the grid (no box means label 0 everywhere).${few}`;
  }
  const found =
    leastOnes === 0
      ? ""
      : `, and a box is returned if ${formatCount(leastOnes)} points have label 1`;
  if ((tolerance as number) > 0) {
    return `If some box mislabels at most ${formatCount(tolerance)} points: with ${confidence} confidence, the result mislabels at most ${errors} points (no box means label 0 everywhere)${found}.${few}`;
  }
  return `If some box labels every point correctly: with ${confidence} confidence, the result mislabels at most ${errors} points, all with label 1 (no box means label 0 everywhere)${found}; a few hundred wrong labels beyond a side can move it anywhere.${few}`;
}

/** The needs of one algorithm that learns a box. */
export interface RectanglePlan extends SanitizerFields {
  /** the value of `algorithm` */
  algorithm: "exponential" | "axis-by-axis" | "outermost" | "slices" | "sanitizers";
  /** of "sanitizers": the value of `by` */
  by?: "quantiles" | "slices";
  /**
   * the sufficient number of points for an error rate of at most `accuracy` among them; Infinity if the
   * algorithm cannot run with these options, or makes no promise about the whole box
   */
  records: number;
  /**
   * the sufficient number of independent samples for an error rate below `accuracy` on fresh ones as well,
   * with up to twice the failure probability; undefined with a tolerance, except by "exponential"
   */
  freshRecords?: number;
  /**
   * by "exponential", the sufficient number of independent samples, whatever their labels, for an error rate on fresh
   * ones at most `accuracy` above that of the best box of the grid, with up to twice the failure probability
   */
  agnosticRecords?: number;
  /**
   * the maximum number of errors that it promises, if the best box (of the grid, by "exponential") makes at most
   * `tolerance`; Infinity in the same cases
   */
  errors: number;
  /** no algorithm of the requested privacy promises fewer errors of boxes: `plan.leastPossible` */
  leastPossible: number;
  /** the median error on points spread evenly, where it is known: no guarantee */
  usual?: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** whether `algorithm: "auto"` takes it */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

/** `available`: with these options; `promises`: an error rate. */
type PlanFromCore = Omit<
  RectanglePlan,
  "loss" | "why" | "freshRecords" | "leastPossible" | "by" | keyof SanitizerFields
> & {
  /** 0 if it is unknown */
  freshRecords: number;
  available: boolean;
  promises: boolean;
  epsilon: number;
  delta: number;
  reason: string;
};

export const learnRectanglePlanDeclaration = new Declaration({
  name: "plan.learnRectangle",
  Fields: both(both(RectangleTaskFields, DimensionsFields), AccuracyFields),
});

/**
 * How many labelled points each algorithm needs for an error rate of at most `accuracy`, if some box (of the
 * grid, by "exponential") labels all of them (all but `tolerance`) rightly.
 *
 * @returns one for each algorithm, for "sanitizers" one for each value of `by`
 * @throws {RangeError | TypeError}
 */
export function planRectangle(options: RectanglePlanned): RectanglePlan[] {
  const { domain, dimensions, grid, ...rest } = learnRectanglePlanDeclaration.read(options);
  const domains = axesOf(domainsOf(domain, dimensions), grid);
  const request = { ...rest, domains };
  const plans = call<PlanFromCore[]>("rectanglePlans", request);
  const sanitizers = call<SanitizerPlanFromCore[]>("rectangleSanitizerPlans", request);
  const ofDomains = leastOfBoxes(domainsOf(domain, dimensions), rest);
  const ofGrid = Math.min(ofDomains, leastOnGrid(gridsOf(grid, dimensions), rest));
  const isUnknown = (freshRecords: number) => rest.tolerance > 0 && freshRecords === 0;
  const ifPromised = (promises: boolean, number: number) =>
    promises ? number : Number.POSITIVE_INFINITY;
  const direct = plans.map(({ available, promises, epsilon, delta, reason, ...plan }) => ({
    algorithm: plan.algorithm,
    records: ifPromised(promises, plan.records),
    freshRecords: isUnknown(plan.freshRecords)
      ? undefined
      : ifPromised(promises, plan.freshRecords),
    ...(plan.agnosticRecords !== undefined && { agnosticRecords: plan.agnosticRecords }),
    errors: ifPromised(promises, plan.errors),
    leastPossible: plan.algorithm === "exponential" ? ofGrid : ofDomains,
    ...(plan.usual !== undefined && { usual: plan.usual }),
    loss: available ? { epsilon, delta } : { epsilon: rest.epsilon, delta: rest.delta },
    chosen: plan.chosen,
    why: `It ${available ? `makes ${reason}` : reason}.`,
  }));
  const bySanitizers = sanitizers.map((plan) => ({
    ...{ algorithm: "sanitizers" as const, leastPossible: ofDomains },
    ...sanitizerEntry(plan, rest, "points", (number) => `there are at least ${number} points`),
    ...(rest.tolerance > 0 && { freshRecords: undefined }),
  }));
  return [...direct, ...bySanitizers];
}
