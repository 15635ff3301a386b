import { Declaration } from "../core/declaration.js";
import { choice, delta, flag, number, type OptionsOf, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";

class StepFields {
  /** how many, 1 to 1,000,000, fixed beforehand */
  steps = whole();
  /**
   * what is known of a step: that it is epsilon-DP (default); (epsilon, delta)-DP; or
   * epsilon-bounded-range, as `median`, `quantile` and `selectBest` by the exponential mechanism are,
   * which adds up to about half
   */
  kind = optional(choice(["pure", "approximate", "bounded-range"] as const), "pure");
  /** whether a step may depend on what earlier ones returned; default true */
  adaptive = optional(flag(), true);
}

export class AllStepsFields extends StepFields {
  /** of all steps together, 1e-9 to 10,000 */
  epsilon = number();
  /** of all steps together; default 0 */
  delta = optional(delta(), 0);
}

class OneStepFields extends StepFields {
  /** of one step, 1e-9 to 10,000 */
  epsilon = number();
  /** of one step; default 0 */
  delta = optional(delta(), 0);
  /** for all steps, at least `steps * delta` */
  totalDelta = delta();
}

/**
 * Releases whose number and size are fixed before the first.
 * @interface
 */
export type StepOptions = OptionsOf<StepFields>;

/**
 * What such releases may spend together.
 * @interface
 */
export type AllStepsOptions = OptionsOf<AllStepsFields>;

/**
 * What each of such releases spends.
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
 * @returns of one step, and which bound gives it
 * @throws {RangeError | TypeError}
 */
function perStep(total: AllStepsOptions): { epsilon: number; delta: number; bound: string } {
  return call("compositionPerStep", perStepDeclaration.read(total));
}

/**
 * What `steps` equal releases cost together, by every bound that applies; the least one counts.
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
 * What many releases from the same data cost together, and how much each may.
 * @namespace
 */
export const composition = {
  /**
   * How much each of several releases may spend.
   * @function
   */
  perStep,

  /**
   * What several equal releases cost together.
   * @function
   */
  total,
};
