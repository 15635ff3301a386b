import { pointAccuracy } from "./learning/point-options.js";
import { rectangleAccuracy } from "./learning/rectangle-options.js";
import { thresholdAccuracy } from "./learning/threshold-options.js";
import { rankAccuracy } from "./ranks/draw.js";
import { quantilesAccuracy } from "./ranks/quantiles.js";
import { sanitizedPointsAccuracy } from "./sanitizing/points.js";
import { sanitizedThresholdsAccuracy } from "./sanitizing/thresholds.js";
import { countAccuracy } from "./selection/laplace-count.js";
import { selectAccuracy } from "./selection/select-best.js";
import { topKAccuracy } from "./top-k/options.js";

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
  interiorPoint: (options) => rankAccuracy("interiorPoint", options),

  /**
   * Of `median`: by how many ranks it may miss.
   * @param {import("./ranks/options.js").RankOptions<any> & import("./ranks/options.js").DeclaredSizeOption<any>} options
   */
  median: (options) => rankAccuracy("median", options, 0.5),

  /**
   * Of `quantile`: by how many ranks it may miss.
   * @param {number} q from 1e-6 to 1 - 1e-6
   * @param {import("./ranks/options.js").RankOptions<any> & import("./ranks/options.js").DeclaredSizeOption<any>} options
   */
  quantile: (q, options) => rankAccuracy("quantile", options, q),

  /**
   * Of `quantiles`: by how many ranks any of them may miss.
   * @function
   */
  quantiles: quantilesAccuracy,

  /**
   * Of `topK`: by how much an item that is missing may lead.
   * @function
   */
  topK: topKAccuracy,

  /**
   * Of `laplaceCount`: by how much it may be off.
   * @function
   */
  laplaceCount: countAccuracy,

  /**
   * Of `learnPoint`: how many labels it may get wrong.
   * @function
   */
  learnPoint: pointAccuracy,

  /**
   * Of `learnRectangle`: how many labels it may get wrong.
   * @function
   */
  learnRectangle: rectangleAccuracy,

  /**
   * Of `learnThreshold`: how many labels it may get wrong.
   * @function
   */
  learnThreshold: thresholdAccuracy,

  /**
   * Of `sanitizePoints`: by how much counts may be off.
   * @function
   */
  sanitizePoints: sanitizedPointsAccuracy,

  /**
   * Of `sanitizeThresholds`: by how much the number at or below a value may be off.
   * @function
   */
  sanitizeThresholds: sanitizedThresholdsAccuracy,

  /**
   * Of `selectBest`: how far below the best its choice may be.
   * @function
   */
  selectBest: selectAccuracy,
};
