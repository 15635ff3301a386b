// What of the main entry is on the caller's side too: domains, errors, and released values with methods.
export { BudgetExceeded, EntropyUnavailable } from "../core/errors.js";
export { dates, decimals, integers, reals } from "../data/domains.js";
export { bigIntegers, text } from "../data/wide-domains.js";
export { PointHypothesis } from "../learning/hypothesis-point.js";
export { RectangleHypothesis } from "../learning/hypothesis-rectangle.js";
export { ThresholdHypothesis } from "../learning/hypothesis-threshold.js";
export { SanitizedPoints } from "../sanitizing/sanitized-points.js";
export { SanitizedThresholds } from "../sanitizing/sanitized-thresholds.js";
export { version } from "../version.js";
