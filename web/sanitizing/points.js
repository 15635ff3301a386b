import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkItemRows, topRows } from "../data/histogram.js";
import { missingOption } from "../data/missing.js";
import { checkOneEach } from "../data/per-user.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { SanitizedPoints } from "./sanitized-points.js";

/**
 * Options of `sanitizePoints`.
 * @typedef {object} PointsOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of records)
 * @property {"auto" | "stable" | "rounds" | "paper"} [method] "stable" (what "auto" takes): noise on
 *   every count, those high enough are named; for comparison BNS13's SanPoints, "rounds" with the
 *   constants that its proof allows, "paper" with the printed ones
 * @property {number} [accuracy] for "rounds" and "paper": which share of the records a count may be off by; default
 *   0.1
 * @property {number} [items] for how many items at once the accuracy statement is to hold; default 1
 * @property {"drop" | "throw"} [missing] rows whose item is missing (null, undefined, NaN, an invalid date)
 *   are left out (default), or make the call throw, which tells the world that one is there
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = [
  "epsilon",
  "delta",
  "method",
  "accuracy",
  "items",
  "missing",
  "neighbors",
  "confidence",
  "ledger",
];

/**
 * How often each frequent item occurs, without a list of the possible items: counts for any item, or
 * set of items, that anybody may ask for later at no further cost.
 *
 * Privacy: (epsilon, delta) for one record more or less (or changed), any data, none included. A user
 * has one record.
 * Source: the stability-based histogram; BNS13 section 4.2; docs/guarantees/points.md.
 *
 * @template {Exclude<import("../data/histogram.js").Rows, { users: any, items: any }>} R
 * @param {R} rows items, one a record, or a histogram in which each user counts once
 * @param {PointsOptions} options
 * @returns {{ value: SanitizedPoints<import("../data/histogram.js").ItemOf<R>>, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError}
 */
export function sanitizePoints(rows, options) {
  const { request, claim } = readOptions(options);
  checkItemRows(rows);
  checkOneEach(rows, "rows");
  const { drawn, kept, record } = release({
    of: "Points",
    mechanism: `sanitizePoints by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
    read: () => {
      const { items, counts } = topRows(rows, Infinity, request.missing);
      return { data: counts, kept: items };
    },
    words: (drawn) => ({ statement: statementOf(drawn) }),
  });
  const named = drawn.indices.map((/** @type {number} */ index) => kept[index]);
  const counts = named.map((/** @type {any} */ item, /** @type {number} */ i) => [
    item,
    drawn.counts[i],
  ]);
  return { value: new SanitizedPoints(new Map(counts)), record };
}

/** @param {PointsOptions} options */
function readOptions(options) {
  checkOptions("sanitizePoints", options, known);
  const { method = "auto", accuracy = 0.1, items = 1 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    method: choiceOption("method", method, ["auto", "stable", "rounds", "paper"]),
    accuracy: numberOption("accuracy", accuracy),
    items: wholeOption("items", items, 1, 2 ** 40),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
  };
  return { request, claim: claimOf("Points", request) };
}

/**
 * What `sanitizePoints` will be able to say of its counts with these options, whatever the data.
 * @param {PointsOptions} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function sanitizedPointsAccuracy(options) {
  const { claim } = readOptions(options);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy, parameters: { items }, conditions: { namedOnly } }) {
  const sure = `With ${percent(accuracy.confidence)} confidence`;
  const away = `is at most ${rounded(accuracy.error)} away from the true one`;
  if (namedOnly) {
    return `${sure} the count of a named item ${away}; nothing is promised of the others.`;
  }
  const which =
    items === 1 ? "the count of an item" : `every one of ${rounded(items)} items' counts`;
  return `${sure} ${which}, named or not, ${away}.`;
}
