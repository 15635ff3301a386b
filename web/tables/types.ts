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
import type { TopKOptions } from "../top-k/options.js";
import type { RankedItems } from "../top-k/top-k.js";
import type { AnswerAt, OptionsAt } from "../worker/crossing.js";

// What a table takes and gives: of all rows or by group, here, through a worker or of an engine, answered or only
// planned.

/** Where answers are made: at once; or in a worker, or of rows in an engine, which promise them. */
export type TablePlace = "here" | "worker" | "engine";

/** What is asked for: an answer of all rows, one of each group, or what they would cost. */
export type TableAsked = "rows" | "groups" | "plan";

/**
 * Options as a method of a table takes them: which groups there are was said by `groupBy`, and what a table in an
 * engine charges by `sqlTable`.
 */
type Given<At extends TablePlace, Options, Groups = undefined> = Omit<
  OptionsAt<At, Options>,
  At extends "engine" ? "groups" | "ledger" : "groups"
> &
  NeedsDelta<Groups>;

/** The same, with the column by which `perUser` "first" and "last" tell which row that is. */
type GivenInOrder<At extends TablePlace, Options, Groups = undefined> = At extends "engine"
  ? Given<At, Options, Groups>
  : Given<At, Options, Groups> & { orderBy?: string };

/** What a call will cost and how far off it may be. */
export interface Planned {
  /** The privacy loss that it is charged. */
  epsilon: number;
  /** The addend of the guarantee; a call may turn out to need none. */
  delta: number;
  /** How far off the answer may be, as its record will say. */
  accuracy: Accuracy;
}

/** A value by its rank, or none because there are too few users. */
export type Ranked<T> =
  | { value: T; reason?: undefined }
  | { value: null; reason: "too-few" | "not-found"; message?: string };

/** An answer, of which `One` is what is said of all rows or of a group. */
export type TableAnswer<
  What extends TableAsked,
  At extends TablePlace,
  One,
  Groups = undefined,
> = AnswerAt<
  At,
  What extends "plan"
    ? Planned
    : What extends "groups"
      ? { groups: ({ group: NameIn<Groups, undefined> } & One)[]; record: ReleaseRecord }
      : One & { record: ReleaseRecord }
>;

/**
 * What can be asked of any table, of all its rows or by group, wherever they are: the functions of the same names,
 * with a column's name in place of data and with the same options. There is no answer rather than one outside of
 * data that are few: `abstain` is true unless you say otherwise.
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

  /** As `count`: how many users there are, or how many are in each group. */
  count(
    options: Given<At, UserCountOptions, Groups>,
  ): TableAnswer<What, At, { value: number }, Groups>;

  /** As `sum`: what users have in total; `orderBy` names a column. */
  sum<Known extends Domain<number | bigint> | undefined = undefined>(
    column: string,
    options: GivenInOrder<At, UserSumOptions, Groups> & { domain?: Known },
  ): TableAnswer<What, At, [Known] extends [undefined] ? FoundSum : { value: number }, Groups>;

  /** As `mean`: what users have on average, each alike; `orderBy` names a column. */
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

  /** As `histogram`: how many users there are in each bin; `orderBy` names a column. */
  histogram(
    column: string,
    options: GivenInOrder<At, UserHistogramOptions, Groups>,
  ): TableAnswer<What, At, { value: Bin[] }, Groups>;
}

/** What can be asked besides where there are no groups. */
export interface ItemQuestions<What extends "rows" | "plan", At extends TablePlace>
  extends TableQuestions<What, At> {
  /** As `topK`: the most frequent items of a column. A user counts with `perUser` of them. */
  topK(
    column: string,
    options: Given<At, TopKOptions>,
  ): AnswerAt<At, What extends "plan" ? Planned : RankedItems>;

  /** As `countDistinct`: how many distinct items a column has. A user counts with `perUser` of them. */
  countDistinct(
    column: string,
    options: Given<At, DistinctOptions>,
  ): AnswerAt<At, What extends "plan" ? Planned : { value: number; record: ReleaseRecord }>;

  /** As `findBounds`: between which powers of two the values of a column lie. */
  findBounds(
    column: string,
    options: Given<At, BoundsOptions>,
  ): AnswerAt<At, What extends "plan" ? Planned : FoundBounds & { record: ReleaseRecord }>;
}

/** What can be asked besides where the rows are in memory. */
export interface UngroupedQuestions<What extends "rows" | "plan", At extends TablePlace>
  extends ItemQuestions<What, At> {
  /** As `learnThreshold`, of a column of values and one of labels: each user counts with one row, chosen at random. */
  learnThreshold<T = number>(
    x: string,
    y: string,
    options: Given<At, LearnedOptions<T>>,
  ): AnswerAt<At, What extends "plan" ? Planned : Learned<T>>;
}
type LearnedOptions<T> = Omit<
  ThresholdOptions<T> | SanitizerThresholdOptions<T>,
  "x" | "y" | "users"
>;
type Learned<T> = { value: ThresholdHypothesis<T> | null; reason?: string; record: ReleaseRecord };

/** A table of which users are protected with all their rows. It never changes: methods give another one. */
export interface Table<Row = unknown, At extends TablePlace = "here">
  extends UngroupedQuestions<"rows", At> {
  /**
   * What an answer will cost and how far off it may be: the same questions. Nothing of the data is read, and
   * nothing is charged.
   */
  readonly plan: UngroupedQuestions<"plan", At>;

  /**
   * The same table with some of its rows: those of which this is true. It is asked when an answer has been paid
   * for, once for each row.
   * @param predicate looks at this one row and nothing else: rows that count because of others protect nobody
   * @throws {TypeError} for what is no function, or is async
   */
  where(predicate: (row: Row) => boolean | number): Table<Row, At>;

  /**
   * The same table with an answer for each group, all of them for the price of one.
   * @param by a column; several, of which a group's name is the list of values; or a function that gives the
   *   name for one row, looking at nothing else
   * @param groups the names of those that are answered for, public knowledge, never read off the data; or
   *   "private", for those with enough users to be named, which takes a delta
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
