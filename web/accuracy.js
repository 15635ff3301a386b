import { countAccuracy } from "./laplace-count.js";
import { rectangleAccuracy } from "./learn-rectangle-options.js";
import { thresholdAccuracy } from "./learn-threshold-options.js";
import { rankAccuracy } from "./rank-draw.js";
import { selectAccuracy } from "./select-best.js";
import { topKAccuracy } from "./top-k-options.js";

/**
 * How far off an answer may be, before anything is spent: what its record will say. Options as for the
 * functions themselves, `ledger` and data left out; public parameters only.
 */
export const accuracy = {
  /** @param {import("./rank-options.js").RankOptions<any> & import("./rank-options.js").SizeOption<any>} options */
  interiorPoint: (options) => rankAccuracy("interiorPoint", options),

  /** @param {import("./rank-options.js").RankOptions<any>} options */
  median: (options) => rankAccuracy("median", options, 0.5),

  /**
   * @param {number} q
   * @param {import("./rank-options.js").RankOptions<any>} options
   */
  quantile: (q, options) => rankAccuracy("quantile", options, q),

  topK: topKAccuracy,
  laplaceCount: countAccuracy,
  learnRectangle: rectangleAccuracy,
  learnThreshold: thresholdAccuracy,
  selectBest: selectAccuracy,
};
