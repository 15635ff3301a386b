import { Declaration } from "../core/declaration.js";
import { choice, delta, flag, number, type OptionsOf, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";

class StepFields {
  /** the number of steps, 1 to 1,000,000, fixed beforehand */
  steps = whole();
  /**
   * the guarantee of a step: epsilon-DP (default); (epsilon, delta)-DP; or epsilon-bounded-range, as for
   * `median`, `quantile` and `selectBest` by the exponential mechanism. Bounded-range steps add up to about
   * half
   */
  kind = optional(choice(["pure", "approximate", "bounded-range"] as const), "pure");
  /** whether a step may depend on what earlier ones returned; default true */
  adaptive = optional(flag(), true);
}

export class AllStepsFields extends StepFields {
  /** the privacy loss of all steps together, 1e-9 to 10,000 */
  epsilon = number();
  /** the delta of all steps together; default 0 */
  delta = optional(delta(), 0);
}

class OneStepFields extends StepFields {
  /** the privacy loss of one step, 1e-9 to 10,000 */
  epsilon = number();
  /** the delta of one step; default 0 */
  delta = optional(delta(), 0);
  /** the delta of all steps together, at least `steps * delta` */
  totalDelta = delta();
}

/**
 * Releases whose number and size are fixed before the first.
 * @interface
 */
export type StepOptions = OptionsOf<StepFields>;

/**
 * The options of `composition.perStep`: the loss of all steps.
 * @interface
 */
export type AllStepsOptions = OptionsOf<AllStepsFields>;

/**
 * The options of `composition.total`: the loss of one step.
 * @interface
 */
export type OneStepOptions = OptionsOf<OneStepFields>;

export const perStepDeclaration = new Declaration({
  name: "composition.perStep",
  Fields: AllStepsFields,
});

export const totalDeclaration = new Declaration({
  name: "composition.total",
  Fields: OneStepFields,
  example: { options: { kind: "approximate", delta: 1e-6 } },
});

/**
 * How much each of `steps` releases may spend so that all together spend a total.
 *
 * Privacy: steps of at most the returned loss are (epsilon, delta)-DP together, however they are chosen
 * from earlier results (unless `adaptive: false`).
 * Source: the best of basic, optimal (Kairouz, Oh, Viswanath 2015), concentrated (Cesar, Rogers 2021) and
 * fixed-in-advance (Dong, Durfee, Rogers 2020) composition; docs/guarantees/composition.md.
 *
 * @returns the loss of one step, and the bound that gives it
 * @throws {RangeError | TypeError}
 */
function perStep(total: AllStepsOptions): { epsilon: number; delta: number; bound: string } {
  return call("compositionPerStep", perStepDeclaration.read(total));
}

/**
 * The loss of `steps` equal releases together, by every bound that applies; the smallest counts.
 *
 * @throws {RangeError | TypeError}
 */
function total(step: OneStepOptions): {
  epsilon: number;
  delta: number;
  bound: string;
  bounds: { name: string; epsilon: number }[];
} {
  const request = totalDeclaration.read(step);
  const { totalDelta } = request;
  const bounds = call<{ name: string; epsilon: number }[]>("compositionTotals", request);
  const best = bounds.reduce((a, b) => (b.epsilon < a.epsilon ? b : a));
  return { epsilon: best.epsilon, delta: totalDelta, bound: best.name, bounds };
}

/**
 * The joint loss of many releases from the same data, and the loss that each may spend.
 * @namespace
 */
export const composition = {
  /**
   * How much each of several releases may spend.
   * @function
   */
  perStep,

  /**
   * The joint loss of several equal releases.
   * @function
   */
  total,
};
