import type { OptionsBy } from "../core/fields.js";
import type { UserCountOptions } from "../counts/count.js";
import type { DistinctOptions } from "../counts/count-distinct.js";
import type { BoundsOptions, FoundBounds } from "../counts/find-bounds.js";
import type { Bin, UserHistogramOptions } from "../counts/histogram.js";
import type { Mean, UserMeanOptions } from "../counts/mean.js";
import type { FoundSum, UserSumOptions } from "../counts/sum.js";
import type { Spread, SpreadOptions } from "../counts/variance.js";
import type { Domain } from "../data/domains.js";
import type { GroupName, GroupsAsked, NameIn, NeedsDelta } from "../data/group-names.js";
import type { ThresholdHypothesis } from "../learning/hypothesis-threshold.js";
import type { ThresholdOptions } from "../learning/threshold.js";
import type { SanitizerThresholdOptions } from "../learning/threshold-sanitizer.js";
import type { Accuracy, ReleaseRecord } from "../ledger/record.js";
import type { RankOptions } from "../ranks/options.js";
import type { QuantilesOptions } from "../ranks/quantiles.js";
import type { ListedTopKOptions } from "../top-k/listed.js";
import type { TopKOptions } from "../top-k/options.js";
import type { RankedItems } from "../top-k/top-k.js";
import type { Controls } from "../worker/controls.js";
import type { AnswerAt, OptionsAt } from "../worker/crossing.js";
import type { RemoteRowSliceSession } from "../worker/object-types.js";
import type { TableSlicesOptions } from "./slices/fields.js";
import type { RowSliceSession } from "./slices/session.js";

// The types of a table's questions and answers: over all rows or by group; here, in a worker or in an engine;
// answered or only planned.

/** The place of the answers: here, which returns them, or a worker or an engine, which promise them. */
export type TablePlace = "here" | "worker" | "engine";

/** The kind of answer: over all rows, one for each group, the cost, or the queries of an engine. */
export type TableAsked = "rows" | "groups" | "plan" | "queries";

/**
 * Options as a method of a table takes them: `groupBy` sets the groups, and `sqlTable` the ledger of a table in
 * an engine.
 */
type Given<At extends TablePlace, Options, Groups = undefined> = Omit<
  OptionsAt<At, Options>,
  At extends "engine" ? "groups" | "ledger" : "groups"
> &
  NeedsDelta<Groups> &
  (At extends "engine" ? Pick<Controls, "signal"> : unknown);

/** Options with the column by which `perUser` "first" and "last" order a user's rows. */
type GivenInOrder<At extends TablePlace, Options, Groups = undefined> = At extends "engine"
  ? Given<At, Options, Groups>
  : Given<At, Options, Groups> & { orderBy?: string };

/** The cost and the accuracy of a call. */
export interface Planned {
  /** The privacy loss that it is charged. */
  epsilon: number;
  /** The addend of the guarantee; some calls need none. */
  delta: number;
  /** How far off the answer may be, as its record will say. */
  accuracy: Accuracy;
}

/** A value by its rank, or null with a reason. */
export type Ranked<T> =
  | { value: T; reason?: undefined }
  | { value: null; reason: "too-few" | "not-found"; message?: string };

/** The cost, or the texts of queries. */
type Told<What> = What extends "queries" ? string[] : Planned;

/** An answer, where `One` is the answer over all rows or for one group. */
export type TableAnswer<
  What extends TableAsked,
  At extends TablePlace,
  One,
  Groups = undefined,
> = AnswerAt<
  At,
  What extends "plan" | "queries"
    ? Told<What>
    : What extends "groups"
      ? { groups: ({ group: NameIn<Groups, undefined> } & One)[]; record: ReleaseRecord }
      : One & { record: ReleaseRecord }
>;

/**
 * The questions of any table, over all its rows or by group. They are the functions of the same names, with a
 * column's name instead of data and with the same options. With few data they abstain instead of answering
 * outside the data: `abstain` is true by default.
 */
export interface TableQuestions<
  What extends TableAsked,
  At extends TablePlace,
  Groups extends GroupsAsked = undefined,
> {
  /** As `median`; `orderBy` names a column. */
  median<T = number>(
    column: string,
    options: GivenInOrder<At, RankOptions<T>, Groups>,
  ): TableAnswer<What, At, Ranked<T>, Groups>;

  /** As `quantile`. */
  quantile<T = number>(
    column: string,
    q: number,
    options: GivenInOrder<At, RankOptions<T>, Groups>,
  ): TableAnswer<What, At, Ranked<T>, Groups>;

  /** As `quantiles`: all of them, or none. */
  quantiles<T = number>(
    column: string,
    qs: ArrayLike<number> | Iterable<number>,
    options: GivenInOrder<At, QuantilesOptions<T>, Groups>,
  ): TableAnswer<What, At, Ranked<T[]>, Groups>;

  /** As `interiorPoint`. */
  interiorPoint<T = number>(
    column: string,
    options: GivenInOrder<At, RankOptions<T>, Groups>,
  ): TableAnswer<What, At, Ranked<T>, Groups>;

  /** As `count`: the number of users, in all or in each group. */
  count(
    options: Given<At, UserCountOptions, Groups>,
  ): TableAnswer<What, At, { value: number }, Groups>;

  /** As `sum`: the sum of the users' totals; `orderBy` names a column. */
  sum<Known extends Domain<number | bigint> | undefined = undefined>(
    column: string,
    options: GivenInOrder<At, UserSumOptions, Groups> & { domain?: Known },
  ): TableAnswer<What, At, [Known] extends [undefined] ? FoundSum : { value: number }, Groups>;

  /** As `mean`: the mean of the users' means; `orderBy` names a column. */
  mean(
    column: string,
    options: GivenInOrder<At, UserMeanOptions, Groups>,
  ): TableAnswer<What, At, Mean, Groups>;

  /** As `variance`: of users' values, each user counting as one; `orderBy` names a column. */
  variance(
    column: string,
    options: GivenInOrder<At, SpreadOptions, Groups>,
  ): TableAnswer<What, At, Spread, Groups>;

  /** As `standardDeviation`: the root of the variance; `orderBy` names a column. */
  standardDeviation(
    column: string,
    options: GivenInOrder<At, SpreadOptions, Groups>,
  ): TableAnswer<What, At, Spread, Groups>;

  /** As `histogram`: the number of users in each bin; `orderBy` names a column. */
  histogram(
    column: string,
    options: GivenInOrder<At, UserHistogramOptions, Groups>,
  ): TableAnswer<What, At, { value: Bin[] }, Groups>;
}

/** The further questions of a table without groups. */
export interface ItemQuestions<What extends "rows" | "plan" | "queries", At extends TablePlace>
  extends TableQuestions<What, At> {
  /** As `topK`: the most frequent items of a column. A user counts with `perUser` of them. */
  topK<Items = never>(
    column: string,
    options: OptionsBy<"domain", Items, Given<At, TopKOptions>, Given<At, ListedTopKOptions>>,
  ): AnswerAt<At, What extends "plan" | "queries" ? Told<What> : RankedItems>;

  /** As `countDistinct`: the number of distinct items of a column. A user counts with `perUser` of them. */
  countDistinct(
    column: string,
    options: Given<At, DistinctOptions>,
  ): AnswerAt<
    At,
    What extends "plan" | "queries" ? Told<What> : { value: number; record: ReleaseRecord }
  >;

  /** As `findBounds`: between which powers of two the values of a column lie. */
  findBounds(
    column: string,
    options: Given<At, BoundsOptions>,
  ): AnswerAt<
    At,
    What extends "plan" | "queries" ? Told<What> : FoundBounds & { record: ReleaseRecord }
  >;
}

/** The further questions of rows in memory. */
export interface UngroupedQuestions<What extends "rows" | "plan" | "queries", At extends TablePlace>
  extends ItemQuestions<What, At> {
  /**
   * As `learnThreshold`, with a column of values and a column of labels: each user counts with one row, chosen at
   * random.
   */
  learnThreshold<T = number>(
    x: string,
    y: string,
    options: Given<At, LearnedOptions<T>>,
  ): AnswerAt<At, What extends "plan" | "queries" ? Told<What> : Learned<T>>;
}
type LearnedOptions<T> = Omit<
  ThresholdOptions<T> | SanitizerThresholdOptions<T>,
  "x" | "y" | "users"
>;
type Learned<T> = { value: ThresholdHypothesis<T> | null; reason?: string; record: ReleaseRecord };

/** A table whose answers protect users with all their rows. It is immutable: its methods return other tables. */
export interface Table<Row = unknown, At extends TablePlace = "here">
  extends UngroupedQuestions<"rows", At> {
  /**
   * The cost and the accuracy of each answer: the same questions. They read no data and charge nothing.
   */
  readonly plan: UngroupedQuestions<"plan", At>;

  /**
   * The table with only the rows that satisfy a predicate. Each answer calls it once for each row, after the
   * charge.
   * @param predicate depends on this one row only: a release over rows that count because of other rows
   *   protects no user
   * @throws {TypeError} for a value that is not a function, or an async function
   */
  where(predicate: (row: Row) => boolean | number): Table<Row, At>;

  /**
   * The rows, to be cut into slices: a `RowSliceSession` with the table's users and ledger. Through a worker the rows
   * stay here, with `transfer` too: that moves those of a session of your own.
   * @throws {RangeError | TypeError | BudgetExceeded}
   */
  slices(
    options: OptionsAt<At, TableSlicesOptions>,
  ): At extends "worker" ? Promise<RemoteRowSliceSession<Row>> : RowSliceSession<Row>;

  /**
   * The table with an answer for each group, all of them for the price of one.
   * @param by a column; several, of which a group's name is the list of values; or a function that gives the
   *   name for one row, from that row alone
   * @param groups the names of the groups to answer, public knowledge, never read off the data; or "private",
   *   for groups with enough users for release, which takes a delta
   * @throws {RangeError | TypeError}
   */
  groupBy<Groups extends readonly GroupName[] | "private">(
    by: string | readonly string[] | ((row: Row) => unknown),
    groups: Groups,
  ): GroupedTable<Row, At, Groups>;
}

/** A table that answers by group. */
export interface GroupedTable<
  Row = unknown,
  At extends TablePlace = "here",
  Groups extends GroupsAsked = GroupsAsked,
> extends TableQuestions<"groups", At, Groups> {
  /** As `Table.plan`, of all groups together. */
  readonly plan: TableQuestions<"plan", At, Groups>;

  /** As `Table.where`. */
  where(predicate: (row: Row) => boolean | number): GroupedTable<Row, At, Groups>;
}
