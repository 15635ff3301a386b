export { AboveThreshold } from "./above-threshold.js";
export { accuracy } from "./accuracy.js";
export { composition } from "./composition.js";
export { boundContributions } from "./contributions.js";
export { dates, decimals, integers, reals } from "./domains.js";
export { BudgetExceeded, EntropyUnavailable } from "./errors.js";
export { HeavyHitterMonitor } from "./heavy-hitter-monitor.js";
export { PointHypothesis } from "./hypothesis-point.js";
export { RectangleHypothesis } from "./hypothesis-rectangle.js";
export { ThresholdHypothesis } from "./hypothesis-threshold.js";
export { interiorPoint } from "./interior-point.js";
export { laplaceCount } from "./laplace-count.js";
export { learnLabelPrivate } from "./learn-label-private.js";
export { learnPoint } from "./learn-point.js";
export { learnRectangle } from "./learn-rectangle.js";
export { learnSemiPrivate } from "./learn-semi-private.js";
export { learnThreshold } from "./learn-threshold.js";
export { Ledger } from "./ledger.js";
export { LedgerPart, LedgerSteps } from "./ledger-parts.js";
export { load } from "./load.js";
export { median } from "./median.js";
export { plan } from "./plan.js";
export { quantile } from "./quantile.js";
export { quantiles } from "./quantiles.js";
export { quasiConcaveMax } from "./quasi-concave-max.js";
export { sanitizePoints } from "./sanitize-points.js";
export { sanitizeThresholds } from "./sanitize-thresholds.js";
export { SanitizedPoints } from "./sanitized-points.js";
export { SanitizedThresholds } from "./sanitized-thresholds.js";
export { selectBest } from "./select-best.js";
export { SliceSession } from "./slice-session.js";
export { ThresholdMonitor } from "./threshold-monitor.js";
export { topK } from "./top-k.js";
export { topKForecast } from "./top-k-forecast.js";
export { TopKSession } from "./top-k-session.js";
export { version } from "./version.js";
export { bigIntegers, text } from "./wide-domains.js";

/**
 * The types that callers name.
 * @template [T=any]
 * @typedef {import("./domains.js").Domain<T>} Domain
 */
/** @typedef {import("./values.js").Values} Values */
/** @typedef {import("./histogram.js").Rows} Rows */
/** @typedef {import("./contributions.js").Events} Events */
/** @typedef {import("./contributions.js").BoundedHistogram} BoundedHistogram */
/** @typedef {import("./top-k-options.js").TopKOptions} TopKOptions */
/** @typedef {import("./top-k-forecast.js").TopKForecast} TopKForecast */
/** @typedef {import("./top-k-session.js").TopKSessionOptions} TopKSessionOptions */
/** @typedef {import("./laplace-count.js").CountOptions} CountOptions */
/** @typedef {import("./select-best.js").SelectOptions} SelectOptions */
/** @typedef {import("./above-threshold.js").AboveThresholdOptions} AboveThresholdOptions */
/** @typedef {import("./threshold-monitor.js").ThresholdMonitorOptions} ThresholdMonitorOptions */
/** @typedef {import("./heavy-hitter-monitor.js").HeavyHitterOptions} HeavyHitterOptions */
/** @typedef {import("./record.js").ReleaseRecord} ReleaseRecord */
/** @typedef {import("./record.js").Accuracy} Accuracy */
/** @typedef {import("./plan.js").InteriorPointPlan} InteriorPointPlan */
/** @typedef {import("./learn-point.js").PointOptions} PointOptions */
/** @typedef {import("./learn-threshold.js").ThresholdOptions} ThresholdOptions */
/** @typedef {import("./sanitize-points.js").PointsOptions} PointsOptions */
/** @typedef {import("./load.js").WasmSource} WasmSource */
/**
 * @template [T=number]
 * @typedef {import("./quantiles.js").QuantilesOptions<T>} QuantilesOptions
 */
/**
 * @template [T=any]
 * @typedef {import("./quasi-concave-max.js").QuasiConcaveOptions<T>} QuasiConcaveOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./slice-session.js").SliceSessionOptions<T>} SliceSessionOptions
 */
/** @typedef {import("./rank-options.js").InteriorAlgorithm} InteriorAlgorithm */
/** @typedef {import("./wide-domains.js").TextPlace} TextPlace */
/**
 * @template [T=number]
 * @typedef {import("./rank-options.js").RankOptions<T>} RankOptions
 */
