import { call } from "../core/load.js";
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
import { percent, publicSizes, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
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

/** @type {Record<string, string>} */
const names = {
  stable: "a stable histogram",
  rounds: "rounds (SanPoints)",
  paper: "rounds (SanPoints as printed)",
};

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
  const { request, plan } = readOptions(options);
  checkItemRows(rows);
  checkOneEach(rows, "rows");
  const { epsilon, delta } = request;
  const byRounds = request.method !== "stable";
  const mechanism = `sanitizePoints by ${names[request.method]}`;
  const facts = {
    mechanism,
    parameters: {
      method: request.method,
      noiseEpsilon: plan.noiseEpsilon,
      ...(byRounds
        ? { accuracy: request.accuracy, rounds: plan.rounds }
        : { threshold: plan.threshold, items: request.items }),
    },
    neighbors: request.neighbors,
    epsilon,
    delta,
    public: publicSizes(request.neighbors),
    accuracy: accuracyOf(plan, request),
    proof: "docs/guarantees/points.md",
  };
  const { data, drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors: request.neighbors, boundedRange: false },
    read: () => topRows(rows, Infinity, request.missing),
    draw: ({ counts }, granted) => call("drawPoints", counts, { ...request, ...granted }),
    record: () => releaseRecord(facts),
  });
  const value = new SanitizedPoints(
    new Map(
      drawn.indices.map((/** @type {number} */ index, /** @type {number} */ i) => [
        data.items[index],
        Math.max(0, drawn.counts[i]),
      ]),
    ),
  );
  return { value, record };
}

/** @param {PointsOptions} options */
function readOptions(options) {
  checkOptions("sanitizePoints", options, known);
  const { method = "auto", accuracy = 0.1, items = 1 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const chosen = choiceOption("method", method, ["auto", "stable", "rounds", "paper"]);
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    method: chosen === "auto" ? "stable" : chosen,
    accuracy: numberOption("accuracy", accuracy),
    items: wholeOption("items", items, 1, 2 ** 40),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
  };
  return { request, plan: call("pointsPlan", request) };
}

/**
 * What `sanitizePoints` will be able to say of its counts with these options, whatever the data.
 * @param {PointsOptions} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function sanitizedPointsAccuracy(options) {
  const { request, plan } = readOptions(options);
  return accuracyOf(plan, request);
}

/**
 * @param {any} plan
 * @param {{ items: number, confidence: number, epsilon: number, delta: number, neighbors: string,
 *   method: string }} request
 * @returns {import("../ledger/record.js").Accuracy}
 */
function accuracyOf(plan, { items, confidence, ...request }) {
  if (request.method !== "stable") {
    const { error } = call("claimCount", {
      epsilon: plan.noiseEpsilon,
      perUser: 1,
      neighbors: request.neighbors,
      confidence,
    }).accuracy;
    const statement = `With ${percent(confidence)} confidence the count of a named item is at most ${rounded(error)} away from the true one; nothing is promised of the others.`;
    return { kind: "count", error, confidence, statement };
  }
  const which =
    items === 1 ? "the count of an item" : `every one of ${rounded(items)} items' counts`;
  const statement = `With ${percent(confidence)} confidence ${which}, named or not, is at most ${rounded(plan.bound)} away from the true one.`;
  return { kind: "count", error: plan.bound, confidence, statement };
}
