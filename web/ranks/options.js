import {
  checkOptions,
  choiceOption,
  confidenceOption,
  describe,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { missingOption } from "../data/missing.js";
import { claimOf } from "../ledger/release.js";

/**
 * An algorithm for interior points, medians and quantiles; docs/choosing-an-algorithm.md compares them.
 * @typedef {"auto" | "exponential" | "prefix" | "rec-concave" | "tree-log" | "heavy-paths" | "tree-log-slices"} InteriorAlgorithm
 */

/**
 * Options of `interiorPoint`, `median` and `quantile`.
 * @template [T=number]
 * @typedef {object} RankOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000; 0.1 to 1 are usual
 * @property {number} [delta] the chance that epsilon may be exceeded, 0 (default) to below 1; far
 *   below 1 / (number of records). Every algorithm but the exponential mechanism needs one above 0.
 * @property {import("../data/domains.js").Domain<T>} [domain] which values there are; default: `reals()`, all
 *   doubles. It must not be read off the data.
 * @property {InteriorAlgorithm} [algorithm] default "auto": the one that promises most for this
 *   domain, epsilon, delta and confidence, whatever the data (docs/choosing-an-algorithm.md)
 * @property {"add-remove" | "replace"} [neighbors] what is protected: that a record is there at all
 *   (default), or only what it says, the number of records being public
 * @property {number} [confidence] of the accuracy statement, between 0 and 1; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] values outside the domain are moved to its nearest
 *   end (default), left out, or make the call throw, which tells the world that one is there. Text with a
 *   NUL is left out under the first two.
 * @property {"drop" | "throw"} [missing] values that are missing (null, undefined, NaN, invalid dates) are
 *   left out (default), or make the call throw, which tells the world that one is there: the default
 *   with `outside: "throw"`
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged
 *   before anything is drawn, and refuses if it is exhausted
 */

/**
 * What two algorithms of `interiorPoint` have to know besides.
 * @template [T=number]
 * @typedef {object} SizeOption
 * @property {number} [size] for "tree-log" and "heavy-paths": at most so many records may be there, 1
 *   to 2^40; of more, nothing is released (after a private test). Public knowledge, never read off
 *   the data. With `neighbors: "replace"` it is the number of records and need not be given.
 */

/**
 * What an answer looks like if a delta is given: the algorithm may find nothing.
 * @template T
 * @typedef {{ value: T, reason?: undefined, record: import("../ledger/record.js").ReleaseRecord }
 *   | { value: null, reason: "not-found", record: import("../ledger/record.js").ReleaseRecord }} MaybeFound
 */

const known = ["epsilon", "delta", "domain", "algorithm", "neighbors", "confidence"];
const algorithms = /** @type {const} */ ([
  "auto",
  "exponential",
  "prefix",
  "rec-concave",
  "tree-log",
  "heavy-paths",
  "tree-log-slices",
]);
const sized = ["tree-log", "heavy-paths"];

/**
 * Checks everything that is public, the domain's bounds included, before the data is looked at.
 * @param {string} caller
 * @param {any} options
 * @param {number} [quantile] which one; without it any interior point
 */
export function readRankOptions(caller, options, quantile) {
  const takesSize = quantile === undefined;
  const names = [...known, "outside", "missing", ...(takesSize ? ["size"] : []), "ledger"];
  checkOptions(caller, options, names);
  const { domain = reals(), algorithm = "auto", neighbors = "add-remove", delta = 0 } = options;
  const { confidence = 0.95, outside = "clamp", size } = options;
  checkDomain(domain);
  const request = {
    quantile: quantile === undefined ? undefined : numberOption("q", quantile),
    algorithm: choiceOption("algorithm", algorithm, algorithms),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
    missing: missingOption(options.missing, outside),
    size: size === undefined ? undefined : wholeOption("size", size, 1, 2 ** 40),
  };
  const isSized = takesSize && sized.includes(algorithm);
  if (isSized && size === undefined && neighbors === "add-remove") {
    throw new TypeError(
      `size must be given for ${algorithm} (at most how many records there are, as is publicly known), got undefined`,
    );
  }
  if (size !== undefined && !isSized && algorithm !== "auto") {
    throw new TypeError(`size belongs to ${sized.join(" and ")}, got ${describe(size)}`);
  }
  return { request, domain, claim: claimOfRank(domain, request) };
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
  if (quantile !== undefined || neighbors !== "replace" || !sized.includes(algorithm))
    return request;
  if (size !== undefined && size !== records) {
    throw new RangeError(
      `size must be the number of records, ${records}, which neighbors: "replace" makes public, got ${size}`,
    );
  }
  return { ...request, size: Math.max(1, records) };
}
