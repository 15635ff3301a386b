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
export { endLedgerInBrowser, ledgerInBrowser, ledgersInBrowser } from "./ledger/in-browser.js";
export { Ledger } from "./ledger/ledger.js";
export { LedgerPart, LedgerParts } from "./ledger/parts.js";
export { createLedger, spend } from "./ledger/spend.js";
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
export { RowSliceSession } from "./tables/slices/session.js";
export { table } from "./tables/table.js";
export { topKForecast } from "./top-k/forecast.js";
export { TopKSession } from "./top-k/session.js";
export { topK } from "./top-k/top-k.js";
export { version } from "./version.js";

// The types that callers name.

export type { LoadOptions, WasmSource } from "./core/load.js";
export type { OfUsers } from "./counts/by-group.js";
export type { CountedRows, UserCountOptions } from "./counts/count.js";
export type { DistinctOptions } from "./counts/count-distinct.js";
export type { DiscoveryOptions } from "./counts/discover-groups.js";
export type { DiscoveryPlan, DiscoveryPlanOptions } from "./counts/discover-plan.js";
export type { BoundsOptions, FoundBounds } from "./counts/find-bounds.js";
export type { Bin, UserHistogramOptions } from "./counts/histogram.js";
export type { Mean, UserMeanOptions } from "./counts/mean.js";
export type { FoundSum, UserSumOptions } from "./counts/sum.js";
export type { Spread, SpreadOptions } from "./counts/variance.js";
export type { BoundedHistogram, BoundOptions, Events } from "./data/contributions.js";
export type { Domain } from "./data/domains.js";
export type { GroupName, GroupsAsked, NameIn, NeedsDelta } from "./data/group-names.js";
export type { ItemOf, Rows } from "./data/histogram.js";
export type { Labels } from "./data/labels.js";
export type { Question, QuestionData } from "./data/questions.js";
export type { UserRows } from "./data/user-rows.js";
export type { Values } from "./data/values.js";
export type { TextPlace } from "./data/wide-domains.js";
export type { AxisValue } from "./learning/hypothesis-rectangle.js";
export type { ThresholdParts } from "./learning/hypothesis-threshold.js";
export type { LabelPrivateData, LabelPrivateOptions, Listing } from "./learning/label-private.js";
export type { LabelledItems, PointOptions } from "./learning/point.js";
export type { PointPlan, PointPlanned, PointRule } from "./learning/point-options.js";
export type { RuleClass, RuleClassOptions } from "./learning/public-rules.js";
export type { LabelledPoints, RectangleOptions } from "./learning/rectangle.js";
export type { AxisGrid } from "./learning/rectangle-grid.js";
export type {
  Dimensions,
  RectanglePlan,
  RectanglePlanned,
  RectangleRule,
} from "./learning/rectangle-options.js";
export type { SanitizerBox, SanitizerRectangleOptions } from "./learning/rectangle-sanitizers.js";
export type { RuleClassPlanned, RulePlan, SemiPrivatePlanned } from "./learning/rule-plan.js";
export type { Rule } from "./learning/rules.js";
export type { SemiPrivateData, SemiPrivateOptions } from "./learning/semi-private.js";
export type { LabelledData, ThresholdOptions, ThresholdUsers } from "./learning/threshold.js";
export type {
  ThresholdPlan,
  ThresholdPlanned,
  ThresholdRule,
} from "./learning/threshold-options.js";
export type { SanitizerRule, SanitizerThresholdOptions } from "./learning/threshold-sanitizer.js";
export type { AllStepsOptions, OneStepOptions, StepOptions } from "./ledger/composition.js";
export type { LedgerEntry } from "./ledger/entries.js";
export type { PartName } from "./ledger/groups.js";
export type { ResumeOptions } from "./ledger/head.js";
export type { Interval, IntervalRecord } from "./ledger/interval-record.js";
export type { AnyLedger, Loss } from "./ledger/ledger.js";
export type { Accuracy, ReleaseRecord } from "./ledger/record.js";
export type {
  DeclaredStepsOptions,
  LedgerOptions,
  LedgerRequest,
  OpenSession,
  SessionRequest,
} from "./ledger/requests.js";
export type { KeptText, LedgerStore, SavedLedger } from "./ledger/store.js";
export type { StoredLedger, StoredLedgerPart, StoredLedgerSteps } from "./ledger/stored.js";
export type { StoredAccount } from "./ledger/stored-account.js";
export type { LeastPossibleOptions } from "./ranks/least-possible.js";
export type {
  AlwaysFound,
  DeclaredSizeOption,
  InteriorAlgorithm,
  MaybeFew,
  MaybeFound,
  OfGroups,
  RankAnswer,
  RankData,
  RankOptions,
  SizeOption,
  WithInterval,
  Written,
} from "./ranks/options.js";
export type { InteriorPointPlan, InteriorPointPlanOptions } from "./ranks/plan.js";
export type { IntervalPlan, IntervalPlanOptions } from "./ranks/plan-intervals.js";
export type { UsersNeededOptions, UsersNeededPlan } from "./ranks/plan-users.js";
export type { QuantilesOptions } from "./ranks/quantiles.js";
export type { Quality, QuasiConcaveOptions } from "./ranks/quasi-concave-max.js";
export type { Slice, SliceSessionOptions } from "./ranks/slice-session.js";
export type { PointsPlanOptions, SanitizerPlan, ThresholdsPlanOptions } from "./sanitizing/plan.js";
export type { PointsOptions } from "./sanitizing/points.js";
export type {
  DistributionOptions,
  SanitizedAnswer,
  SanitizingMethod,
} from "./sanitizing/thresholds.js";
export type { ValueCountsOptions } from "./sanitizing/thresholds-counts.js";
export type { IntervalOptions } from "./sanitizing/thresholds-paper.js";
export type { SelectCall, Selected } from "./selection/call.js";
export type { Candidates } from "./selection/candidates.js";
export type { CountOptions } from "./selection/laplace-count.js";
export type { SelectAccuracyOptions, SelectOptions } from "./selection/select-best.js";
export type {
  SelectSeveralAccuracyOptions,
  SelectSeveralOptions,
} from "./selection/select-several.js";
export type { AboveThresholdFields, AboveThresholdOptions } from "./streams/above-threshold.js";
export type { HeavyHitterOptions, Holding, User } from "./streams/heavy-hitter-monitor.js";
export type { ThresholdQuestionsOptions, ThresholdQuestionsPlan } from "./streams/plan.js";
export type { SavedMechanism } from "./streams/saved-state.js";
export type {
  ThresholdMonitorFields,
  ThresholdMonitorOptions,
} from "./streams/threshold-monitor.js";
export type { TableOptions } from "./tables/fields.js";
export type { ArrowTable, RowOf, TableRows, ValueIn } from "./tables/rows.js";
export type {
  CutOptions,
  RowSliceSessionOptions,
  SlicesPlanOptions,
  TableSlicesOptions,
} from "./tables/slices/fields.js";
export type { SlicesPlan } from "./tables/slices/plan.js";
export type { RowSlice } from "./tables/slices/row-slice.js";
export type { SliceKey } from "./tables/slices/session.js";
export type {
  GroupedTable,
  ItemQuestions,
  Planned,
  Ranked,
  Table,
  TableAnswer,
  TableAsked,
  TablePlace,
  TableQuestions,
  UngroupedQuestions,
} from "./tables/types.js";
export type { TopKCall } from "./top-k/call.js";
export type { TopKForecast } from "./top-k/forecast.js";
export type { ListedTopKOptions } from "./top-k/listed.js";
export type { TopKOptions, Variant } from "./top-k/options.js";
export type { TopKPlan, TopKPlanOptions } from "./top-k/plan.js";
export type { TopKQuestion, TopKSessionOptions } from "./top-k/session-fields.js";
export type { RankedItems } from "./top-k/top-k.js";
