import type { OfUsers } from "../counts/by-group.js";
import type { UserCountOptions } from "../counts/count.js";
import type { Bin, UserHistogramOptions } from "../counts/histogram.js";
import type { Mean, UserMeanOptions } from "../counts/mean.js";
import type { FoundSum, UserSumOptions } from "../counts/sum.js";
import type { Spread, SpreadOptions } from "../counts/variance.js";
import type { BoundedHistogram, boundContributions } from "../data/contributions.js";
import type { ItemOf, Rows } from "../data/histogram.js";
import type { UserRows } from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import type { ReleaseRecord } from "../ledger/record.js";
import type {
  AlwaysFound,
  DeclaredSizeOption,
  Grouped,
  MaybeFew,
  MaybeFound,
  OfGroups,
  RankOptions,
  SizeOption,
  Ungrouped,
} from "../ranks/options.js";
import type { QuantilesOptions } from "../ranks/quantiles.js";
import type { QuasiConcaveOptions } from "../ranks/quasi-concave-max.js";
import type { SliceSessionOptions } from "../ranks/slice-session.js";
import type { PointsOptions, sanitizePoints } from "../sanitizing/points.js";
import type { SanitizedPoints } from "../sanitizing/sanitized-points.js";
import type { SanitizedThresholds } from "../sanitizing/sanitized-thresholds.js";
import type { DistributionOptions } from "../sanitizing/thresholds.js";
import type { IntervalOptions } from "../sanitizing/thresholds-paper.js";
import type { SelectOptions } from "../selection/select-best.js";
import type { TableOptions } from "../tables/fields.js";
import type { RowOf, TableRows } from "../tables/rows.js";
import type { Table } from "../tables/types.js";
import type { TopKOptions } from "../top-k/options.js";
import type { RankedItems } from "../top-k/top-k.js";
import type { Remote, RemoteEntry } from "./crossing.js";
import type { RemoteObjects, RemoteSliceSession } from "./object-types.js";
import type { NotOffered } from "./offered.js";

type Main = typeof import("../index.js");
type Found<T> = Promise<{ value: T; record: ReleaseRecord }>;
type Sure<T> = Remote<RankOptions<T>> & { delta?: 0; abstain: false };

/** Generic functions, whose results tell their types by those of domains and rows: by hand. */
interface GenericFunctions {
  count<O extends Remote<UserCountOptions>>(
    data: Omit<UserRows, "values">,
    options: O,
  ): Promise<OfUsers<O, { value: number }>>;
  histogram<O extends Remote<UserHistogramOptions>>(
    data: UserRows,
    options: O,
  ): Promise<OfUsers<O, { value: Bin[] }>>;
  mean<O extends Remote<UserMeanOptions>>(data: UserRows, options: O): Promise<OfUsers<O, Mean>>;
  sum<O extends Remote<UserSumOptions>>(
    data: UserRows,
    options: O,
  ): Promise<OfUsers<O, O extends { domain: any } ? { value: number } : FoundSum>>;
  variance<O extends Remote<SpreadOptions>>(
    data: UserRows,
    options: O,
  ): Promise<OfUsers<O, Spread>>;
  standardDeviation<O extends Remote<SpreadOptions>>(
    data: UserRows,
    options: O,
  ): Promise<OfUsers<O, Spread>>;
  interiorPoint<T = number>(values: Values, options: Sure<T> & SizeOption): Found<T>;
  interiorPoint<T = number>(
    values: Values,
    options: Remote<RankOptions<T>> & SizeOption & { abstain: false },
  ): Promise<MaybeFound<T>>;
  interiorPoint<T = number>(
    rows: Values | Ungrouped,
    options: Remote<RankOptions<T>> & SizeOption,
  ): Promise<MaybeFew<T>>;
  interiorPoint<T = number>(rows: Grouped, options: Remote<RankOptions<T>>): Promise<OfGroups<T>>;
  median<T = number>(values: Values, options: Sure<T> & DeclaredSizeOption): Found<T>;
  median<T = number>(values: Values, options: Remote<RankOptions<T>> & AlwaysFound): Found<T>;
  median<T = number>(
    values: Values,
    options: Remote<RankOptions<T>> & DeclaredSizeOption & { abstain: false },
  ): Promise<MaybeFound<T>>;
  median<T = number>(
    rows: Values | Ungrouped,
    options: Remote<RankOptions<T>> & DeclaredSizeOption,
  ): Promise<MaybeFew<T>>;
  median<T = number>(rows: Grouped, options: Remote<RankOptions<T>>): Promise<OfGroups<T>>;
  quantile<T = number>(values: Values, q: number, options: Sure<T> & DeclaredSizeOption): Found<T>;
  quantile<T = number>(
    values: Values,
    q: number,
    options: Remote<RankOptions<T>> & AlwaysFound,
  ): Found<T>;
  quantile<T = number>(
    values: Values,
    q: number,
    options: Remote<RankOptions<T>> & DeclaredSizeOption & { abstain: false },
  ): Promise<MaybeFound<T>>;
  quantile<T = number>(
    rows: Values | Ungrouped,
    q: number,
    options: Remote<RankOptions<T>> & DeclaredSizeOption,
  ): Promise<MaybeFew<T>>;
  quantile<T = number>(
    rows: Grouped,
    q: number,
    options: Remote<RankOptions<T>>,
  ): Promise<OfGroups<T>>;
  quantiles<T = number>(
    values: Values,
    qs: ArrayLike<number> | Iterable<number>,
    options: Remote<QuantilesOptions<T>> & { abstain: false },
  ): Found<T[]>;
  quantiles<T = number>(
    rows: Values | Ungrouped,
    qs: ArrayLike<number> | Iterable<number>,
    options: Remote<QuantilesOptions<T>>,
  ): Promise<MaybeFew<T[]>>;
  quantiles<T = number>(
    rows: Grouped,
    qs: ArrayLike<number> | Iterable<number>,
    options: Remote<QuantilesOptions<T>>,
  ): Promise<OfGroups<T[]>>;
  table<R extends TableRows>(rows: R, options: Remote<TableOptions>): Table<RowOf<R>, "worker">;
  topK<R extends Rows>(rows: R, options: Remote<TopKOptions>): Promise<RankedItems<ItemOf<R>>>;
  boundContributions<E extends Parameters<typeof boundContributions>[0]>(
    events: E,
    options: Remote<Parameters<typeof boundContributions>[1]>,
  ): Promise<BoundedHistogram<ItemOf<E>>>;
  selectBest<T>(
    candidates: Map<T, number> | Iterable<{ item: T; score: number }>,
    options: Remote<SelectOptions>,
  ): Promise<{ value: T | null; reason?: string; record: ReleaseRecord }>;
  sanitizePoints<R extends Parameters<typeof sanitizePoints>[0]>(
    rows: R,
    options: Remote<PointsOptions>,
  ): Found<SanitizedPoints<ItemOf<R>>>;
  sanitizeThresholds<T = number>(
    values: Values,
    options: Remote<DistributionOptions<T> | IntervalOptions<T>>,
  ): Found<SanitizedThresholds<T>>;
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
 * What `connect` gives: the functions and classes of the main entry, each a promise. Missing are the
 * forms that take a function, which does not cross: `learnLabelPrivate` and `learnSemiPrivate` take the
 * name of a class of rules, `quasiConcaveMax` takes runs.
 */
export interface WorkerLibrary extends Derived<Others>, GenericFunctions {
  /** Ends the worker; what is under way rejects with WorkerStopped. */
  dispose(): void;
  [Symbol.dispose](): void;
}
