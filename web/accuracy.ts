import { countDeclaration, type UserCountOptions } from "./counts/count.js";
import { countDistinctDeclaration, type DistinctOptions } from "./counts/count-distinct.js";
import { type DiscoveryOptions, discoverGroupsDeclaration } from "./counts/discover-groups.js";
import { type BoundsOptions, findBoundsDeclaration } from "./counts/find-bounds.js";
import { histogramDeclaration, type UserHistogramOptions } from "./counts/histogram.js";
import { meanDeclaration, type UserMeanOptions } from "./counts/mean.js";
import { sumDeclaration, type UserSumOptions } from "./counts/sum.js";
import {
  type SpreadOptions,
  standardDeviationDeclaration,
  varianceDeclaration,
} from "./counts/variance.js";
import { learnPointDeclaration } from "./learning/point.js";
import type { PointRule } from "./learning/point-options.js";
import { boxWay } from "./learning/rectangle.js";
import type { Dimensions, RectangleRule } from "./learning/rectangle-options.js";
import type { SanitizerBox } from "./learning/rectangle-sanitizers.js";
import { type ThresholdUsers, thresholdWay } from "./learning/threshold.js";
import type { ThresholdRule } from "./learning/threshold-options.js";
import type { SanitizerRule } from "./learning/threshold-sanitizer.js";
import type { AnyDeclaration } from "./ledger/released.js";
import { interiorPointDeclaration } from "./ranks/interior-point.js";
import { medianDeclaration } from "./ranks/median.js";
import type { DeclaredSizeOption, RankOptions, SizeOption } from "./ranks/options.js";
import { quantileDeclaration } from "./ranks/quantile.js";
import { type QuantilesOptions, quantilesDeclaration } from "./ranks/quantiles.js";
import { type PointsOptions, sanitizePointsDeclaration } from "./sanitizing/points.js";
import { type DistributionOptions, sanitizingWay } from "./sanitizing/thresholds.js";
import type { ValueCountsOptions } from "./sanitizing/thresholds-counts.js";
import type { IntervalOptions } from "./sanitizing/thresholds-paper.js";
import { type CountOptions, laplaceCountDeclaration } from "./selection/laplace-count.js";
import { type SelectAccuracyOptions, selectionWay } from "./selection/select-best.js";
import type { SelectSeveralAccuracyOptions } from "./selection/select-several.js";
import type { ListedTopKOptions } from "./top-k/listed.js";
import type { TopKOptions } from "./top-k/options.js";
import { topKWay } from "./top-k/top-k.js";

const ofWay = ({ way, options }: { way: Pick<AnyDeclaration, "accuracy">; options: unknown }) =>
  way.accuracy(options);

/**
 * Returns the accuracy of an answer before any charge, as its record will state it. Options are as for the
 * functions themselves, `ledger` and data left out; public parameters only.
 * @namespace
 */
export const accuracy = {
  /** For `interiorPoint`: the sufficient number of records. */
  interiorPoint: (options: RankOptions<unknown> & SizeOption) =>
    interiorPointDeclaration.accuracy(options, () => ({})),

  /** For `median`: the maximum rank error. */
  median: (options: RankOptions<unknown> & DeclaredSizeOption) =>
    medianDeclaration.accuracy(options, () => ({})),

  /**
   * For `quantile`: the maximum rank error.
   * @param q from 1e-6 to 1 - 1e-6
   */
  quantile: (q: number, options: RankOptions<unknown> & DeclaredSizeOption) =>
    quantileDeclaration.accuracy(options, () => ({ q })),

  /** For `quantiles`: the maximum rank error over all of them. */
  quantiles: (qs: ArrayLike<number> | Iterable<number>, options: QuantilesOptions<unknown>) =>
    quantilesDeclaration.accuracy(options, () => ({ q: qs })),

  /**
   * For `topK`: the maximum lead of an omitted item over a returned one.
   * @param options must include `perUser` (or `domain`): without rows there is no default
   */
  topK: (options: TopKOptions | ListedTopKOptions) => ofWay(topKWay(options)),

  /** For `count`: the maximum error in users. */
  count: (options: UserCountOptions) => countDeclaration.accuracy(options),

  /**
   * For `countDistinct`: the maximum error of the count.
   * @param options must include `perUser`: without rows, `accuracy` cannot see whether they have user ids
   */
  countDistinct: (options: DistinctOptions) => countDistinctDeclaration.accuracy(options),

  /** For `discoverGroups`: the users that a group needs for release, and the maximum error of its count. */
  discoverGroups: (options: DiscoveryOptions) => discoverGroupsDeclaration.accuracy(options),

  /** For `findBounds`: the users that a power of two needs to lie between the bounds. */
  findBounds: (options: BoundsOptions) => findBoundsDeclaration.accuracy(options),

  /** For `histogram`: the maximum error of each bin in users. */
  histogram: (options: UserHistogramOptions) => histogramDeclaration.accuracy(options),

  /** For `mean`: the maximum error in users at either end of the domain, from which the mean's error follows. */
  mean: (options: UserMeanOptions) => meanDeclaration.accuracy(options),

  /** For `standardDeviation`: the maximum error, in users, of each weight behind it. */
  standardDeviation: (options: SpreadOptions) => standardDeviationDeclaration.accuracy(options),

  /** For `variance`: the maximum error, in users, of each weight behind it. */
  variance: (options: SpreadOptions) => varianceDeclaration.accuracy(options),

  /** For `sum`: the maximum error. */
  sum: (options: UserSumOptions) => sumDeclaration.accuracy(options),

  /** For `laplaceCount`: the maximum error. */
  laplaceCount: (options: CountOptions) => laplaceCountDeclaration.accuracy(options),

  /** For `learnPoint`: the maximum number of mislabelled records. */
  learnPoint: (options: PointRule) => learnPointDeclaration.accuracy(options),

  /** For `learnRectangle`: the maximum number of mislabelled records. */
  learnRectangle: (options: (RectangleRule | SanitizerBox) & Dimensions) => ofWay(boxWay(options)),

  /** For `learnThreshold`: the maximum number of mislabelled records. */
  learnThreshold: (options: (ThresholdRule | SanitizerRule) & ThresholdUsers) =>
    ofWay(thresholdWay(options)),

  /** For `sanitizePoints`: the maximum error of the counts. */
  sanitizePoints: (options: PointsOptions) => sanitizePointsDeclaration.accuracy(options),

  /** For `sanitizeThresholds`: the maximum error of the number at or below a value. */
  sanitizeThresholds: (
    options: DistributionOptions<unknown> | ValueCountsOptions<unknown> | IntervalOptions<unknown>,
  ) => {
    const { way, options: once } = sanitizingWay(options);
    return way.released.accuracy(once);
  },

  /** For `selectBest`: how far the chosen score may be below the best. */
  selectBest: (options: SelectAccuracyOptions | SelectSeveralAccuracyOptions) =>
    ofWay(selectionWay(options)),
};
