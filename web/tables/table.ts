import { count, usersCounted } from "../counts/count.js";
import { countDistinct, itemsDistinct } from "../counts/count-distinct.js";
import { boundsFound, findBounds } from "../counts/find-bounds.js";
import { histogram, usersBinned } from "../counts/histogram.js";
import { mean, usersAveraged } from "../counts/mean.js";
import { sum, usersSummed } from "../counts/sum.js";
import { standardDeviation, usersDeviated, usersVaried, variance } from "../counts/variance.js";
import { learnedThreshold, learnThreshold, thresholdWay } from "../learning/threshold.js";
import { foundPoint, interiorPoint } from "../ranks/interior-point.js";
import { foundMedian, median } from "../ranks/median.js";
import { foundQuantile, quantile } from "../ranks/quantile.js";
import { foundQuantiles, quantiles } from "../ranks/quantiles.js";
import { ranked } from "../top-k/options.js";
import { topK } from "../top-k/top-k.js";
import { tableOf } from "./tables.js";

/** What answers, and what says how far off that will be. @type {Record<string, [(...args: any[]) => any, any]>} */
export const answering = {
  median: [median, foundMedian],
  quantile: [quantile, foundQuantile],
  quantiles: [quantiles, foundQuantiles],
  interiorPoint: [interiorPoint, foundPoint],
  count: [count, usersCounted],
  sum: [sum, usersSummed],
  mean: [mean, usersAveraged],
  variance: [variance, usersVaried],
  standardDeviation: [standardDeviation, usersDeviated],
  countDistinct: [countDistinct, itemsDistinct],
  findBounds: [findBounds, boundsFound],
  histogram: [histogram, usersBinned],
  topK: [topK, ranked],
  learnThreshold: [
    learnThreshold,
    {
      Fields: learnedThreshold.Fields,
      accuracy(/** @type {any} */ options) {
        const { way, options: once } = thresholdWay(options);
        return way.accuracy(once);
      },
    },
  ],
};

/** @type {import("./subject.js").Functions} */
const here = {
  call: (name, args) => answering[name][0](...args),
  accuracy: (name, [q], options) => answering[name][1].accuracy(options, () => ({ q })),
};

/**
 * A table of which people have several rows each, to be asked by the names of its columns. What is protected
 * is a *user*, with all rows.
 *
 * Privacy: as the function behind each method. Whether a row counts is decided by that row alone: if its
 * value, user and group are there, and if the predicates of `where` hold. Which columns there are is public.
 * Cost: that of the function behind each method; columns are read again for each answer.
 *
 * @template {import("./rows.js").TableRows} R
 * @param {R} rows an array of objects, an object of columns (arrays, typed arrays, Arrow vectors and whatever
 *   else is read as a column), or an Arrow table. A field that a row lacks is missing.
 * @param {import("./fields.js").TableOptions} options
 * @returns {import("./types.js").Table<import("./rows.js").RowOf<R>>}
 * @throws {RangeError | TypeError} for rows of another kind, and a column that they do not have
 */
export function table(rows, options) {
  return tableOf(rows, options, here);
}
