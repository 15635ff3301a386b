import { count, usersCounted } from "../counts/count.js";
import { countDistinct, itemsDistinct } from "../counts/count-distinct.js";
import { boundsFound, findBounds } from "../counts/find-bounds.js";
import { histogram, usersBinned } from "../counts/histogram.js";
import { mean, usersAveraged } from "../counts/mean.js";
import { sum, usersSummed } from "../counts/sum.js";
import { standardDeviation, usersDeviated, usersVaried, variance } from "../counts/variance.js";
import { learnedThreshold, learnThreshold, thresholdWay } from "../learning/threshold.js";
import type { Accuracy } from "../ledger/record.js";
import { foundPoint, interiorPoint } from "../ranks/interior-point.js";
import { foundMedian, median } from "../ranks/median.js";
import { foundQuantile, quantile } from "../ranks/quantile.js";
import { foundQuantiles, quantiles } from "../ranks/quantiles.js";
import { ranked } from "../top-k/options.js";
import { topK } from "../top-k/top-k.js";
import type { TableOptions } from "./fields.js";
import type { RowOf, TableRows } from "./rows.js";
import type { Functions } from "./subject.js";
import { tableOf } from "./tables.js";
import type { Table } from "./types.js";

/** A function that answers, and its accuracy. The function's name decides its arguments. */
type Answering = [call: (...args: never[]) => unknown, accurate: Accurate];
interface Accurate {
  Fields: new () => object;
  accuracy(options: object, contextOf: () => object): Accuracy;
}

/** By the names of methods. */
export const answering: Record<string, Answering> = {
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
      accuracy(options: object) {
        const { way, options: once } = thresholdWay(options);
        return way.accuracy(once);
      },
    },
  ],
};

const here: Functions = {
  call: (name, args) => (answering[name]![0] as (...args: unknown[]) => unknown)(...args),
  accuracy: (name, [q], options) => answering[name]![1].accuracy(options, () => ({ q })),
};

/**
 * Makes a table of rows, in which a person may have several, and answers questions by the names of its
 * columns. Every answer protects a *user*, with all rows.
 *
 * Privacy: as the function behind each method. Whether a row counts is decided by that row alone: if its
 * value, user and group are there, and if the predicates of `where` hold. Which columns there are is public.
 * Cost: as the function behind each method; each answer reads its columns again.
 *
 * @param rows an array of objects, an object of columns (arrays, typed arrays, Arrow vectors and whatever else is
 *   read as a column), or an Arrow table. A field that a row lacks is missing.
 * @throws {RangeError | TypeError} for rows of another kind, and a column that they do not have
 */
export function table<R extends TableRows>(rows: R, options: TableOptions): Table<RowOf<R>> {
  return tableOf(rows, options, here);
}
