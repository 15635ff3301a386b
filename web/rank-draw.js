import { checkDomain, rankPlan, reals } from "./domains.js";
import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, numberOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";
import { columnOf } from "./values.js";

/**
 * @template [T=number]
 * @typedef {object} RankOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000; 0.1 to 1 are usual
 * @property {import("./domains.js").Domain<T>} [domain] which values there are; default: `reals()`, all
 *   doubles. It must not be read off the data.
 * @property {"auto" | "exponential"} [algorithm] default "auto"
 * @property {"add-remove" | "replace"} [neighbors] what is protected: that a record is there at all
 *   (default), or only what it says, the number of records being public
 * @property {number} [confidence] of the accuracy statement, between 0 and 1; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] values outside the domain are moved to its nearest
 *   end (default), left out, or make the call throw, which tells the world that one is there. NaN is
 *   left out under the first two.
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged
 *   before anything is drawn, and refuses if it is exhausted
 */

const known = ["epsilon", "domain", "algorithm", "neighbors", "confidence", "outside", "ledger"];

/**
 * The draw behind `interiorPoint`, `median` and `quantile`.
 * @template T
 * @param {string} caller
 * @param {import("./values.js").Values} values
 * @param {RankOptions<T>} options
 * @param {number} [q] nothing for the median
 * @returns {{ value: T, record: import("./record.js").ReleaseRecord }}
 */
export function drawRank(caller, values, options, q) {
  const { request, domain, plan } = readRankOptions(caller, options, q);
  const { epsilon, neighbors, confidence, outside } = request;
  const { data, kind, core } = columnOf(values, domain, outside);
  if (outside === "throw") call("checkInside", data, { ...request, domain: core, kind });
  const mechanism = `${caller} by the exponential mechanism`;
  const cost = { mechanism, epsilon, delta: 0, neighbors, boundedRange: true };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const drawn = call("drawRank", data, {
    ...request,
    epsilon: granted.epsilon,
    domain: core,
    kind,
  });
  const fraction = q === undefined ? "1/2" : `${plan.numerator}/${plan.denominator}`;
  const result = {
    value: domain.decode(drawn),
    record: releaseRecord({
      mechanism,
      parameters: {
        algorithm: "exponential",
        quantile: fraction,
        domain: domain.name,
        outside,
        drawEpsilon: plan.drawEpsilon,
      },
      neighbors,
      epsilon,
      delta: 0,
      public:
        neighbors === "replace" ? "the parameters and the number of records" : "the parameters",
      accuracy: accuracyOf(plan, confidence, q),
      proof: "docs/guarantees/exponential.md",
    }),
  };
  attach(result.record);
  return result;
}

/**
 * Checks everything that is public, the domain's bounds included, before the data is looked at.
 * @template T
 * @param {string} caller
 * @param {RankOptions<T>} options
 * @param {number} [q]
 */
export function readRankOptions(caller, options, q) {
  checkOptions(caller, options, known);
  const { domain = /** @type {import("./domains.js").Domain<any>} */ (reals()) } = options;
  const { algorithm = "auto", neighbors = "add-remove" } = options;
  const { confidence = 0.95, outside = "clamp" } = options;
  checkDomain(domain);
  choiceOption("algorithm", algorithm, ["auto", "exponential"]);
  const request = {
    q: q === undefined ? undefined : numberOption("q", q),
    epsilon: numberOption("epsilon", options.epsilon),
    neighbors: choiceOption("neighbors", neighbors, ["add-remove", "replace"]),
    confidence: numberOption("confidence", confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
  };
  return { request, domain, plan: rankPlan(domain, request) };
}

/**
 * What a draw with these options will be able to say of its accuracy, whatever the data.
 * @param {string} caller
 * @param {RankOptions<any>} options
 * @param {number} [q]
 * @returns {import("./record.js").Accuracy}
 */
export function rankAccuracy(caller, options, q) {
  const { request, plan } = readRankOptions(caller, options, q);
  return accuracyOf(plan, request.confidence, q);
}

/**
 * @param {{ rankError: number, numerator: number, denominator: number }} plan
 * @param {number} confidence
 * @param {number} [q]
 * @returns {import("./record.js").Accuracy}
 */
function accuracyOf({ rankError, numerator, denominator }, confidence, q) {
  const target =
    q === undefined ? "the true median" : `the true ${numerator}/${denominator} quantile`;
  return {
    kind: "rank",
    error: rankError,
    confidence,
    statement: `With ${percent(confidence)} confidence it is at most ${rounded(rankError)} records away from ${target} in sorted order.`,
  };
}
