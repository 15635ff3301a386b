/**
 * Differentially private medians, quantiles, rankings, threshold questions and learned rules, computed
 * where the data is. Call `load()` once, then any of the functions.
 * @module
 */

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
export { LedgerPart, LedgerParts } from "./ledger-parts.js";
export { LedgerSteps } from "./ledger-steps.js";
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

// The types that callers name.

/** @typedef {import("./above-threshold.js").AboveThresholdFields} AboveThresholdFields */
/** @typedef {import("./above-threshold.js").AboveThresholdOptions} AboveThresholdOptions */
/** @typedef {import("./record.js").Accuracy} Accuracy */
/** @typedef {import("./ledger.js").AnyLedger} AnyLedger */
/** @typedef {import("./laplace-count.js").CountOptions} CountOptions */
/** @typedef {import("./learn-rectangle-options.js").Dimensions} Dimensions */
/** @typedef {import("./contributions.js").Events} Events */
/** @typedef {import("./heavy-hitter-monitor.js").HeavyHitterOptions} HeavyHitterOptions */
/** @typedef {import("./rank-options.js").InteriorAlgorithm} InteriorAlgorithm */
/** @typedef {import("./plan.js").InteriorPointPlan} InteriorPointPlan */
/** @typedef {import("./learn-threshold.js").LabelledData} LabelledData */
/** @typedef {import("./learn-point.js").LabelledItems} LabelledItems */
/** @typedef {import("./learn-rectangle.js").LabelledPoints} LabelledPoints */
/** @typedef {import("./learn-label-private.js").LabelPrivateData} LabelPrivateData */
/** @typedef {import("./learn-label-private.js").LabelPrivateOptions} LabelPrivateOptions */
/** @typedef {import("./labels.js").Labels} Labels */
/** @typedef {import("./saved-entries.js").LedgerEntry} LedgerEntry */
/** @typedef {import("./ledger.js").LedgerOptions} LedgerOptions */
/** @typedef {import("./ledger.js").LedgerRequest} LedgerRequest */
/** @typedef {import("./ledger.js").Loss} Loss */
/** @typedef {import("./ledger-requests.js").OpenSession} OpenSession */
/** @typedef {import("./ledger-groups.js").PartName} PartName */
/** @typedef {import("./learn-point.js").PointOptions} PointOptions */
/** @typedef {import("./learn-point-options.js").PointPlan} PointPlan */
/** @typedef {import("./learn-point-options.js").PointRule} PointRule */
/** @typedef {import("./sanitize-points.js").PointsOptions} PointsOptions */
/** @typedef {import("./questions.js").Question} Question */
/** @typedef {import("./questions.js").QuestionData} QuestionData */
/** @typedef {import("./learn-rectangle.js").RectangleOptions} RectangleOptions */
/** @typedef {import("./learn-rectangle-options.js").RectanglePlan} RectanglePlan */
/** @typedef {import("./learn-rectangle-options.js").RectangleRule} RectangleRule */
/** @typedef {import("./record.js").ReleaseRecord} ReleaseRecord */
/** @typedef {import("./histogram.js").Rows} Rows */
/** @typedef {import("./rules.js").Rule} Rule */
/** @typedef {import("./public-rules.js").RuleClass} RuleClass */
/** @typedef {import("./public-rules.js").RuleClassOptions} RuleClassOptions */
/** @typedef {import("./rule-plan.js").RuleClassPlanned} RuleClassPlanned */
/** @typedef {import("./rule-plan.js").RulePlan} RulePlan */
/** @typedef {import("./learn-rectangle-sanitizers.js").SanitizerBox} SanitizerBox */
/** @typedef {import("./learn-rectangle-sanitizers.js").SanitizerRectangleOptions} SanitizerRectangleOptions */
/** @typedef {import("./learn-threshold-sanitizer.js").SanitizerRule} SanitizerRule */
/** @typedef {import("./learn-threshold-sanitizer.js").SanitizerThresholdOptions} SanitizerThresholdOptions */
/** @typedef {import("./saved-state.js").SavedMechanism} SavedMechanism */
/** @typedef {import("./select-best.js").SelectOptions} SelectOptions */
/** @typedef {import("./learn-semi-private.js").SemiPrivateData} SemiPrivateData */
/** @typedef {import("./learn-semi-private.js").SemiPrivateOptions} SemiPrivateOptions */
/** @typedef {import("./ledger-requests.js").SessionRequest} SessionRequest */
/** @typedef {import("./composition.js").StepOptions} StepOptions */
/** @typedef {import("./wide-domains.js").TextPlace} TextPlace */
/** @typedef {import("./threshold-monitor.js").ThresholdMonitorFields} ThresholdMonitorFields */
/** @typedef {import("./threshold-monitor.js").ThresholdMonitorOptions} ThresholdMonitorOptions */
/** @typedef {import("./learn-threshold.js").ThresholdOptions} ThresholdOptions */
/** @typedef {import("./plan-sanitizers.js").SanitizerPlan} SanitizerPlan */
/** @typedef {import("./learn-threshold-options.js").ThresholdPlan} ThresholdPlan */
/** @typedef {import("./threshold-plan.js").ThresholdPlan} ThresholdQuestionsPlan */
/** @typedef {import("./learn-threshold-options.js").ThresholdRule} ThresholdRule */
/** @typedef {import("./top-k-forecast.js").TopKForecast} TopKForecast */
/** @typedef {import("./top-k-options.js").TopKOptions} TopKOptions */
/** @typedef {import("./top-k-session.js").TopKQuestion} TopKQuestion */
/** @typedef {import("./top-k-session.js").TopKSessionOptions} TopKSessionOptions */
/** @typedef {import("./heavy-hitter-monitor.js").User} User */
/** @typedef {import("./values.js").Values} Values */
/** @typedef {import("./top-k-options.js").Variant} Variant */
/** @typedef {import("./load.js").WasmSource} WasmSource */
/**
 * Names a slice of a `SliceSession`, and says nothing about it.
 * @typedef {import("./slice-session.js").Slice} Slice
 */
/**
 * @template [T=number]
 * @typedef {import("./sanitize-thresholds.js").DistributionOptions<T>} DistributionOptions
 */
/**
 * @template [T=any]
 * @typedef {import("./domains.js").Domain<T>} Domain
 */
/**
 * @template [T=number]
 * @typedef {import("./sanitize-thresholds-paper.js").IntervalOptions<T>} IntervalOptions
 */
/**
 * @template T
 * @typedef {import("./rank-options.js").MaybeFound<T>} MaybeFound
 */
/**
 * @template T
 * @typedef {import("./quasi-concave-max.js").Quality<T>} Quality
 */
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
 * @typedef {import("./rank-options.js").RankOptions<T>} RankOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./rank-options.js").SizeOption<T>} SizeOption
 */
/**
 * @template [T=number]
 * @typedef {import("./slice-session.js").SliceSessionOptions<T>} SliceSessionOptions
 */
/**
 * @template [Item=any]
 * @typedef {import("./contributions.js").BoundedHistogram<Item>} BoundedHistogram
 */
/**
 * @template [Item=any]
 * @typedef {import("./top-k.js").RankedItems<Item>} RankedItems
 */
/**
 * @template R
 * @typedef {import("./histogram.js").ItemOf<R>} ItemOf
 */
