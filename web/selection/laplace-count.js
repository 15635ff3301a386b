import { call } from "../core/load.js";
import {
  checkOptions,
  confidenceOption,
  kindOf,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { percent, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";

/**
 * Options of `laplaceCount`.
 * @typedef {object} CountOptions
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [perUser] by how much one user can change the count at most, 1 to 1,000; default 1
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = ["epsilon", "perUser", "neighbors", "confidence", "ledger"];

/**
 * How many there are, with just enough noise.
 *
 * Privacy: (epsilon, 0), pure, for one user more or less (or changed), if one user changes the count by
 * at most `perUser`.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009);
 * docs/guarantees/selection.md.
 *
 * @param {number | bigint} count a whole number within +-2^53. The result may be negative.
 * @param {CountOptions} options
 * @returns {{ value: number, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError}
 */
export function laplaceCount(count, options) {
  const { request, error } = readCountOptions(options);
  if (typeof count !== "number" && typeof count !== "bigint") {
    throw new TypeError(`count must be a whole number, got ${kindOf(count)}`);
  }
  const { epsilon, perUser, neighbors, confidence } = request;
  const mechanism = "laplaceCount by discrete Laplace noise";
  const facts = {
    mechanism,
    parameters: { perUser, scale: perUser / epsilon },
    neighbors,
    ...(perUser > 1 && { protects: /** @type {const} */ ("users") }),
    epsilon,
    delta: 0,
    public: "the parameters",
    accuracy: accuracyOf(error, confidence),
    proof: "docs/guarantees/selection.md",
  };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta: 0, neighbors, boundedRange: false },
    read: () => {
      const whole = Number(count);
      if (Number.isSafeInteger(whole)) return whole;
      throw new TypeError(
        `count must be a whole number below 2^53 either way, got ${kindOf(count)}`,
      );
    },
    draw: (data, { epsilon }) => call("drawCount", data, { ...request, epsilon }),
    record: () => releaseRecord(facts),
  });
  return { value: drawn.count, record };
}

/**
 * What `laplaceCount` with these options will be able to say of its accuracy, whatever the data.
 * @param {CountOptions} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function countAccuracy(options) {
  const { request, error } = readCountOptions(options);
  return accuracyOf(error, request.confidence);
}

/** @param {CountOptions} options */
function readCountOptions(options) {
  checkOptions("laplaceCount", options, known);
  const { perUser = 1, neighbors = "add-remove", confidence = 0.95 } = options;
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    perUser: wholeOption("perUser", perUser, 1, 1000),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, error: call("countPlan", request).bound };
}

/**
 * @param {number} error
 * @param {number} confidence
 * @returns {import("../ledger/record.js").Accuracy}
 */
function accuracyOf(error, confidence) {
  return {
    kind: "count",
    error,
    confidence,
    statement: `With ${percent(confidence)} confidence it is at most ${rounded(error)} away from the true count.`,
  };
}
