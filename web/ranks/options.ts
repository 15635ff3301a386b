import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
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
   * "exponential" and "cut" need none; the others need one above 0. An algorithm that needs none spends none:
   * the record says delta 0.
   */
  delta = optional(delta(), 0);
  /** which values there are; default: `reals()`, all doubles. It must not be read off the data. */
  domain: Optional<Domain<T>> = domain();
  /**
   * default "auto": of those whose usual error is nearly the least the one that promises most, for this
   * domain, epsilon, delta and confidence, whatever the data; "least-promise": the one that promises most
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
   * what is protected: that a record is there at all (default), or only what it says, the number of
   * records being public
   */
  neighbors = neighbors();
  /** of the accuracy statement, between 0 and 1; default 0.95 */
  confidence = confidence();
  /**
   * values outside the domain are moved to its nearest end (default), left out, or make the call throw,
   * which tells the world that one is there. Text with a NUL is left out under the first two.
   */
  outside = outside();
  /**
   * values that are missing (null, undefined, NaN, invalid dates) are left out (default), or make the
   * call throw, which tells the world that one is there: the default with `outside: "throw"`
   */
  missing = missing();
  /** is charged before anything is drawn, and refuses if it is exhausted */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/** What an interior point may have to know about the number of records. */
class SizeField {
  /**
   * for "tree-log" and "heavy-paths": at most so many records may be there, 1 to 2^40; of more, nothing
   * is released (after a private test). Public knowledge, never read off the data. With `neighbors:
   * "replace"` it is the number of records and need not be given; if it is, "cut" always has an answer
   * from some size on, and needs fewer records. That takes records of which none is left out: `missing`
   * "throw" and `outside` not "drop". Other algorithms do not use it.
   */
  size = optional(wholeWithin(1, 2 ** 40, 500), undefined);
}

/** What a median or quantile may know about the number of records. */
class DeclaredSizeField {
  /**
   * for "cut" with `neighbors: "add-remove"`, and where "auto" or "least-promise" take it: how many records
   * there are, 1 to 2^40, as is publicly known or supposed, never read off the data. The error is then a
   * quarter smaller for the median and half as large towards the ends. A wrong size costs accuracy only: its
   * difference from the real one. Other algorithms do not use it.
   */
  size = optional(wholeWithin(1, 2 ** 40, 500), undefined);
}

export class InteriorFields<T = number> extends RankFields<T> {
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
 * What some algorithms of `interiorPoint` have to know besides.
 * @interface
 */
export type SizeOption = OptionsOf<SizeField>;

/**
 * What `median` and `quantile` may be told besides.
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
  /** of each group that was declared, as they were, or of those that are named, in an order of their names */
  groups: (WithInterval<T> &
    (
      | { group: Name; value: T; reason?: undefined }
      | { group: Name; value: null; reason: "too-few" | "not-found"; message?: string }
    ))[];
  /** what a data officer needs to check it */
  record: ReleaseRecord;
}

/** What ranks are asked of: a column of records, or rows of users, by group if they have a column of groups. */
export type RankData<Column> = Values | (UserRows & { groups?: Column });

/** The options that say which answer comes, as they are written in a call. */
export interface Written<Groups, Abstain, Delta, Algorithm, Size> {
  /** "private", or the names */
  groups?: Groups;
  /** `false`: an answer of any data */
  abstain?: Abstain;
  /** 0, or another one */
  delta?: Delta;
  /** which one draws */
  algorithm?: Algorithm;
  /** declared or not */
  size?: Size;
}

/**
 * What comes back: answers of groups; one that may be missing because there are few; or with `abstain: false` an
 * answer for sure, if the algorithm is one of those that `Surely` always find one, or without a delta.
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

/** What an answer looks like if the algorithm may find nothing. */
export type MaybeFound<T> = WithInterval<T> &
  (
    | { value: T; reason?: undefined; record: ReleaseRecord }
    | { value: null; reason: "not-found"; record: ReleaseRecord }
  );
