/**
 * Differentially private medians, quantiles, rankings, threshold questions and learned rules, computed
 * where the data is. Call `load()` once, then any of the functions.
 * @module
 */

export { accuracy } from "./accuracy.js";
export { BudgetExceeded, EntropyUnavailable } from "./core/errors.js";
export { load } from "./core/load.js";
export { count } from "./counts/count.js";
export { countDistinct } from "./counts/count-distinct.js";
export { discoverGroups } from "./counts/discover-groups.js";
export { findBounds } from "./counts/find-bounds.js";
export { histogram } from "./counts/histogram.js";
export { mean } from "./counts/mean.js";
export { sum } from "./counts/sum.js";
export { standardDeviation, variance } from "./counts/variance.js";
export { boundContributions } from "./data/contributions.js";
export { dates, decimals, integers, reals } from "./data/domains.js";
export { bigIntegers, text } from "./data/wide-domains.js";
export { PointHypothesis } from "./learning/hypothesis-point.js";
export { RectangleHypothesis } from "./learning/hypothesis-rectangle.js";
export { ThresholdHypothesis } from "./learning/hypothesis-threshold.js";
export { learnLabelPrivate } from "./learning/label-private.js";
export { learnPoint } from "./learning/point.js";
export { learnRectangle } from "./learning/rectangle.js";
export { learnSemiPrivate } from "./learning/semi-private.js";
export { learnThreshold } from "./learning/threshold.js";
export { composition } from "./ledger/composition.js";
export { Ledger } from "./ledger/ledger.js";
export { LedgerPart, LedgerParts } from "./ledger/parts.js";
export { LedgerSteps } from "./ledger/steps.js";
export { plan } from "./plan.js";
export { interiorPoint } from "./ranks/interior-point.js";
export { median } from "./ranks/median.js";
export { quantile } from "./ranks/quantile.js";
export { quantiles } from "./ranks/quantiles.js";
export { quasiConcaveMax } from "./ranks/quasi-concave-max.js";
export { SliceSession } from "./ranks/slice-session.js";
export { sanitizePoints } from "./sanitizing/points.js";
export { SanitizedPoints } from "./sanitizing/sanitized-points.js";
export { SanitizedThresholds } from "./sanitizing/sanitized-thresholds.js";
export { sanitizeThresholds } from "./sanitizing/thresholds.js";
export { laplaceCount } from "./selection/laplace-count.js";
export { selectBest } from "./selection/select-best.js";
export { AboveThreshold } from "./streams/above-threshold.js";
export { HeavyHitterMonitor } from "./streams/heavy-hitter-monitor.js";
export { ThresholdMonitor } from "./streams/threshold-monitor.js";
export { table } from "./tables/table.js";
export { topKForecast } from "./top-k/forecast.js";
export { TopKSession } from "./top-k/session.js";
export { topK } from "./top-k/top-k.js";
export { version } from "./version.js";

// The types that callers name.

/** @typedef {import("./streams/above-threshold.js").AboveThresholdFields} AboveThresholdFields */
/** @typedef {import("./streams/above-threshold.js").AboveThresholdOptions} AboveThresholdOptions */
/** @typedef {import("./ledger/record.js").Accuracy} Accuracy */
/** @typedef {import("./ledger/composition.js").AllStepsOptions} AllStepsOptions */
/** @typedef {import("./ledger/ledger.js").AnyLedger} AnyLedger */
/** @typedef {import("./data/contributions.js").BoundOptions} BoundOptions */
/** @typedef {import("./counts/histogram.js").Bin} Bin */
/** @typedef {import("./selection/laplace-count.js").CountOptions} CountOptions */
/** @typedef {import("./ledger/requests.js").DeclaredStepsOptions} DeclaredStepsOptions */
/** @typedef {import("./counts/discover-groups.js").DiscoveryOptions} DiscoveryOptions */
/** @typedef {import("./counts/discover-plan.js").DiscoveryPlan} DiscoveryPlan */
/** @typedef {import("./counts/count-distinct.js").DistinctOptions} DistinctOptions */
/** @typedef {import("./counts/discover-plan.js").DiscoveryPlanOptions} DiscoveryPlanOptions */
/** @typedef {import("./counts/find-bounds.js").BoundsOptions} BoundsOptions */
/** @typedef {import("./counts/find-bounds.js").FoundBounds} FoundBounds */
/** @typedef {import("./counts/sum.js").FoundSum} FoundSum */
/** @typedef {import("./counts/mean.js").Mean} Mean */
/** @typedef {import("./counts/count.js").UserCountOptions} UserCountOptions */
/** @typedef {import("./counts/histogram.js").UserHistogramOptions} UserHistogramOptions */
/** @typedef {import("./counts/variance.js").Spread} Spread */
/** @typedef {import("./counts/variance.js").SpreadOptions} SpreadOptions */
/** @typedef {import("./counts/mean.js").UserMeanOptions} UserMeanOptions */
/** @typedef {import("./data/user-rows.js").UserRows} UserRows */
/** @typedef {import("./counts/sum.js").UserSumOptions} UserSumOptions */
/**
 * @template O
 * @template A
 * @typedef {import("./counts/by-group.js").OfUsers<O, A>} OfUsers
 */
/** @typedef {import("./learning/rectangle-grid.js").AxisGrid} AxisGrid */
/** @typedef {import("./learning/rectangle-options.js").Dimensions} Dimensions */
/** @typedef {import("./data/contributions.js").Events} Events */
/** @typedef {import("./streams/heavy-hitter-monitor.js").HeavyHitterOptions} HeavyHitterOptions */
/** @typedef {import("./ranks/options.js").InteriorAlgorithm} InteriorAlgorithm */
/** @typedef {import("./ranks/plan.js").InteriorPointPlan} InteriorPointPlan */
/** @typedef {import("./ranks/plan.js").InteriorPointPlanOptions} InteriorPointPlanOptions */
/** @typedef {import("./top-k/plan.js").TopKPlan} TopKPlan */
/** @typedef {import("./top-k/plan.js").TopKPlanOptions} TopKPlanOptions */
/** @typedef {import("./ranks/plan-users.js").UsersNeededPlan} UsersNeededPlan */
/** @typedef {import("./ranks/plan-users.js").UsersNeededOptions} UsersNeededOptions */
/** @typedef {import("./learning/threshold.js").LabelledData} LabelledData */
/** @typedef {import("./learning/point.js").LabelledItems} LabelledItems */
/** @typedef {import("./learning/rectangle.js").LabelledPoints} LabelledPoints */
/** @typedef {import("./learning/label-private.js").LabelPrivateData} LabelPrivateData */
/** @typedef {import("./learning/label-private.js").LabelPrivateOptions} LabelPrivateOptions */
/** @typedef {import("./data/labels.js").Labels} Labels */
/** @typedef {import("./ledger/entries.js").LedgerEntry} LedgerEntry */
/** @typedef {import("./ledger/requests.js").LedgerOptions} LedgerOptions */
/** @typedef {import("./ledger/requests.js").LedgerRequest} LedgerRequest */
/** @typedef {import("./core/load.js").LoadOptions} LoadOptions */
/** @typedef {import("./ledger/ledger.js").Loss} Loss */
/** @typedef {import("./ledger/composition.js").OneStepOptions} OneStepOptions */
/** @typedef {import("./ledger/requests.js").OpenSession} OpenSession */
/** @typedef {import("./ledger/groups.js").PartName} PartName */
/** @typedef {import("./learning/point.js").PointOptions} PointOptions */
/** @typedef {import("./learning/point-options.js").PointPlan} PointPlan */
/** @typedef {import("./learning/point-options.js").PointPlanned} PointPlanned */
/** @typedef {import("./learning/point-options.js").PointRule} PointRule */
/** @typedef {import("./sanitizing/points.js").PointsOptions} PointsOptions */
/** @typedef {import("./sanitizing/plan.js").PointsPlanOptions} PointsPlanOptions */
/** @typedef {import("./data/questions.js").Question} Question */
/** @typedef {import("./data/questions.js").QuestionData} QuestionData */
/** @typedef {import("./learning/rectangle.js").RectangleOptions} RectangleOptions */
/** @typedef {import("./learning/rectangle-options.js").RectanglePlan} RectanglePlan */
/** @typedef {import("./learning/rectangle-options.js").RectanglePlanned} RectanglePlanned */
/** @typedef {import("./learning/rectangle-options.js").RectangleRule} RectangleRule */
/** @typedef {import("./ledger/record.js").ReleaseRecord} ReleaseRecord */
/** @typedef {import("./ledger/head.js").ResumeOptions} ResumeOptions */
/** @typedef {import("./data/histogram.js").Rows} Rows */
/** @typedef {import("./learning/rules.js").Rule} Rule */
/** @typedef {import("./learning/public-rules.js").RuleClass} RuleClass */
/** @typedef {import("./learning/public-rules.js").RuleClassOptions} RuleClassOptions */
/** @typedef {import("./learning/rule-plan.js").RuleClassPlanned} RuleClassPlanned */
/** @typedef {import("./learning/rule-plan.js").RulePlan} RulePlan */
/** @typedef {import("./learning/rectangle-sanitizers.js").SanitizerBox} SanitizerBox */
/** @typedef {import("./learning/rectangle-sanitizers.js").SanitizerRectangleOptions} SanitizerRectangleOptions */
/** @typedef {import("./learning/threshold-sanitizer.js").SanitizerRule} SanitizerRule */
/** @typedef {import("./learning/threshold-sanitizer.js").SanitizerThresholdOptions} SanitizerThresholdOptions */
/** @typedef {import("./streams/saved-state.js").SavedMechanism} SavedMechanism */
/** @typedef {import("./selection/select-best.js").SelectOptions} SelectOptions */
/** @typedef {import("./selection/select-best.js").SelectAccuracyOptions} SelectAccuracyOptions */
/** @typedef {import("./ranks/options.js").AlwaysFound} AlwaysFound */
/** @typedef {import("./learning/semi-private.js").SemiPrivateData} SemiPrivateData */
/** @typedef {import("./learning/semi-private.js").SemiPrivateOptions} SemiPrivateOptions */
/** @typedef {import("./learning/rule-plan.js").SemiPrivatePlanned} SemiPrivatePlanned */
/** @typedef {import("./ledger/requests.js").SessionRequest} SessionRequest */
/** @typedef {import("./ledger/composition.js").StepOptions} StepOptions */
/** @typedef {import("./data/wide-domains.js").TextPlace} TextPlace */
/** @typedef {import("./data/group-names.js").GroupName} GroupName */
/** @typedef {import("./tables/types.js").Planned} Planned */
/** @typedef {import("./tables/types.js").TableAsked} TableAsked */
/** @typedef {import("./tables/types.js").TablePlace} TablePlace */
/** @typedef {import("./tables/fields.js").TableOptions} TableOptions */
/** @typedef {import("./tables/rows.js").TableRows} TableRows */
/** @typedef {import("./streams/threshold-monitor.js").ThresholdMonitorFields} ThresholdMonitorFields */
/** @typedef {import("./streams/threshold-monitor.js").ThresholdMonitorOptions} ThresholdMonitorOptions */
/** @typedef {import("./learning/threshold.js").ThresholdOptions} ThresholdOptions */
/** @typedef {import("./sanitizing/plan.js").SanitizerPlan} SanitizerPlan */
/** @typedef {import("./learning/threshold-options.js").ThresholdPlan} ThresholdPlan */
/** @typedef {import("./streams/plan.js").ThresholdQuestionsOptions} ThresholdQuestionsOptions */
/** @typedef {import("./learning/threshold-options.js").ThresholdPlanned} ThresholdPlanned */
/** @typedef {import("./streams/plan.js").ThresholdQuestionsPlan} ThresholdQuestionsPlan */
/** @typedef {import("./learning/threshold-options.js").ThresholdRule} ThresholdRule */
/** @typedef {import("./learning/threshold.js").ThresholdUsers} ThresholdUsers */
/** @typedef {import("./sanitizing/plan.js").ThresholdsPlanOptions} ThresholdsPlanOptions */
/** @typedef {import("./top-k/forecast.js").TopKForecast} TopKForecast */
/** @typedef {import("./top-k/options.js").TopKOptions} TopKOptions */
/** @typedef {import("./top-k/session-fields.js").TopKQuestion} TopKQuestion */
/** @typedef {import("./top-k/session-fields.js").TopKSessionOptions} TopKSessionOptions */
/** @typedef {import("./streams/heavy-hitter-monitor.js").User} User */
/** @typedef {import("./data/values.js").Values} Values */
/** @typedef {import("./top-k/options.js").Variant} Variant */
/** @typedef {import("./core/load.js").WasmSource} WasmSource */
/**
 * Names a slice of a `SliceSession`, and says nothing about it.
 * @typedef {import("./ranks/slice-session.js").Slice} Slice
 */
/**
 * @template [T=number]
 * @typedef {import("./sanitizing/thresholds.js").DistributionOptions<T>} DistributionOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./sanitizing/thresholds-counts.js").ValueCountsOptions<T>} ValueCountsOptions
 */
/**
 * @template [T=any]
 * @typedef {import("./data/domains.js").Domain<T>} Domain
 */
/**
 * @template [T=number]
 * @typedef {import("./sanitizing/thresholds-paper.js").IntervalOptions<T>} IntervalOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./ranks/options.js").DeclaredSizeOption<T>} DeclaredSizeOption
 */
/**
 * @template T
 * @typedef {import("./ranks/options.js").MaybeFound<T>} MaybeFound
 */
/**
 * @template T
 * @typedef {import("./ranks/options.js").MaybeFew<T>} MaybeFew
 */
/**
 * @template T
 * @typedef {import("./ranks/options.js").OfGroups<T>} OfGroups
 */
/**
 * @template T
 * @typedef {import("./tables/types.js").Ranked<T>} Ranked
 */
/**
 * @template R
 * @typedef {import("./tables/rows.js").RowOf<R>} RowOf
 */
/**
 * @template [Row=any]
 * @template {import("./tables/types.js").TablePlace} [At="here"]
 * @typedef {import("./tables/types.js").Table<Row, At>} Table
 */
/**
 * @template [Row=any]
 * @template {import("./tables/types.js").TablePlace} [At="here"]
 * @typedef {import("./tables/types.js").GroupedTable<Row, At>} GroupedTable
 */
/**
 * @template {import("./tables/types.js").TableAsked} What
 * @template {import("./tables/types.js").TablePlace} At
 * @typedef {import("./tables/types.js").TableQuestions<What, At>} TableQuestions
 */
/**
 * @template {"rows" | "plan"} What
 * @template {import("./tables/types.js").TablePlace} At
 * @typedef {import("./tables/types.js").ItemQuestions<What, At>} ItemQuestions
 */
/**
 * @template {"rows" | "plan"} What
 * @template {import("./tables/types.js").TablePlace} At
 * @typedef {import("./tables/types.js").UngroupedQuestions<What, At>} UngroupedQuestions
 */
/**
 * @template {import("./tables/types.js").TableAsked} What
 * @template {import("./tables/types.js").TablePlace} At
 * @template One
 * @typedef {import("./tables/types.js").TableAnswer<What, At, One>} TableAnswer
 */
/** @typedef {import("./ranks/options.js").Ungrouped} Ungrouped */
/** @typedef {import("./ranks/options.js").Grouped} Grouped */
/**
 * @template T
 * @typedef {import("./ranks/quasi-concave-max.js").Quality<T>} Quality
 */
/**
 * @template [T=number]
 * @typedef {import("./ranks/quantiles.js").QuantilesOptions<T>} QuantilesOptions
 */
/**
 * @template [T=any]
 * @typedef {import("./ranks/quasi-concave-max.js").QuasiConcaveOptions<T>} QuasiConcaveOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./ranks/options.js").RankOptions<T>} RankOptions
 */
/**
 * @template [T=number]
 * @typedef {import("./ranks/options.js").SizeOption<T>} SizeOption
 */
/**
 * @template [T=number]
 * @typedef {import("./ranks/slice-session.js").SliceSessionOptions<T>} SliceSessionOptions
 */
/**
 * @template [Item=any]
 * @typedef {import("./data/contributions.js").BoundedHistogram<Item>} BoundedHistogram
 */
/**
 * @template [Item=any]
 * @typedef {import("./top-k/top-k.js").RankedItems<Item>} RankedItems
 */
/**
 * @template R
 * @typedef {import("./data/histogram.js").ItemOf<R>} ItemOf
 */

/**
 * @template [T=any]
 * @typedef {import("./learning/hypothesis-threshold.js").ThresholdParts<T>} ThresholdParts
 */
