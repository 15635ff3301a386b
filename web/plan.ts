import { discoveryPlan } from "./counts/discover-plan.js";
import { planPoint } from "./learning/point-options.js";
import { planRectangle } from "./learning/rectangle-options.js";
import { planLabelPrivate, planSemiPrivate } from "./learning/rule-plan.js";
import { planThreshold } from "./learning/threshold-options.js";
import { leastPossible } from "./ranks/least-possible.js";
import { interiorPoint } from "./ranks/plan.js";
import { intervalPlan } from "./ranks/plan-intervals.js";
import { usersNeeded } from "./ranks/plan-users.js";
import { planSanitizedPoints, planSanitizedThresholds } from "./sanitizing/plan.js";
import { thresholdQuestions } from "./streams/plan.js";
import { planSlices } from "./tables/slices/plan.js";
import { topKPlan } from "./top-k/plan.js";

/**
 * The needs of an algorithm, before it touches any data.
 * @namespace
 */
export const plan = {
  /**
   * The number of users from which each `perUser` of `discoverGroups` releases a group.
   * @function
   */
  discoverGroups: discoveryPlan,

  /**
   * How many records each algorithm needs for an interior point.
   * @function
   */
  interiorPoint,

  /**
   * How many records an interval of a median or quantile will span.
   * @function
   */
  interval: intervalPlan,

  /**
   * How many records `learnLabelPrivate` needs.
   * @function
   */
  learnLabelPrivate: planLabelPrivate,

  /**
   * How many labelled records each algorithm needs to learn a point.
   * @function
   */
  learnPoint: planPoint,

  /**
   * How many labelled points each way of learning a box needs.
   * @function
   */
  learnRectangle: planRectangle,

  /**
   * A lower bound on what any algorithm needs, or misses by, for a task.
   * @function
   */
  leastPossible,

  /**
   * How many records `learnSemiPrivate` needs.
   * @function
   */
  learnSemiPrivate: planSemiPrivate,

  /**
   * How many labelled records each algorithm needs.
   * @function
   */
  learnThreshold: planThreshold,

  /**
   * How many records `sanitizePoints` needs.
   * @function
   */
  sanitizePoints: planSanitizedPoints,

  /**
   * How many records each way of `sanitizeThresholds` needs.
   * @function
   */
  sanitizeThresholds: planSanitizedThresholds,

  /**
   * What a session of slices over rows costs, by the noise on their lengths.
   * @function
   */
  slices: planSlices,

  /**
   * Which way of asking threshold questions answers most exactly.
   * @function
   */
  thresholdQuestions,

  /**
   * The number of users from which each way of `topK` releases an item.
   * @function
   */
  topK: topKPlan,

  /**
   * How many users an interior point, a median or other quantiles of rows of users need.
   * @function
   */
  usersNeeded,
};
