import { usersCounted } from "./counts/count.js";
import { itemsDistinct } from "./counts/count-distinct.js";
import { groupsFound } from "./counts/discover-groups.js";
import { boundsFound } from "./counts/find-bounds.js";
import { usersBinned } from "./counts/histogram.js";
import { usersAveraged } from "./counts/mean.js";
import { usersSummed } from "./counts/sum.js";
import { usersDeviated, usersVaried } from "./counts/variance.js";
import { learnedPoint } from "./learning/point.js";
import { boxWay } from "./learning/rectangle.js";
import { thresholdWay } from "./learning/threshold.js";
import { foundPoint } from "./ranks/interior-point.js";
import { foundMedian } from "./ranks/median.js";
import { foundQuantile } from "./ranks/quantile.js";
import { foundQuantiles } from "./ranks/quantiles.js";
import { sanitizedPoints } from "./sanitizing/points.js";
import { sanitizingWay } from "./sanitizing/thresholds.js";
import { counted } from "./selection/laplace-count.js";
import { selected } from "./selection/select-best.js";
import { ranked } from "./top-k/options.js";

/** @param {{ way: import("./ledger/released.js").Released<any>, options: any }} chosen */
const ofWay = ({ way, options }) => way.accuracy(options);

/**
 * How far off an answer may be, before anything is spent: what its record will say. Options as for the
 * functions themselves, `ledger` and data left out; public parameters only.
 * @namespace
 */
export const accuracy = {
  /**
   * Of `interiorPoint`: how many records are enough.
   * @param {import("./ranks/options.js").RankOptions<any> & import("./ranks/options.js").SizeOption<any>} options
   */
  interiorPoint: (options) => foundPoint.accuracy(options, () => ({})),

  /**
   * Of `median`: by how many ranks it may miss.
   * @param {import("./ranks/options.js").RankOptions<any> & import("./ranks/options.js").DeclaredSizeOption<any>} options
   */
  median: (options) => foundMedian.accuracy(options, () => ({})),

  /**
   * Of `quantile`: by how many ranks it may miss.
   * @param {number} q from 1e-6 to 1 - 1e-6
   * @param {import("./ranks/options.js").RankOptions<any> & import("./ranks/options.js").DeclaredSizeOption<any>} options
   */
  quantile: (q, options) => foundQuantile.accuracy(options, () => ({ q })),

  /**
   * Of `quantiles`: by how many ranks any of them may miss.
   * @param {ArrayLike<number> | Iterable<number>} qs
   * @param {import("./ranks/quantiles.js").QuantilesOptions<any>} options
   */
  quantiles: (qs, options) => foundQuantiles.accuracy(options, () => ({ q: qs })),

  /**
   * Of `topK`: by how much an item that is missing may lead.
   * @param {import("./top-k/options.js").TopKOptions} options `perUser` has to be given: there are no rows
   *   to tell what is usual
   */
  topK: (options) => ranked.accuracy(options),

  /**
   * Of `count`: by how many users it may be off.
   * @param {import("./counts/count.js").UserCountOptions} options
   */
  count: (options) => usersCounted.accuracy(options),

  /**
   * Of `countDistinct`: the greatest error of the count.
   * @param {import("./counts/count-distinct.js").DistinctOptions} options `perUser` has to be given: there are no rows
   *   to tell whether they have user ids
   */
  countDistinct: (options) => itemsDistinct.accuracy(options),

  /**
   * Of `discoverGroups`: how many users a group needs to be named, and by how many its number may be off.
   * @param {import("./counts/discover-groups.js").DiscoveryOptions} options
   */
  discoverGroups: (options) => groupsFound.accuracy(options),

  /**
   * Of `findBounds`: how many users have to have values in a power of two to be between the bounds.
   * @param {import("./counts/find-bounds.js").BoundsOptions} options
   */
  findBounds: (options) => boundsFound.accuracy(options),

  /**
   * Of `histogram`: by how many users each bin may be off.
   * @param {import("./counts/histogram.js").UserHistogramOptions} options
   */
  histogram: (options) => usersBinned.accuracy(options),

  /**
   * Of `mean`: by how many users both ends may be off, which says how far the mean is off.
   * @param {import("./counts/mean.js").UserMeanOptions} options
   */
  mean: (options) => usersAveraged.accuracy(options),

  /**
   * Of `standardDeviation`: the greatest error in users of each weight that it is computed from.
   * @param {import("./counts/variance.js").SpreadOptions} options
   */
  standardDeviation: (options) => usersDeviated.accuracy(options),

  /**
   * Of `variance`: the same.
   * @param {import("./counts/variance.js").SpreadOptions} options
   */
  variance: (options) => usersVaried.accuracy(options),

  /**
   * Of `sum`: by how much it may be off.
   * @param {import("./counts/sum.js").UserSumOptions} options
   */
  sum: (options) => usersSummed.accuracy(options),

  /**
   * Of `laplaceCount`: by how much it may be off.
   * @param {import("./selection/laplace-count.js").CountOptions} options
   */
  laplaceCount: (options) => counted.accuracy(options),

  /**
   * Of `learnPoint`: how many labels it may get wrong.
   * @param {import("./learning/point-options.js").PointRule} options
   */
  learnPoint: (options) => learnedPoint.accuracy(options),

  /**
   * Of `learnRectangle`: how many labels it may get wrong.
   * @param {(import("./learning/rectangle-options.js").RectangleRule
   *   | import("./learning/rectangle-sanitizers.js").SanitizerBox)
   *   & import("./learning/rectangle-options.js").Dimensions} options
   */
  learnRectangle: (options) => ofWay(boxWay(options)),

  /**
   * Of `learnThreshold`: how many labels it may get wrong.
   * @param {(import("./learning/threshold-options.js").ThresholdRule
   *   | import("./learning/threshold-sanitizer.js").SanitizerRule)
   *   & import("./learning/threshold.js").ThresholdUsers} options
   */
  learnThreshold: (options) => ofWay(thresholdWay(options)),

  /**
   * Of `sanitizePoints`: by how much counts may be off.
   * @param {import("./sanitizing/points.js").PointsOptions} options
   */
  sanitizePoints: (options) => sanitizedPoints.accuracy(options),

  /**
   * Of `sanitizeThresholds`: by how much the number at or below a value may be off.
   * @param {import("./sanitizing/thresholds.js").DistributionOptions<any>
   *   | import("./sanitizing/thresholds-counts.js").ValueCountsOptions<any>
   *   | import("./sanitizing/thresholds-paper.js").IntervalOptions<any>} options
   */
  sanitizeThresholds: (options) => {
    const { way, options: once } = sanitizingWay(options);
    return way.released.accuracy(once);
  },

  /**
   * Of `selectBest`: how far below the best its choice may be.
   * @param {import("./selection/select-best.js").SelectAccuracyOptions} options
   */
  selectBest: (options) => selected.accuracy(options),
};
