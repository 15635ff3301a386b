import { confidence, neighbors, number, optional, readOptions, whole } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { ledger } from "../ledger/fields.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";

class CountFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** by how much one user can change the count at most, 1 to 1,000; default 1 */
  perUser = optional(whole(1, 1000), 1);
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** is charged before anything is drawn */
  ledger = ledger();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<CountFields>} CountOptions {@interface} Options of
 *   `laplaceCount`.
 */

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
  const { request, ledger, claim } = readRequest(options);
  if (typeof count !== "number" && typeof count !== "bigint") {
    throw new TypeError(`count must be a whole number, got ${kindOf(count)}`);
  }
  const { drawn, record } = release({
    of: "Count",
    mechanism: `laplaceCount by ${claim.mechanism}`,
    claim,
    request,
    ledger,
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
  const { claim } = readRequest(options);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {CountOptions} options */
function readRequest(options) {
  const { ledger, ...request } = readOptions("laplaceCount", CountFields, options);
  return { request, ledger, claim: claimOf("Count", request) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence } }) {
  return `With ${percent(confidence)} confidence it is at most ${rounded(error)} away from the true count.`;
}
