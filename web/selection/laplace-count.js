import {
  checkOptions,
  confidenceOption,
  kindOf,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";

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
  const { request, claim } = readOptions(options);
  if (typeof count !== "number" && typeof count !== "bigint") {
    throw new TypeError(`count must be a whole number, got ${kindOf(count)}`);
  }
  const { drawn, record } = release({
    of: "Count",
    mechanism: `laplaceCount by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
    read: () => {
      const data = Number(count);
      if (Number.isSafeInteger(data)) return { data };
      throw new TypeError(
        `count must be a whole number below 2^53 either way, got ${kindOf(count)}`,
      );
    },
    words: (drawn) => ({ statement: statementOf(drawn) }),
  });
  return { value: drawn, record };
}

/**
 * What `laplaceCount` with these options will be able to say of its accuracy, whatever the data.
 * @param {CountOptions} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function countAccuracy(options) {
  const { claim } = readOptions(options);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {CountOptions} options */
function readOptions(options) {
  checkOptions("laplaceCount", options, known);
  const { perUser = 1, neighbors = "add-remove", confidence = 0.95 } = options;
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    perUser: wholeOption("perUser", perUser, 1, 1000),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, claim: claimOf("Count", request) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence } }) {
  return `With ${percent(confidence)} confidence it is at most ${rounded(error)} away from the true count.`;
}
