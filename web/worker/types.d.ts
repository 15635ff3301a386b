import type { accuracy } from "../accuracy.js";
import type { BoundedHistogram, Events } from "../data/contributions.js";
import type { ItemOf, Rows } from "../data/histogram.js";
import type { Values } from "../data/values.js";
import type { LabelPrivateOptions, learnLabelPrivate } from "../learning/label-private.js";
import type { learnPoint, PointOptions } from "../learning/point.js";
import type { RuleClass } from "../learning/public-rules.js";
import type { learnRectangle, RectangleOptions } from "../learning/rectangle.js";
import type { learnSemiPrivate, SemiPrivateOptions } from "../learning/semi-private.js";
import type { learnThreshold, ThresholdOptions } from "../learning/threshold.js";
import type { composition } from "../ledger/composition.js";
import type { ReleaseRecord } from "../ledger/record.js";
import type { plan } from "../plan.js";
import type { MaybeFound, RankOptions, SizeOption } from "../ranks/options.js";
import type { QuantilesOptions } from "../ranks/quantiles.js";
import type { QuasiConcaveOptions } from "../ranks/quasi-concave-max.js";
import type { PointsOptions, sanitizePoints } from "../sanitizing/points.js";
import type { SanitizedPoints } from "../sanitizing/sanitized-points.js";
import type { SanitizedThresholds } from "../sanitizing/sanitized-thresholds.js";
import type { DistributionOptions } from "../sanitizing/thresholds.js";
import type { CountOptions, laplaceCount } from "../selection/laplace-count.js";
import type { SelectOptions } from "../selection/select-best.js";
import type { TopKForecast } from "../top-k/forecast.js";
import type { TopKOptions } from "../top-k/options.js";
import type { RankedItems } from "../top-k/top-k.js";
import type { Controls, Remote, RemoteClasses } from "./object-types.js";

export type * from "./object-types.js";

/** What every draw by rank gives without a delta: always a value. */
type Found<T> = Promise<{ value: T; record: ReleaseRecord }>;
type Sure<T> = Remote<RankOptions<T>> & { delta?: 0 };

/** A function of public parameters only, which has its options in the last argument. */
type Later<F> = F extends (options: infer Options) => infer Result
  ? (options: Remote<Options>) => Promise<Result>
  : F extends (first: infer First, options: infer Options) => infer Result
    ? (first: First, options: Remote<Options>) => Promise<Result>
    : never;
type AllLater<Functions> = { readonly [Name in keyof Functions]: Later<Functions[Name]> };

/**
 * What `connect` gives: the functions and classes of the main entry, each a promise. Missing are the
 * forms that take a function, which does not cross: `learnLabelPrivate` and `learnSemiPrivate` take the
 * name of a class of rules, `quasiConcaveMax` takes runs.
 */
export interface WorkerLibrary extends RemoteClasses {
  interiorPoint<T = number>(values: Values, options: Sure<T> & SizeOption): Found<T>;
  interiorPoint<T = number>(
    values: Values,
    options: Remote<RankOptions<T>> & SizeOption,
  ): Promise<MaybeFound<T>>;
  median<T = number>(values: Values, options: Sure<T>): Found<T>;
  median<T = number>(values: Values, options: Remote<RankOptions<T>>): Promise<MaybeFound<T>>;
  quantile<T = number>(values: Values, q: number, options: Sure<T>): Found<T>;
  quantile<T = number>(
    values: Values,
    q: number,
    options: Remote<RankOptions<T>>,
  ): Promise<MaybeFound<T>>;
  quantiles<T = number>(
    values: Values,
    qs: ArrayLike<number> | Iterable<number>,
    options: Remote<QuantilesOptions<T>>,
  ): Promise<{ value: T[]; record: ReleaseRecord }>;
  topK<R extends Rows>(rows: R, options: Remote<TopKOptions>): Promise<RankedItems<ItemOf<R>>>;
  topKForecast(rows: Rows, options: Remote<TopKOptions>): Promise<TopKForecast>;
  boundContributions<E extends Events | { users?: undefined; items: any }>(
    events: E,
    options: { perUser: number; missing?: "drop" | "throw" } & Controls,
  ): Promise<BoundedHistogram<ItemOf<E>>>;
  laplaceCount(
    count: number | bigint,
    options: Remote<CountOptions>,
  ): Promise<ReturnType<typeof laplaceCount>>;
  selectBest<T>(
    candidates: Map<T, number> | Iterable<{ item: T; score: number }>,
    options: Remote<SelectOptions>,
  ): Promise<{ value: T | null; reason?: string; record: ReleaseRecord }>;
  learnThreshold(options: Remote<ThresholdOptions>): Promise<ReturnType<typeof learnThreshold>>;
  learnPoint(options: Remote<PointOptions>): Promise<ReturnType<typeof learnPoint>>;
  learnRectangle(options: Remote<RectangleOptions>): Promise<ReturnType<typeof learnRectangle>>;
  learnLabelPrivate(
    options: Omit<LabelPrivateOptions, "rules"> & { rules: RuleClass } & Controls,
  ): Promise<ReturnType<typeof learnLabelPrivate>>;
  learnSemiPrivate(
    options: Remote<Omit<SemiPrivateOptions, "rules">> & { rules: RuleClass },
  ): Promise<ReturnType<typeof learnSemiPrivate>>;
  sanitizePoints<R extends Parameters<typeof sanitizePoints>[0]>(
    rows: R,
    options: Remote<PointsOptions>,
  ): Promise<{ value: SanitizedPoints<ItemOf<R>>; record: ReleaseRecord }>;
  sanitizeThresholds<T = number>(
    values: Values,
    options: Remote<DistributionOptions<T>>,
  ): Promise<{ value: SanitizedThresholds<T>; record: ReleaseRecord }>;
  quasiConcaveMax<T = number>(
    quality: Iterable<{ width: number | bigint; quality: number }>,
    options: Remote<Omit<QuasiConcaveOptions<T>, "grid">>,
  ): Promise<MaybeFound<T>>;
  readonly plan: AllLater<typeof plan>;
  readonly accuracy: AllLater<typeof accuracy>;
  readonly composition: AllLater<typeof composition>;
  /** Ends the worker; what is under way rejects with WorkerStopped. */
  dispose(): void;
  [Symbol.dispose](): void;
}
