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
import { type SelectAccuracyOptions, selectBestDeclaration } from "./selection/select-best.js";
import { type TopKOptions, topKDeclaration } from "./top-k/options.js";

const ofWay = ({ way, options }: { way: Pick<AnyDeclaration, "accuracy">; options: unknown }) =>
  way.accuracy(options);

/**
 * How far off an answer may be, before anything is spent: what its record will say. Options as for the
 * functions themselves, `ledger` and data left out; public parameters only.
 * @namespace
 */
export const accuracy = {
  /** Of `interiorPoint`: how many records are enough. */
  interiorPoint: (options: RankOptions<unknown> & SizeOption) =>
    interiorPointDeclaration.accuracy(options, () => ({})),

  /** Of `median`: by how many ranks it may miss. */
  median: (options: RankOptions<unknown> & DeclaredSizeOption) =>
    medianDeclaration.accuracy(options, () => ({})),

  /**
   * Of `quantile`: by how many ranks it may miss.
   * @param q from 1e-6 to 1 - 1e-6
   */
  quantile: (q: number, options: RankOptions<unknown> & DeclaredSizeOption) =>
    quantileDeclaration.accuracy(options, () => ({ q })),

  /** Of `quantiles`: by how many ranks any of them may miss. */
  quantiles: (qs: ArrayLike<number> | Iterable<number>, options: QuantilesOptions<unknown>) =>
    quantilesDeclaration.accuracy(options, () => ({ q: qs })),

  /**
   * Of `topK`: by how much an item that is missing may lead.
   * @param options `perUser` has to be given: there are no rows to tell what is usual
   */
  topK: (options: TopKOptions) => topKDeclaration.accuracy(options),

  /** Of `count`: by how many users it may be off. */
  count: (options: UserCountOptions) => countDeclaration.accuracy(options),

  /**
   * Of `countDistinct`: the greatest error of the count.
   * @param options `perUser` has to be given: there are no rows to tell whether they have user ids
   */
  countDistinct: (options: DistinctOptions) => countDistinctDeclaration.accuracy(options),

  /** Of `discoverGroups`: how many users a group needs to be named, and by how many its number may be off. */
  discoverGroups: (options: DiscoveryOptions) => discoverGroupsDeclaration.accuracy(options),

  /** Of `findBounds`: how many users have to have values in a power of two to be between the bounds. */
  findBounds: (options: BoundsOptions) => findBoundsDeclaration.accuracy(options),

  /** Of `histogram`: by how many users each bin may be off. */
  histogram: (options: UserHistogramOptions) => histogramDeclaration.accuracy(options),

  /** Of `mean`: by how many users both ends may be off, which says how far the mean is off. */
  mean: (options: UserMeanOptions) => meanDeclaration.accuracy(options),

  /** Of `standardDeviation`: the greatest error in users of each weight that it is computed from. */
  standardDeviation: (options: SpreadOptions) => standardDeviationDeclaration.accuracy(options),

  /** Of `variance`: the same. */
  variance: (options: SpreadOptions) => varianceDeclaration.accuracy(options),

  /** Of `sum`: by how much it may be off. */
  sum: (options: UserSumOptions) => sumDeclaration.accuracy(options),

  /** Of `laplaceCount`: by how much it may be off. */
  laplaceCount: (options: CountOptions) => laplaceCountDeclaration.accuracy(options),

  /** Of `learnPoint`: how many labels it may get wrong. */
  learnPoint: (options: PointRule) => learnPointDeclaration.accuracy(options),

  /** Of `learnRectangle`: how many labels it may get wrong. */
  learnRectangle: (options: (RectangleRule | SanitizerBox) & Dimensions) => ofWay(boxWay(options)),

  /** Of `learnThreshold`: how many labels it may get wrong. */
  learnThreshold: (options: (ThresholdRule | SanitizerRule) & ThresholdUsers) =>
    ofWay(thresholdWay(options)),

  /** Of `sanitizePoints`: by how much counts may be off. */
  sanitizePoints: (options: PointsOptions) => sanitizePointsDeclaration.accuracy(options),

  /** Of `sanitizeThresholds`: by how much the number at or below a value may be off. */
  sanitizeThresholds: (
    options: DistributionOptions<unknown> | ValueCountsOptions<unknown> | IntervalOptions<unknown>,
  ) => {
    const { way, options: once } = sanitizingWay(options);
    return way.released.accuracy(once);
  },

  /** Of `selectBest`: how far below the best its choice may be. */
  selectBest: (options: SelectAccuracyOptions) => selectBestDeclaration.accuracy(options),
};
