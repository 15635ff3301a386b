import { PointHypothesis } from "../learning/hypothesis-point.js";
import { RectangleHypothesis } from "../learning/hypothesis-rectangle.js";
import { ThresholdHypothesis } from "../learning/hypothesis-threshold.js";
import { SanitizedPoints } from "../sanitizing/sanitized-points.js";
import { SanitizedThresholds } from "../sanitizing/sanitized-thresholds.js";

/** Released values with methods: plain rules, which cross as their JSON. By name, as bundlers rename classes. */
export const plainClasses = {
  PointHypothesis,
  RectangleHypothesis,
  ThresholdHypothesis,
  SanitizedPoints,
  SanitizedThresholds,
};

/**
 * A result on the page's side.
 * @param {{ result: any, kind?: keyof typeof plainClasses }} packed
 */
export function unpackResult({ result, kind }) {
  if (kind === undefined) return result;
  return { ...result, value: plainClasses[kind].fromJSON(result.value) };
}
