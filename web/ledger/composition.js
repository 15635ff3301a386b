import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  describe,
  flagOption,
  numberOption,
  wholeOption,
} from "../core/options.js";

/**
 * Releases whose number and size are fixed before the first.
 * @typedef {object} StepOptions
 * @property {number} steps how many, 1 to 1,000,000, fixed beforehand
 * @property {"pure" | "approximate" | "bounded-range"} [kind] what is known of a step: that it is
 *   epsilon-DP (default); (epsilon, delta)-DP; or epsilon-bounded-range, as `median`, `quantile` and
 *   `selectBest` by the exponential mechanism are, which adds up to about half
 * @property {boolean} [adaptive] whether a step may depend on what earlier ones returned; default true
 */

/**
 * How much each of `steps` releases may spend so that all together spend a total.
 *
 * Privacy: steps of at most the returned loss are (epsilon, delta)-DP together, however they are chosen
 * from earlier results (unless `adaptive: false`).
 * Source: the best of basic, optimal (Kairouz, Oh, Viswanath 2015), concentrated (Cesar, Rogers 2021) and
 * fixed-in-advance (Dong, Durfee, Rogers 2020) composition; docs/guarantees/composition.md.
 *
 * @param {StepOptions & { epsilon: number, delta?: number }} total
 * @returns {{ epsilon: number, delta: number, bound: string }} of one step, and which bound gives it
 * @throws {RangeError | TypeError}
 */
function perStep(total) {
  checkOptions("composition.perStep", total, [...known, "delta"]);
  const { delta = 0 } = total;
  return call("compositionPerStep", {
    ...stepRequest(total),
    epsilon: numberOption("epsilon", total.epsilon),
    delta: numberOption("delta", delta),
  });
}

/**
 * What `steps` equal releases cost together, by every bound that applies; the least one counts.
 *
 * @param {StepOptions & { epsilon: number, delta?: number, totalDelta: number }} step `epsilon` and
 *   `delta` of one step; `totalDelta` for all, at least `steps * delta`
 * @returns {{ epsilon: number, delta: number, bound: string, bounds: { name: string, epsilon: number }[] }}
 * @throws {RangeError | TypeError}
 */
function total(step) {
  checkOptions("composition.total", step, [...known, "delta", "totalDelta"]);
  const { delta = 0, kind = "pure" } = step;
  if (kind !== "approximate" && delta !== 0) {
    throw new RangeError(`delta must be 0 for steps of kind "${kind}", got ${describe(delta)}`);
  }
  const totalDelta = numberOption("totalDelta", step.totalDelta);
  const bounds = call("compositionTotals", {
    ...stepRequest(step),
    epsilon: numberOption("epsilon", step.epsilon),
    delta: numberOption("delta", delta),
    totalDelta,
  });
  const best = bounds.reduce((/** @type {any} */ a, /** @type {any} */ b) =>
    b.epsilon < a.epsilon ? b : a,
  );
  return { epsilon: best.epsilon, delta: totalDelta, bound: best.name, bounds };
}

const known = ["steps", "kind", "adaptive", "epsilon"];

/** @param {StepOptions} options */
function stepRequest({ steps, kind = "pure", adaptive = true }) {
  flagOption("adaptive", adaptive);
  return {
    steps: wholeOption("steps", steps, 1, 1e6),
    kind: choiceOption("kind", kind, ["pure", "approximate", "bounded-range"]),
    adaptive,
  };
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
