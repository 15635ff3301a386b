import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  optional,
  wholeWithin,
} from "../core/fields.js";
import { domain, missing, outside } from "../data/fields.js";
import { date, label, ledger } from "../ledger/fields.js";
import { UserFields } from "./user-options.js";

/** @template [T=number] */
class RankFields {
  /** the privacy loss, 1e-9 to 10,000; 0.1 to 1 are usual */
  epsilon = number();
  /**
   * the addend of the guarantee, 0 (default) to below 1; far below 1 / (number of records).
   * "exponential" and "cut" need none; the others need one above 0. An algorithm that needs none spends none:
   * the record says delta 0.
   */
  delta = optional(delta(), 0);
  /**
   * which values there are; default: `reals()`, all doubles. It must not be read off the data.
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<T>>}
   */
  domain = domain();
  /**
   * default "auto": of those whose usual error is nearly the least the one that promises most, for this
   * domain, epsilon, delta and confidence, whatever the data; "least-promise": the one that promises most
   * (docs/choosing-an-algorithm.md)
   */
  algorithm = optional(
    choice(
      /** @type {const} */ ([
        "auto",
        "least-promise",
        "exponential",
        "cut",
        "rec-concave",
        "tree-log",
        "heavy-paths",
        "tree-log-slices",
      ]),
    ),
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

/**
 * @template [T=number]
 * @extends {RankFields<T>}
 */
export class InteriorFields extends RankFields {
  perUser = new UserFields().perUser;
  groups = new UserFields().groups;
  discoveryShare = new UserFields().discoveryShare;
  abstain = new UserFields().abstain;
  size = new SizeField().size;
}

/**
 * @template [T=number]
 * @extends {RankFields<T>}
 */
export class QuantileFields extends RankFields {
  perUser = new UserFields().perUser;
  groups = new UserFields().groups;
  discoveryShare = new UserFields().discoveryShare;
  abstain = new UserFields().abstain;
  size = new DeclaredSizeField().size;
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<RankFields<T> & UserFields>} RankOptions {@interface} Options of
 *   `interiorPoint`, `median` and `quantile`.
 */

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<SizeField>} SizeOption {@interface} What some algorithms of
 *   `interiorPoint` have to know besides.
 */

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<DeclaredSizeField>} DeclaredSizeOption {@interface} What
 *   `median` and `quantile` may be told besides.
 */

/**
 * A median or quantile that always has an answer, also with a delta: without a declared size, by an
 * algorithm that is made for ranks.
 * @typedef {{ algorithm?: "auto" | "least-promise" | "exponential" | "cut", size?: undefined,
 *   abstain: false }} AlwaysFound
 */

/**
 * An answer of rows of users without groups.
 * @template T
 * @typedef {{ value: T, reason?: undefined, record: import("../ledger/record.js").ReleaseRecord }
 *   | { value: null, reason: "too-few" | "not-found", message?: string, record: import("../ledger/record.js").ReleaseRecord }} MaybeFew
 */

/**
 * Answers of groups: of each that was declared, as they were, or of those that are named, in an order of
 * their names.
 * @template T
 * @typedef {{ groups: ({ group: any, value: T, reason?: undefined }
 *   | { group: any, value: null, reason: "too-few" | "not-found", message?: string })[],
 *   record: import("../ledger/record.js").ReleaseRecord }} OfGroups
 */

/**
 * Rows without groups.
 * @typedef {import("../data/user-rows.js").UserRows & { groups?: undefined }} Ungrouped
 */

/**
 * Rows with groups.
 * @typedef {import("../data/user-rows.js").UserRows & { groups: {} }} Grouped
 */

/**
 * An algorithm for interior points, medians and quantiles; docs/choosing-an-algorithm.md compares them.
 * @typedef {NonNullable<RankOptions["algorithm"]>} InteriorAlgorithm
 */

/**
 * What an answer looks like if the algorithm may find nothing.
 * @template T
 * @typedef {{ value: T, reason?: undefined, record: import("../ledger/record.js").ReleaseRecord }
 *   | { value: null, reason: "not-found", record: import("../ledger/record.js").ReleaseRecord }} MaybeFound
 */
