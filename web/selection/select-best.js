import {
  checkOptions,
  choiceOption,
  confidenceOption,
  describe,
  flagOption,
  kindOf,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { attached } from "../data/attached.js";
import { missingOption, presentRows } from "../data/missing.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";

/**
 * Options of `selectBest`.
 * @typedef {object} SelectOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [delta] for "stable" only: above 0, far below 1 / (number of users)
 * @property {"permute-and-flip" | "exponential" | "stable"} [method] "permute-and-flip" (default) and
 *   "exponential" choose from a list that everybody may know; the first is never worse on average, the
 *   second adds up better in a "concentrated" ledger. "stable" is for items that occur in the data:
 *   the list itself stays private, and an item that hardly anyone has is not named.
 * @property {boolean} [monotone] for lists: one record more moves all scores the same way, by 0 or 1,
 *   as counts do; halves the noise. Default false.
 * @property {number} [growth] for "stable": to how many candidates' scores one record can add 1;
 *   default 1
 * @property {"drop" | "throw"} [missing] for "stable": candidates that are missing (null, undefined, NaN,
 *   an invalid date) are left out (default), or make the call throw, which tells the world that one is there
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = [
  "epsilon",
  "delta",
  "method",
  "monotone",
  "growth",
  "missing",
  "neighbors",
  "confidence",
  "ledger",
];

/**
 * The best of several candidates by a score, up to noise.
 *
 * Privacy: (epsilon, 0), or (epsilon, delta) for "stable", if one record changes every score by at most
 * 1 (by 0 or 1, all the same way, if `monotone`; as `growth` says for "stable").
 * Source: McSherry, Talwar 2007; McKenna, Sheldon 2020; DR19 and BNS13 for "stable";
 * docs/guarantees/selection.md.
 *
 * @template T
 * @param {Map<T, number> | Iterable<{ item: T, score: number }>} candidates with whole scores; for
 *   "stable" no item may be listed twice (they are told apart as the keys of a Map are)
 * @param {SelectOptions} options
 * @returns {{ value: T | null, reason?: string, record: import("../ledger/record.js").ReleaseRecord }} null, with
 *   a reason, if "stable" finds nothing frequent enough; that too is a private answer
 * @throws {RangeError | TypeError}
 */
export function selectBest(candidates, options) {
  checkCandidates(candidates);
  const { request, claim } = readOptions(options, 1);
  const { drawn, kept, record } = release({
    of: "Choice",
    mechanism: `selectBest by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
    read: () => {
      const all = scored(candidates);
      const stable = request.method === "stable";
      const [items, data] = stable ? presentRows(all, request.missing, "candidates") : all;
      if (stable) checkListedOnce(items);
      return { data, reading: { candidates: items.length }, kept: items };
    },
    words: (drawn) => ({ statement: statementOf(drawn) }),
  });
  return drawn === undefined
    ? { value: null, reason: "no candidate is frequent enough to be named", record }
    : { value: kept[drawn], record };
}

/**
 * What `selectBest` with these options will be able to say of its accuracy, whatever the scores.
 * @param {SelectOptions & { candidates?: number }} given and how many candidates there are, which
 *   "stable" needs not know
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function selectAccuracy(given) {
  checkOptions("accuracy.selectBest", given, [...known, "candidates"]);
  const { candidates = 0, ...options } = given;
  const { claim } = readOptions(options, wholeOption("candidates", candidates, 0, 2 ** 32));
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence }, parameters }) {
  const holds =
    parameters.method === "stable"
      ? `something is named if the best score is at least ${rounded(error)}`
      : `its score is less than ${rounded(error)} below the best`;
  return `With ${percent(confidence)} confidence ${holds}.`;
}

/**
 * @param {SelectOptions} options
 * @param {number} candidates
 */
function readOptions(options, candidates) {
  checkOptions("selectBest", options, known);
  const { method = "permute-and-flip", monotone = false, growth = 1 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  choiceOption("method", method, ["permute-and-flip", "exponential", "stable"]);
  flagOption("monotone", monotone);
  if (method !== "stable" && options.delta !== undefined) {
    throw new TypeError(`delta belongs to method "stable", not to "${method}"`);
  }
  if (method !== "stable" && options.missing !== undefined) {
    throw new TypeError(`missing belongs to method "stable": candidates of "${method}" are public`);
  }
  const request = {
    method,
    monotone,
    candidates,
    growth: wholeOption("growth", growth, 1, 1e9),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: method === "stable" ? numberOption("delta", options.delta) : 0,
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
  };
  return { request, claim: claimOf("Choice", request) };
}

/**
 * `growth` bounds how many candidates one record can raise, so an item must not be two of them.
 * @param {unknown[]} items
 */
function checkListedOnce(items) {
  const seen = new Set();
  for (const item of items) {
    if (seen.has(item)) {
      throw new RangeError("candidates must be grouped: one item occurs twice");
    }
    seen.add(item);
  }
}

/**
 * Nothing that they hold is read here.
 * @param {any} candidates
 */
function checkCandidates(candidates) {
  if (typeof candidates === "string" || typeof candidates?.[Symbol.iterator] !== "function") {
    throw new TypeError(
      `candidates must be a Map or an iterable of { item, score }, got ${describe(candidates)}`,
    );
  }
  attached(candidates, "candidates");
}

/**
 * @param {any} candidates
 * @returns {[items: any[], scores: Float64Array]}
 */
function scored(candidates) {
  const pairs =
    candidates instanceof Map
      ? [...candidates]
      : Array.from(candidates, (/** @type {any} */ candidate) => [
          candidate?.item,
          candidate?.score,
        ]);
  for (const [, score] of pairs) {
    if (!Number.isSafeInteger(score) || Math.abs(score) > 2 ** 52) {
      throw new TypeError(`scores must be whole numbers within +-2^52, got ${kindOf(score)}`);
    }
  }
  return [pairs.map(([item]) => item), Float64Array.from(pairs, ([, score]) => score)];
}
