import type { accuracy } from "./accuracy.js";
import type { composition } from "./composition.js";
import type { BoundedHistogram, Events } from "./contributions.js";
import type { ItemOf, Rows } from "./histogram.js";
import type { CountOptions, laplaceCount } from "./laplace-count.js";
import type { LabelPrivateOptions, learnLabelPrivate } from "./learn-label-private.js";
import type { learnPoint, PointOptions } from "./learn-point.js";
import type { learnRectangle, RectangleOptions } from "./learn-rectangle.js";
import type { learnSemiPrivate, SemiPrivateOptions } from "./learn-semi-private.js";
import type { learnThreshold, ThresholdOptions } from "./learn-threshold.js";
import type { plan } from "./plan.js";
import type { RuleClass } from "./public-rules.js";
import type { QuantilesOptions } from "./quantiles.js";
import type { QuasiConcaveOptions } from "./quasi-concave-max.js";
import type { MaybeFound, RankOptions, SizeOption } from "./rank-options.js";
import type { ReleaseRecord } from "./record.js";
import type { PointsOptions, sanitizePoints } from "./sanitize-points.js";
import type { DistributionOptions } from "./sanitize-thresholds.js";
import type { SanitizedPoints } from "./sanitized-points.js";
import type { SanitizedThresholds } from "./sanitized-thresholds.js";
import type { SelectOptions } from "./select-best.js";
import type { RankedItems } from "./top-k.js";
import type { TopKForecast } from "./top-k-forecast.js";
import type { TopKOptions } from "./top-k-options.js";
import type { Values } from "./values.js";
import type { Controls, Remote, RemoteClasses } from "./worker-object-types.js";

export type * from "./worker-object-types.js";

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
