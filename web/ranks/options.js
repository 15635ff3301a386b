import {
  choice,
  confidence,
  neighbors,
  number,
  optional,
  readOptions,
  wholeWithin,
} from "../core/fields.js";
import { describe } from "../core/options.js";
import { domain, missing, outside } from "../data/fields.js";
import { ledger } from "../ledger/fields.js";
import { claimOf } from "../ledger/release.js";

/** @template [T=number] */
class RankFields {
  /** the privacy loss, 1e-9 to 10,000; 0.1 to 1 are usual */
  epsilon = number();
  /**
   * the chance that epsilon may be exceeded, 0 (default) to below 1; far below 1 / (number of records).
   * "exponential" and "cut" need none; the others need one above 0.
   */
  delta = optional(number(), 0);
  /**
   * which values there are; default: `reals()`, all doubles. It must not be read off the data.
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<T>>}
   */
  domain = domain();
  /**
   * default "auto": the one that promises most for this domain, epsilon, delta and confidence, whatever
   * the data (docs/choosing-an-algorithm.md)
   */
  algorithm = optional(
    choice(
      /** @type {const} */ ([
        "auto",
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
}

/** What an interior point may have to know about the number of records. */
class SizeField {
  /**
   * for "tree-log" and "heavy-paths": at most so many records may be there, 1 to 2^40; of more, nothing
   * is released (after a private test). Public knowledge, never read off the data. With `neighbors:
   * "replace"` it is the number of records and need not be given; if it is, "cut" always has an answer
   * from some size on, and needs fewer records. That takes records of which none is left out: `missing`
   * "throw" and `outside` not "drop".
   */
  size = optional(wholeWithin(1, 2 ** 40), undefined);
}

/** What a median or quantile may know about the number of records. */
class DeclaredSizeField {
  /**
   * for "cut" with `neighbors: "add-remove"`: how many records there are, 1 to 2^40, as is publicly known
   * or supposed, never read off the data. The error is then a quarter smaller for the median and half as
   * large towards the ends. A wrong size costs accuracy only: its difference from the real one.
   */
  size = optional(wholeWithin(1, 2 ** 40), undefined);
}

/**
 * @template [T=number]
 * @extends {RankFields<T>}
 */
class InteriorFields extends RankFields {
  size = new SizeField().size;
}

/**
 * @template [T=number]
 * @extends {RankFields<T>}
 */
class QuantileFields extends RankFields {
  size = new DeclaredSizeField().size;
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<RankFields<T>>} RankOptions {@interface} Options of
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
 * @typedef {{ algorithm?: "auto" | "exponential" | "cut", size?: undefined }} AlwaysFound
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

const sized = ["tree-log", "heavy-paths"];

/**
 * Checks everything that is public, the domain's bounds included, before the data is looked at.
 * @param {string} caller
 * @param {any} options
 * @param {number} [quantile] which one; without it any interior point
 */
export function readRankOptions(caller, options, quantile) {
  const isInterior = quantile === undefined;
  /** @type {any} */
  const read = readOptions(caller, isInterior ? InteriorFields : QuantileFields, options);
  const { domain, ledger, ...request } = read;
  if (isInterior) checkSize(request);
  else checkDeclaredSize(request);
  request.quantile = isInterior ? undefined : number().read("q", quantile);
  return { request, domain, ledger, claim: claimOfRank(domain, request) };
}

/**
 * Whether a size may be given for an interior point, and has to be. One that says nothing is left out.
 * @param {any} request
 */
function checkSize(request) {
  const { algorithm, size, neighbors, missing, outside } = request;
  const needsSize = sized.includes(algorithm);
  if (size === undefined) {
    if (!needsSize || neighbors === "replace") return;
    throw new TypeError(
      `size must be given for ${algorithm} (at most how many records there are, as is publicly known), got undefined`,
    );
  }
  if (needsSize) return;
  const takesSize = algorithm === "auto" || (algorithm === "cut" && neighbors === "replace");
  if (!takesSize) {
    throw new TypeError(
      `size belongs to ${sized.join(" and ")}, and with neighbors: "replace" to cut, got ${describe(size)}`,
    );
  }
  // One that is left out would change a number that is to be public.
  const isWhole = missing === "throw" && outside !== "drop";
  if (neighbors !== "replace" || isWhole) return;
  if (algorithm === "cut") {
    throw new TypeError(
      `size of cut needs every record: missing must be "throw" and outside not "drop", got missing: "${missing}" and outside: "${outside}"`,
    );
  }
  request.size = undefined;
}

/**
 * Whether a size may be declared for a median or quantile.
 * @param {any} request
 */
function checkDeclaredSize({ algorithm, size, neighbors }) {
  if (size === undefined) return;
  if (algorithm !== "auto" && algorithm !== "cut") {
    throw new TypeError(`size belongs to cut, got ${describe(size)} for ${algorithm}`);
  }
  if (neighbors === "replace") {
    throw new TypeError(
      `size belongs to neighbors: "add-remove", as the error does not depend on it under "replace", got ${describe(size)}`,
    );
  }
}

/**
 * What a draw by rank will cost and promise. Bounds of the domain that only the core can judge (finite,
 * in order) are judged here.
 * @param {import("../data/domains.js").Domain} domain
 * @param {object} request
 */
export function claimOfRank(domain, request) {
  return claimOf("Rank", { ...request, domain: domain.core });
}

/**
 * The request for data of so many records. Under replace their number is public, and is the size.
 * @param {{ quantile?: number, neighbors: string, size?: number }} request
 * @param {string} algorithm the one that runs
 * @param {number} records how many came, those included that the domain drops
 */
export function withPublicSize(request, algorithm, records) {
  const { quantile, neighbors, size } = request;
  const takesSize = sized.includes(algorithm) || size !== undefined;
  if (quantile !== undefined || neighbors !== "replace" || !takesSize) return request;
  if (size !== undefined && size !== records) {
    throw new RangeError(
      `size must be the number of records, ${records}, which neighbors: "replace" makes public, got ${size}`,
    );
  }
  return { ...request, size: Math.max(1, records) };
}
