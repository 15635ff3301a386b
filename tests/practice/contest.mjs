// A default compared with all alternatives for the same epsilon and delta: named algorithms, and a dozen lines
// of script ("by hand"). The miss of an algorithm in a run is a number, in the unit of its contest.
import { upperTail } from "../../dist/audit/bounds.js";
import { isRefusal, margin, quantileOf } from "./measure.mjs";
import { Random } from "./random.mjs";

/** A way to ask: the default is the first of a contest. @typedef {{ name: string, ask: (data: any) => number }} Way */

/**
 * @typedef {{ title: string, unit: string, runs: number, make: (random: Random) => any, ways: Way[], awaits?: string, isShownOnly?: boolean }}
 *   Contest `awaits`: the current weakness of the default, in words. `isShownOnly`: the others know more than the
 *   default, such as a range of the values
 */

/** @typedef {{ name: string, means: number[], refusal?: string, none: number, outside: number }} Result */

/**
 * After this number of runs an algorithm far from the best is dropped, as its runs cost time and its figures add
 * nothing.
 */
const first = 12;
const farOff = 4;

const median = (runs) => quantileOf(runs, 0.5);

/** @param {Result[]} results of algorithms that ran */
const leastOf = (results) => Math.min(...results.map(({ means }) => Math.max(1, median(means))));

/**
 * Runs a contest: all ways on the same data sets.
 * @param {Contest} contest
 * @param {{ runs?: number }} [options]
 * @returns {Result[]}
 */
export function held({ title, make, ways, runs: usual }, { runs = usual } = {}) {
  const results = ways.map(({ name }) => ({ name, means: [], none: 0, outside: 0 }));
  let asked = ways;
  for (let run = 0; run < runs; ++run) {
    const data = make(new Random(`${title}, ${run}`));
    for (const way of asked) {
      const result = results[ways.indexOf(way)];
      try {
        result.means.push(way.ask(data));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        result.refusal = error.message;
        asked = asked.filter((other) => other !== way);
      }
    }
    if (run + 1 === first) {
      const resultOf = (way) => results[ways.indexOf(way)];
      const least = leastOf(asked.map(resultOf));
      asked = asked.filter(
        (way) => way === ways[0] || median(resultOf(way).means) <= farOff * least,
      );
    }
  }
  return results;
}

/** The best alternative: by its median, among those that ran to the end. @param {Result[]} results */
export function bestOther([, ...others]) {
  const most = Math.max(...others.map(({ means }) => means.length));
  const whole = others.filter(({ means }) => means.length === most && most > 0);
  return whole.sort((a, b) => median(a.means) - median(b.means))[0];
}

/**
 * The number of runs in which one misses by more than `margin` times as much as another on the same data; misses
 * below 1 count as 1.
 */
const runsLost = (one, other) =>
  one.means.filter((miss, run) => miss > margin * Math.max(1, other.means[run])).length;

/**
 * The loss of the default in a contest, in words. A loss is a miss of more than `margin` times another
 * algorithm's in too many runs: their number has probability at most `alpha` if it happens half of the time at
 * most.
 * @param {Contest} contest
 * @param {Result[]} results
 * @param {{ alpha: number }} terms per comparison
 */
export function lossesIn({ unit }, results, { alpha }) {
  const [byDefault, ...others] = results;
  const inWords = ({ means }) => `${median(means).toFixed(1)} ${unit}`;
  if (byDefault.refusal !== undefined) {
    const best = bestOther(results);
    return [`the default cannot be asked (${byDefault.refusal}), ${inWords(best)} ${best.name}`];
  }
  const runs = byDefault.means.length;
  return others
    .filter(({ means }) => means.length === runs)
    .map((other) => ({ other, lost: runsLost(byDefault, other) }))
    .filter(({ lost }) => upperTail(runs, 0.5, lost) <= alpha)
    .map(
      ({ other, lost }) =>
        `${inWords(byDefault)} by default, ${inWords(other)} ${other.name}, in ${lost} of ${runs} runs`,
    );
}

const figure = (value) =>
  value < 9.95 && value % 1 !== 0 ? value.toFixed(1) : Math.round(value).toLocaleString("en");

/** "median/95% of runs", or that it has no answer. @param {Result} result */
export const inFigures = ({ means, refusal }) =>
  refusal === undefined
    ? `${figure(median(means))}/${figure(quantileOf(means, 0.95))}`
    : "cannot be asked";
