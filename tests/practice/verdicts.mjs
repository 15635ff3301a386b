// The losses of the default, in words: in a row of the design, and in all rows with one value of a factor.
//
// In at most half of the data sets may the default miss by more than 1.6 times another algorithm's miss, and
// with twice the epsilon by more than its own. So the median of these ratios over data sets is at most 1.6, and
// 1. A loss is reported if the number of lost data sets has probability at most `alpha` under that hypothesis.
// It is tested once on all data sets, and once on those without many equal values, where misses differ. For
// interior points the test counts failures instead of misses, and compares them by bounds of equal confidence.
import { atLeast, atMost, upperTail } from "../../dist/audit/bounds.js";
import { quantileOf } from "./measure.mjs";
import { comparisonsOf } from "./trial.mjs";

/** For each data set, whether the default lost. */
const lostIn = ({ one, other, factor }) =>
  one.means.map((miss, run) => miss > factor * other.means[run]);
const count = (lost) => lost.filter(Boolean).length;
/** `upperTail` holds from the mean on; half or less is no loss. */
const isLoss = (lost, alpha) =>
  count(lost) > lost.length / 2 && upperTail(lost.length, 0.5, count(lost)) <= alpha;
/** The results on data sets of some shapes. @param {(shape: { name: string, isTied?: boolean }) => boolean} has */
const ofShapes = (lost, shapes, has) => lost.filter((_, run) => has(shapes[run % shapes.length]));
const untied = (lost, shapes) => ofShapes(lost, shapes, ({ isTied }) => !isTied);

const failsMore = ({ one, other, factor }, alpha) =>
  atLeast(one.failed, one.answers, alpha / 2) >
  factor * atMost(other.failed, other.answers, alpha / 2);

const misses = ({ means, took }) => `${quantileOf(means, 0.5).toFixed(1)} ranks (${took})`;
const failures = ({ failed, answers, took }) => `${failed} of ${answers} fail (${took})`;

/** @param {import("./trial.mjs").Trial} trial */
export const inWords = ({ isPoint, ...trial }) =>
  comparisonsOf(trial).map(({ name, one, other, factor }) =>
    isPoint
      ? `${name}: ${failures(one)}, ${failures(other)}`
      : `${name}: ${misses(one)}, ${misses(other)}, ${count(lostIn({ one, other, factor }))} of ${one.means.length} data sets lost`,
  );

/**
 * @param {import("./trial.mjs").Trial} trial
 * @param {number} alpha per comparison
 */
export function lossesOfRow(trial, alpha) {
  const words = inWords(trial);
  return comparisonsOf(trial).flatMap((comparison, i) => {
    const isLost = trial.isPoint ? failsMore(comparison, alpha) : isLoss(lostIn(comparison), alpha);
    return isLost ? [words[i]] : [];
  });
}

/**
 * Losses too small for one row: over all rows of, for example, one kind of data, against one algorithm.
 * @param {import("./trial.mjs").Trial[]} trials
 * @param {number} alpha per comparison
 */
export function lossesOfFactors(trials, alpha) {
  /** @type {Map<string, boolean[]>} */
  const pooled = new Map();
  const add = (place, lost) => pooled.set(place, [...(pooled.get(place) ?? []), ...lost]);
  for (const trial of trials.filter(({ isPoint }) => !isPoint)) {
    for (const comparison of comparisonsOf(trial)) {
      const lost = lostIn(comparison);
      for (const [factor, value] of Object.entries(trial.row)) {
        add(`${factor} ${value}, ${comparison.name}`, lost);
        add(`${factor} ${value}, untied, ${comparison.name}`, untied(lost, trial.shapes));
      }
      for (const shape of trial.shapes) {
        add(
          `${shape.name} data, ${comparison.name}`,
          ofShapes(lost, trial.shapes, (one) => one === shape),
        );
      }
    }
  }
  return [...pooled]
    .filter(([, lost]) => isLoss(lost, alpha))
    .map(([place, lost]) => `${place}: ${count(lost)} of ${lost.length} data sets lost`);
}
