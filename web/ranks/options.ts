import {
  choice,
  confidence,
  delta,
  levels,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
  wholeWithin,
} from "../core/fields.js";
import type { Domain } from "../data/domains.js";
import { domain, missing, outside } from "../data/fields.js";
import type { NameIn } from "../data/group-names.js";
import type { UserRows } from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import { date, label, ledger } from "../ledger/fields.js";
import type { Interval } from "../ledger/interval-record.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { IntervalFields } from "./intervals.js";
import { UserFields } from "./user-options.js";

class RankFields<T = number> {
  /** the privacy loss, 1e-9 to 10,000; 0.1 to 1 are usual */
  epsilon = number();
  /**
   * the addend of the guarantee, 0 (default) to below 1; far below 1 / (number of records).
   * "exponential" and "cut" need none; the others need one above 0. An algorithm spends no delta that it does
   * not need: the record then states delta 0.
   */
  delta = optional(delta(), 0);
  /** the possible values; default: `reals()`, all doubles. It must not be read off the data. */
  domain: Optional<Domain<T>> = domain();
  /**
   * default "auto": among algorithms whose usual error is nearly minimal, the best promise for this domain,
   * epsilon, delta and confidence, whatever the data. "least-promise": the best promise of all
   * (docs/choosing-an-algorithm.md)
   */
  algorithm = optional(
    choice([
      "auto",
      "least-promise",
      "exponential",
      "cut",
      "rec-concave",
      "tree-log",
      "heavy-paths",
      "tree-log-slices",
    ] as const),
    "auto",
  );
  /**
   * "add-remove" (default) protects a record's presence; "replace" protects its contents and makes the number
   * of records public
   */
  neighbors = neighbors();
  /** the confidence of the accuracy statement, between 0 and 1; default 0.95 */
  confidence = confidence();
  /**
   * values outside the domain are clamped to its nearest end (default), dropped, or make the call throw, which
   * reveals that such a value exists. Text with a NUL is left out under the first two.
   */
  outside = outside();
  /**
   * missing values (null, undefined, NaN, invalid dates) are skipped (default), or make the call throw, which
   * reveals that one exists: the default with `outside: "throw"`
   */
  missing = missing();
  /** charged before any draw; throws if it is exhausted */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/** The number of records, for interior points. */
class SizeField {
  /**
   * for "tree-log" and "heavy-paths": the maximum number of records, 1 to 2^40; with more records the algorithm
   * releases no value (after a private test). Public knowledge, never read off the data. With `neighbors:
   * "replace"` it is the number of records and need not be given; if it is, "cut" always has an answer from
   * some size on, and needs fewer records. That requires every record: `missing` "throw", and `outside` "clamp"
   * or "throw". Other algorithms do not use it.
   */
  size = optional(wholeWithin(1, 2 ** 40, 500), undefined);
}

/** The number of records, for medians and quantiles. */
class DeclaredSizeField {
  /**
   * for "cut" with `neighbors: "add-remove"`, and where "auto" or "least-promise" take it: the number of
   * records, 1 to 2^40, publicly known or assumed, never read off the data. The error is then a
   * quarter smaller for the median and half as large towards the ends. A wrong size costs accuracy only: its
   * difference from the real one. Other algorithms do not use it.
   */
  size = optional(wholeWithin(1, 2 ** 40, 500), undefined);
}

/** The options of an interior point alone. */
class PointFields {
  /**
   * how often "rec-concave", "tree-log", "heavy-paths" and "tree-log-slices" shrink the domain, 1 to 3 (the
   * papers' whole recursion); default 1, and for "heavy-paths" the number that needs the fewest records. For the
   * others each further time costs more records than it saves. "rec-concave" ends early where few points are left;
   * records and plans say how often it was. "exponential" and "cut" refuse it
   */
  levels = levels();
  /**
   * at least this many records lie on either side of the answer, itself counted; 1 (default) to 1,000,000. It
   * takes 2 (depth - 1) records more: the depth - 1 smallest and largest ones are left out before the draw. Not
   * for rows of users
   */
  depth = optional(whole(2), undefined);
}

export class InteriorFields<T = number> extends RankFields<T> {
  levels = new PointFields().levels;
  depth = new PointFields().depth;
  perUser = new UserFields().perUser;
  groups = new UserFields().groups;
  discoveryShare = new UserFields().discoveryShare;
  abstain = new UserFields().abstain;
  size = new SizeField().size;
}

export class QuantileFields<T = number> extends RankFields<T> {
  perUser = new UserFields().perUser;
  groups = new UserFields().groups;
  discoveryShare = new UserFields().discoveryShare;
  abstain = new UserFields().abstain;
  size = new DeclaredSizeField().size;
  interval = new IntervalFields().interval;
  intervalShare = new IntervalFields().intervalShare;
}

/**
 * Options of `interiorPoint`, `median` and `quantile`.
 * @interface
 */
export type RankOptions<T = number> = OptionsOf<RankFields<T> & UserFields>;

/**
 * The options of `interiorPoint` alone.
 * @interface
 */
export type SizeOption = OptionsOf<SizeField & PointFields>;

/**
 * The option that `median` and `quantile` may use.
 * @interface
 */
export type DeclaredSizeOption = OptionsOf<DeclaredSizeField & IntervalFields>;

/**
 * With `interval`: the interval of a value, or one for each of several; null where the data were too few for one.
 */
export type WithInterval<T> = [T] extends [(infer One)[]]
  ? { intervals?: (Interval<One> | null)[] | null }
  : { interval?: Interval<T> | null };

/** An answer of rows of users without groups. */
export type MaybeFew<T> = WithInterval<T> &
  (
    | { value: T; reason?: undefined; record: ReleaseRecord }
    | { value: null; reason: "too-few" | "not-found"; message?: string; record: ReleaseRecord }
  );

/** Answers of groups. */
export interface OfGroups<T, Name = any> {
  /** all listed groups, in their order, or the released groups, in an order of their names */
  groups: (WithInterval<T> &
    (
      | { group: Name; value: T; reason?: undefined }
      | { group: Name; value: null; reason: "too-few" | "not-found"; message?: string }
    ))[];
  /** the facts by which a data officer can check it */
  record: ReleaseRecord;
}

/** The data of rank functions: a column of records, or rows of users, by group if they have a column of groups. */
export type RankData<Column> = Values | (UserRows & { groups?: Column });

/** The options that decide the type of an answer, as a call writes them. */
export interface Written<Groups, Abstain, Delta, Algorithm, Size> {
  /** "private", or the names */
  groups?: Groups;
  /** `false`: an answer of any data */
  abstain?: Abstain;
  /** 0, or another one */
  delta?: Delta;
  /** the algorithm that draws */
  algorithm?: Algorithm;
  /** declared or not */
  size?: Size;
}

/**
 * The type of an answer: answers of groups, or an answer that may be missing because records are few. With
 * `abstain: false` the answer is certain if delta is 0, or if the algorithm is among those that `Surely` lists.
 */
export type RankAnswer<T, Column, Groups, Abstain, Delta, Algorithm, Size, Surely> = [
  Column,
] extends [undefined]
  ? [Abstain] extends [false]
    ? [Delta] extends [0 | undefined]
      ? WithInterval<T> & { value: T; record: ReleaseRecord }
      : [Algorithm, Size] extends [Surely, undefined]
        ? WithInterval<T> & { value: T; record: ReleaseRecord }
        : MaybeFound<T>
    : MaybeFew<T>
  : OfGroups<T, NameIn<Groups, Column>>;

/** Algorithms of medians and quantiles that always find an answer, unless a size is declared. */
export type AlwaysFound = "auto" | "least-promise" | "exponential" | "cut" | undefined;

/** An algorithm for interior points, medians and quantiles; docs/choosing-an-algorithm.md compares them. */
export type InteriorAlgorithm = NonNullable<RankOptions["algorithm"]>;

/** The type of an answer if the algorithm may abstain. */
export type MaybeFound<T> = WithInterval<T> &
  (
    | { value: T; reason?: undefined; record: ReleaseRecord }
    | { value: null; reason: "not-found"; record: ReleaseRecord }
  );
