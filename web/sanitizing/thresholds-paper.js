import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { checkColumn } from "../data/holders.js";
import { missingOption } from "../data/missing.js";
import { groupedColumnOf } from "../data/values.js";
import { percent, publicSizes, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";

/**
 * Options of `sanitizeThresholds` with `method: "paper"`.
 * @template [T=number]
 * @typedef {object} IntervalOptions
 * @property {"paper"} method BNS13's SanThresholds
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of records)
 * @property {number} size how many records there are at most: public, never counted from the data
 *   unless `neighbors` is "replace"
 * @property {number} [accuracy] by which share of `size` any threshold may be off, 0.001 to 1; default
 *   0.1
 * @property {import("../data/domains.js").Domain<T>} [domain] of at most 64 bits; default: `reals()`
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] as for `median`; default "clamp"
 * @property {"drop" | "throw"} [missing] as for `median`
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = [
  "method",
  "epsilon",
  "delta",
  "size",
  "accuracy",
  "domain",
  "neighbors",
  "confidence",
  "outside",
  "missing",
  "ledger",
];

/**
 * @param {import("../data/values.js").Values} values
 * @param {IntervalOptions<any>} options
 */
export function sanitizeByIntervals(values, options) {
  const { request, domain, plan } = readOptions(options);
  const { outside, missing, accuracy } = request;
  checkColumn(values);
  const { epsilon, delta, size } = request;
  const mechanism = "sanitizeThresholds by intervals (SanThresholds)";
  const facts = {
    mechanism,
    parameters: { domain: domain.name, outside, accuracy, size, calls: plan.calls },
    neighbors: request.neighbors,
    epsilon,
    delta,
    public: publicSizes(request.neighbors),
    accuracy: accuracyOf(plan, request),
    proof: "docs/guarantees/san-thresholds.md",
  };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors: request.neighbors, boundedRange: false },
    read: () => {
      const column = groupedColumnOf(values, domain, outside, missing);
      const { data, counts, core, records: _, ...layout } = column;
      const reading = { ...request, ...layout, domain: core };
      if (outside === "throw") call("checkInside", data, reading);
      return { data, counts, reading };
    },
    draw: ({ data, counts, reading }, granted) =>
      call("drawSanThresholds", data, counts, { ...reading, ...granted }),
    record: () => releaseRecord(facts),
  });
  if (drawn.points.length === 0) return { value: null, reason: "no synthetic records", record };
  const value = new SanitizedThresholds(drawn.points.map(domain.decode), drawn.counts);
  if (drawn.complete) return { value, record };
  return { value, reason: "some ranges could not be cut further", record };
}

/** @param {IntervalOptions<any>} options */
function readOptions(options) {
  checkOptions("sanitizeThresholds", options, known);
  const { domain = reals(), accuracy = 0.1, neighbors = "add-remove" } = options;
  const { confidence = 0.95, outside = "clamp" } = options;
  checkDomain(domain);
  const request = {
    domain: domain.core,
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    size: wholeOption("size", options.size, 32, 2 ** 45),
    accuracy: numberOption("accuracy", accuracy),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
    missing: missingOption(options.missing, outside),
  };
  return { request, domain, plan: call("sanThresholdsPlan", request) };
}

/** @param {IntervalOptions<any>} options */
export function intervalsAccuracy(options) {
  const { request, plan } = readOptions(options);
  return accuracyOf(plan, request);
}

/**
 * @param {{ kept: boolean, leastSize: number, bound: number }} plan
 * @param {{ size: number, confidence: number }} request
 * @returns {import("../ledger/record.js").Accuracy}
 */
function accuracyOf({ kept, leastSize, bound }, { size, confidence }) {
  if (!kept) {
    const enough = Number.isFinite(leastSize)
      ? `that takes a size of ${rounded(leastSize)}`
      : "nor at any size that can be declared";
    const statement = `Nothing is promised at a size of ${rounded(size)} with these options; ${enough}.`;
    return { kind: "rank", error: size, confidence, statement };
  }
  const statement = `With ${percent(confidence)} confidence, of at most ${rounded(size)} records, the number at or below any value is off by at most ${rounded(bound)}.`;
  return { kind: "rank", error: bound, confidence, statement };
}
