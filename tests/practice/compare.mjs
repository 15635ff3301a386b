// Whether the default loses: to an algorithm that can be named, or to itself when it was given less.
//
// A run of a data set is one number: the mean miss of its quantiles, in ranks, below 1 taken as 1. Medians of runs are
// compared by limits that hold whatever their law is: the order statistics of the binomial law with 1/2. A loss is told
// if it is beyond both limits, so each comparison is wrong with probability at most `alpha`.
import { atLeast, atMost, upperTail } from "../../dist/audit/bounds.js";

/** The default's error may be so many times that of another: the margin of its own rule. */
export const margin = 1.6;

/** The least number of n that as many of a fair coin's faces reach with probability at most `level`. */
function beyondHalf(n, level) {
  let k = Math.ceil(n / 2);
  while (k <= n && upperTail(n, 0.5, k) > level) k += 1;
  return k;
}

/** Limits of the median of what runs are drawn from, each wrong with probability at most `level`. */
export function limitsOfMedian(runs, level) {
  const sorted = Float64Array.from(runs, (miss) => Math.max(1, miss)).sort();
  const n = sorted.length;
  const k = beyondHalf(n, level);
  if (k > n) throw new Error(`${n} data sets are too few for limits that fail with ${level}`);
  return { low: sorted[n - k], high: sorted[k - 1] };
}

const runsOf = ({ means }) => means.length;
const failuresOf = ({ none, outside }) => none + outside;

/**
 * Whether one loses to another by more than a factor. Interior points: by how often they fail.
 * @param {import("./measure.mjs").Tally} one
 * @param {import("./measure.mjs").Tally} other
 */
export function loses(one, other, { factor, alpha, isPoint = false }) {
  const level = alpha / 2;
  if (isPoint) {
    const least = atLeast(failuresOf(one), runsOf(one), level);
    return least > factor * atMost(failuresOf(other), runsOf(other), level);
  }
  return limitsOfMedian(one.means, level).low > factor * limitsOfMedian(other.means, level).high;
}

const median = (runs) => runs.slice().sort((a, b) => a - b)[runs.length >> 1];
const inWords = (tally, isPoint) =>
  isPoint
    ? `fails ${failuresOf(tally)} of ${runsOf(tally)}`
    : `${median(tally.means).toFixed(1)} ranks`;

/** Each pair of cells of which the second is given more: the next epsilon, or a delta or size beside nothing. */
function* givenMore(cells) {
  const epsilons = [...new Set(cells.map(({ epsilon }) => epsilon))].sort((a, b) => a - b);
  for (const more of cells) {
    const before = epsilons[epsilons.indexOf(more.epsilon) - 1];
    for (const less of cells) {
      const isEpsilon = less.epsilon === before && less.told.name === more.told.name;
      const isTold =
        less.epsilon === more.epsilon && less.told.name === "" && more.told.name !== "";
      if (isEpsilon || isTold) yield { less, more };
    }
  }
}

const nameOf = ({ epsilon, told }) => [`epsilon ${epsilon}`, told.name].filter(Boolean).join(", ");

/**
 * What the default loses in the cells of a sheet, in words.
 * @param {import("./measure.mjs").Measured[]} cells
 * @param {{ alpha: number, isPoint?: boolean }} terms `alpha` of each comparison
 * @returns {string[]}
 */
export function losses(cells, { alpha, isPoint }) {
  const byName = cells.flatMap((cell) => {
    const [byDefault, ...named] = cell.tallies;
    return named
      .filter((one) => runsOf(one) === runsOf(byDefault))
      .filter((one) => loses(byDefault, one, { factor: margin, alpha, isPoint }))
      .map(
        (one) =>
          `${nameOf(cell)}: ${inWords(byDefault, isPoint)} by default (${[...byDefault.took]}), ${inWords(one, isPoint)} by "${one.name}"`,
      );
  });
  const byMore = [...givenMore(cells)]
    .filter(({ less, more }) =>
      loses(more.tallies[0], less.tallies[0], { factor: 1, alpha, isPoint }),
    )
    .map(
      ({ less, more }) =>
        `${nameOf(more)}: ${inWords(more.tallies[0], isPoint)}, with less (${nameOf(less)}) ${inWords(less.tallies[0], isPoint)}`,
    );
  return [...byName, ...byMore];
}

/** Leaves out, of the algorithms that can be named, those that 40 runs show to be far from the best. */
export function onlyNearTheBest(cell, run) {
  if (run !== 39) return;
  const [byDefault, ...named] = cell.tallies;
  const medians = named.map((one) => Math.max(1, median(one.means)));
  const least = Math.min(...medians);
  cell.tallies = [byDefault, ...named.filter((_, i) => medians[i] <= 4 * least)];
}
