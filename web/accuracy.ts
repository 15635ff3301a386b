import { type UserCountOptions, usersCounted } from "./counts/count.js";
import { type DistinctOptions, itemsDistinct } from "./counts/count-distinct.js";
import { type DiscoveryOptions, groupsFound } from "./counts/discover-groups.js";
import { type BoundsOptions, boundsFound } from "./counts/find-bounds.js";
import { type UserHistogramOptions, usersBinned } from "./counts/histogram.js";
import { type UserMeanOptions, usersAveraged } from "./counts/mean.js";
import { type UserSumOptions, usersSummed } from "./counts/sum.js";
import { type SpreadOptions, usersDeviated, usersVaried } from "./counts/variance.js";
import { learnedPoint } from "./learning/point.js";
import type { PointRule } from "./learning/point-options.js";
import { boxWay } from "./learning/rectangle.js";
import type { Dimensions, RectangleRule } from "./learning/rectangle-options.js";
import type { SanitizerBox } from "./learning/rectangle-sanitizers.js";
import { type ThresholdUsers, thresholdWay } from "./learning/threshold.js";
import type { ThresholdRule } from "./learning/threshold-options.js";
import type { SanitizerRule } from "./learning/threshold-sanitizer.js";
import type { Released } from "./ledger/released.js";
import { foundPoint } from "./ranks/interior-point.js";
import { foundMedian } from "./ranks/median.js";
import type { DeclaredSizeOption, RankOptions, SizeOption } from "./ranks/options.js";
import { foundQuantile } from "./ranks/quantile.js";
import { foundQuantiles, type QuantilesOptions } from "./ranks/quantiles.js";
import { type PointsOptions, sanitizedPoints } from "./sanitizing/points.js";
import { type DistributionOptions, sanitizingWay } from "./sanitizing/thresholds.js";
import type { ValueCountsOptions } from "./sanitizing/thresholds-counts.js";
import type { IntervalOptions } from "./sanitizing/thresholds-paper.js";
import { type CountOptions, counted } from "./selection/laplace-count.js";
import { type SelectAccuracyOptions, selected } from "./selection/select-best.js";
import { ranked, type TopKOptions } from "./top-k/options.js";

const ofWay = ({ way, options }: { way: Released<any>; options: unknown }) => way.accuracy(options);

/**
 * Returns the accuracy of an answer before any charge, as its record will state it. Options are as for the
 * functions themselves, `ledger` and data left out; public parameters only.
 * @namespace
 */
export const accuracy = {
  /** For `interiorPoint`: the sufficient number of records. */
  interiorPoint: (options: RankOptions<unknown> & SizeOption) =>
    foundPoint.accuracy(options, () => ({})),

  /** For `median`: the maximum rank error. */
  median: (options: RankOptions<unknown> & DeclaredSizeOption) =>
    foundMedian.accuracy(options, () => ({})),

  /**
   * For `quantile`: the maximum rank error.
   * @param q from 1e-6 to 1 - 1e-6
   */
  quantile: (q: number, options: RankOptions<unknown> & DeclaredSizeOption) =>
    foundQuantile.accuracy(options, () => ({ q })),

  /** For `quantiles`: the maximum rank error over all of them. */
  quantiles: (qs: ArrayLike<number> | Iterable<number>, options: QuantilesOptions<unknown>) =>
    foundQuantiles.accuracy(options, () => ({ q: qs })),

  /**
   * For `topK`: the maximum lead of an omitted item over a returned one.
   * @param options must include `perUser`: without rows there is no default
   */
  topK: (options: TopKOptions) => ranked.accuracy(options),

  /** For `count`: the maximum error in users. */
  count: (options: UserCountOptions) => usersCounted.accuracy(options),

  /**
   * For `countDistinct`: the maximum error of the count.
   * @param options must include `perUser`: without rows, `accuracy` cannot see whether they have user ids
   */
  countDistinct: (options: DistinctOptions) => itemsDistinct.accuracy(options),

  /** For `discoverGroups`: the users that a group needs for release, and the maximum error of its count. */
  discoverGroups: (options: DiscoveryOptions) => groupsFound.accuracy(options),

  /** For `findBounds`: the users that a power of two needs to lie between the bounds. */
  findBounds: (options: BoundsOptions) => boundsFound.accuracy(options),

  /** For `histogram`: the maximum error of each bin in users. */
  histogram: (options: UserHistogramOptions) => usersBinned.accuracy(options),

  /** For `mean`: the maximum error in users at either end of the domain, from which the mean's error follows. */
  mean: (options: UserMeanOptions) => usersAveraged.accuracy(options),

  /** For `standardDeviation`: the maximum error, in users, of each weight behind it. */
  standardDeviation: (options: SpreadOptions) => usersDeviated.accuracy(options),

  /** For `variance`: the maximum error, in users, of each weight behind it. */
  variance: (options: SpreadOptions) => usersVaried.accuracy(options),

  /** For `sum`: the maximum error. */
  sum: (options: UserSumOptions) => usersSummed.accuracy(options),

  /** For `laplaceCount`: the maximum error. */
  laplaceCount: (options: CountOptions) => counted.accuracy(options),

  /** For `learnPoint`: the maximum number of mislabelled records. */
  learnPoint: (options: PointRule) => learnedPoint.accuracy(options),

  /** For `learnRectangle`: the maximum number of mislabelled records. */
  learnRectangle: (options: (RectangleRule | SanitizerBox) & Dimensions) => ofWay(boxWay(options)),

  /** For `learnThreshold`: the maximum number of mislabelled records. */
  learnThreshold: (options: (ThresholdRule | SanitizerRule) & ThresholdUsers) =>
    ofWay(thresholdWay(options)),

  /** For `sanitizePoints`: the maximum error of the counts. */
  sanitizePoints: (options: PointsOptions) => sanitizedPoints.accuracy(options),

  /** For `sanitizeThresholds`: the maximum error of the number at or below a value. */
  sanitizeThresholds: (
    options: DistributionOptions<unknown> | ValueCountsOptions<unknown> | IntervalOptions<unknown>,
  ) => {
    const { way, options: once } = sanitizingWay(options);
    return way.released.accuracy(once);
  },

  /** For `selectBest`: how far the chosen score may be below the best. */
  selectBest: (options: SelectAccuracyOptions) => selected.accuracy(options),
};
