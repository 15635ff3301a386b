import type { CountedRows, UserCountOptions } from "../counts/count.js";
import type { ByGroupFunction, SumFunction } from "../counts/functions.js";
import type { Bin, UserHistogramOptions } from "../counts/histogram.js";
import type { Mean, UserMeanOptions } from "../counts/mean.js";
import type { Spread, SpreadOptions } from "../counts/variance.js";
import type { BoundedHistogram, boundContributions } from "../data/contributions.js";
import type { ItemOf, Rows } from "../data/histogram.js";
import type { UserRows } from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import type { ThresholdHypothesis } from "../learning/hypothesis-threshold.js";
import type { ThresholdOptions } from "../learning/threshold.js";
import type { SanitizerThresholdOptions } from "../learning/threshold-sanitizer.js";
import type { ReleaseRecord } from "../ledger/record.js";
import type { QuantileFunction, QuantilesFunction, RankFunction } from "../ranks/functions.js";
import type { AlwaysFound, DeclaredSizeOption, MaybeFound, SizeOption } from "../ranks/options.js";
import type { QuasiConcaveOptions } from "../ranks/quasi-concave-max.js";
import type { SliceSessionOptions } from "../ranks/slice-session.js";
import type { PointsOptions, sanitizePoints } from "../sanitizing/points.js";
import type { SanitizedPoints } from "../sanitizing/sanitized-points.js";
import type {
  DistributionOptions,
  SanitizedAnswer,
  SanitizingMethod,
} from "../sanitizing/thresholds.js";
import type { ValueCountsOptions } from "../sanitizing/thresholds-counts.js";
import type { IntervalOptions } from "../sanitizing/thresholds-paper.js";
import type { SelectCall, Selected } from "../selection/call.js";
import type { Candidates } from "../selection/candidates.js";
import type { TableOptions } from "../tables/fields.js";
import type { RowOf, TableRows } from "../tables/rows.js";
import type { RowSliceSessionOptions } from "../tables/slices/fields.js";
import type { Table } from "../tables/types.js";
import type { TopKCall } from "../top-k/call.js";
import type { RankedItems } from "../top-k/top-k.js";
import type { Controls } from "./controls.js";
import type { Remote, RemoteEntry } from "./crossing.js";
import type {
  MovedRowSliceSession,
  RemoteObjects,
  RemoteRowSliceSession,
  RemoteSliceSession,
} from "./object-types.js";
import type { NotOffered } from "./offered.js";

type Main = typeof import("../index.js");
type Found<T> = Promise<{ value: T; record: ReleaseRecord }>;

/** A session, with its rows in the worker if they move there. */
type RowSlicesOf<R, Moves> = Moves extends true
  ? MovedRowSliceSession
  : RemoteRowSliceSession<RowOf<R>>;

/** Generic functions, whose result types depend on domains and rows: by hand. */
interface GenericFunctions {
  readonly count: ByGroupFunction<"worker", CountedRows, UserCountOptions, { value: number }>;
  readonly histogram: ByGroupFunction<"worker", UserRows, UserHistogramOptions, { value: Bin[] }>;
  readonly mean: ByGroupFunction<"worker", UserRows, UserMeanOptions, Mean>;
  readonly sum: SumFunction<"worker">;
  readonly variance: ByGroupFunction<"worker", UserRows, SpreadOptions, Spread>;
  readonly standardDeviation: ByGroupFunction<"worker", UserRows, SpreadOptions, Spread>;
  readonly interiorPoint: RankFunction<"worker", SizeOption, never>;
  readonly median: RankFunction<"worker", DeclaredSizeOption, AlwaysFound>;
  readonly quantile: QuantileFunction<"worker">;
  readonly quantiles: QuantilesFunction<"worker">;
  /**
   * As `table` of the main entry, with promises of answers. Functions of a row run on this side. Of rows that are 16,384
   * objects or more a question keeps the list, and reads the objects until it has started in the worker: leave them as
   * they are until its promise settles.
   */
  table<R extends TableRows>(rows: R, options: Remote<TableOptions>): Table<RowOf<R>, "worker">;
  topK<R extends Rows, Items = never>(
    rows: R,
    options: TopKCall<"worker", Items>,
  ): Promise<RankedItems<ItemOf<R>>>;
  boundContributions<E extends Parameters<typeof boundContributions>[0]>(
    events: E,
    options: Remote<Parameters<typeof boundContributions>[1]>,
  ): Promise<BoundedHistogram<ItemOf<E>>>;
  selectBest<T, K = never>(
    candidates: Candidates<T>,
    options: SelectCall<"worker", K>,
  ): Promise<Selected<T, K>>;
  sanitizePoints<R extends Parameters<typeof sanitizePoints>[0]>(
    rows: R,
    options: Remote<PointsOptions>,
  ): Found<SanitizedPoints<ItemOf<R>>>;
  sanitizeThresholds<T = number, Method extends SanitizingMethod | undefined = undefined>(
    values: Values,
    options: Remote<DistributionOptions<T> | ValueCountsOptions<T> | IntervalOptions<T>> & {
      method?: Method;
    },
  ): Promise<SanitizedAnswer<T, Method>>;
  learnThreshold<T = number>(
    options: Remote<ThresholdOptions<T> | SanitizerThresholdOptions<T>>,
  ): Promise<{ value: ThresholdHypothesis<T> | null; reason?: string; record: ReleaseRecord }>;
  quasiConcaveMax<T = number>(
    quality: Iterable<{ width: number | bigint; quality: number }>,
    options: Remote<Omit<QuasiConcaveOptions<T>, "grid">>,
  ): Promise<MaybeFound<T>>;
  readonly SliceSession: {
    new <T = number>(
      values: Values,
      options: Remote<SliceSessionOptions<T>>,
    ): Promise<RemoteSliceSession<T>>;
    <T = number>(
      values: Values,
      options: Remote<SliceSessionOptions<T>>,
    ): Promise<RemoteSliceSession<T>>;
  };
  readonly RowSliceSession: {
    new <R extends TableRows, Moves extends boolean | undefined = undefined>(
      rows: R,
      options: Remote<RowSliceSessionOptions> & { transfer?: Moves },
    ): Promise<RowSlicesOf<R, Moves>>;
    <R extends TableRows, Moves extends boolean | undefined = undefined>(
      rows: R,
      options: Remote<RowSliceSessionOptions> & { transfer?: Moves },
    ): Promise<RowSlicesOf<R, Moves>>;
    /** Resumes from `toJSON`, with the rows of the first time. */
    fromJSON<R extends TableRows>(
      saved: string | object,
      rows: R,
      controls?: Controls,
    ): Promise<RemoteRowSliceSession<RowOf<R>>>;
  };
}

/** All others, as they are in the main entry. */
type Others = Pick<Main, Exclude<keyof Main, NotOffered | keyof GenericFunctions>>;
type Derived<Entries> = {
  readonly [Name in keyof Entries]: RemoteEntry<
    Entries[Name],
    Name extends keyof RemoteObjects ? RemoteObjects[Name] : undefined
  >;
};

/**
 * The library that `connect` returns: the functions and classes of the main entry, each a promise. Missing are
 * the forms that take a function, which does not cross: `learnLabelPrivate` and `learnSemiPrivate` take the
 * name of a class of rules, `quasiConcaveMax` takes runs.
 */
export interface WorkerLibrary extends Derived<Others>, GenericFunctions {
  /** Ends the worker; running calls reject with WorkerStopped. */
  dispose(): void;
  [Symbol.dispose](): void;
}
