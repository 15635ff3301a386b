import { count, countDeclaration } from "../counts/count.js";
import { countDistinct, countDistinctDeclaration } from "../counts/count-distinct.js";
import { findBounds, findBoundsDeclaration } from "../counts/find-bounds.js";
import { histogram, histogramDeclaration } from "../counts/histogram.js";
import { mean, meanDeclaration } from "../counts/mean.js";
import { sum, sumDeclaration } from "../counts/sum.js";
import {
  standardDeviation,
  standardDeviationDeclaration,
  variance,
  varianceDeclaration,
} from "../counts/variance.js";
import { learnThreshold, learnThresholdDeclaration, thresholdWay } from "../learning/threshold.js";
import type { Accuracy } from "../ledger/record.js";
import { interiorPoint, interiorPointDeclaration } from "../ranks/interior-point.js";
import { median, medianDeclaration } from "../ranks/median.js";
import { quantile, quantileDeclaration } from "../ranks/quantile.js";
import { quantiles, quantilesDeclaration } from "../ranks/quantiles.js";
import { topKDeclaration } from "../top-k/options.js";
import { topK, topKWay } from "../top-k/top-k.js";
import type { Functions } from "./subject.js";

/** A function that answers, and its accuracy. The function's name decides its arguments. */
type Answering = [call: (...args: never[]) => unknown, accurate: Accurate];
interface Accurate {
  Fields: new () => object;
  accuracy(options: object, contextOf: () => object): Accuracy;
}

/** By the names of methods. */
export const answering: Record<string, Answering> = {
  median: [median, medianDeclaration],
  quantile: [quantile, quantileDeclaration],
  quantiles: [quantiles, quantilesDeclaration],
  interiorPoint: [interiorPoint, interiorPointDeclaration],
  count: [count, countDeclaration],
  sum: [sum, sumDeclaration],
  mean: [mean, meanDeclaration],
  variance: [variance, varianceDeclaration],
  standardDeviation: [standardDeviation, standardDeviationDeclaration],
  countDistinct: [countDistinct, countDistinctDeclaration],
  findBounds: [findBounds, findBoundsDeclaration],
  histogram: [histogram, histogramDeclaration],
  topK: [
    topK,
    {
      Fields: topKDeclaration.Fields,
      accuracy(options: object) {
        const { way, options: once } = topKWay(options);
        return way.accuracy(once);
      },
    },
  ],
  learnThreshold: [
    learnThreshold,
    {
      Fields: learnThresholdDeclaration.Fields,
      accuracy(options: object) {
        const { way, options: once } = thresholdWay(options);
        return way.accuracy(once);
      },
    },
  ],
};

/** The functions of the main entry, which answer here. */
export const here: Functions = {
  call: (name, args) => (answering[name]![0] as (...args: unknown[]) => unknown)(...args),
  accuracy: (name, [q], options) => answering[name]![1].accuracy(options, () => ({ q })),
};
