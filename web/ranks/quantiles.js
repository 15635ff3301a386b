import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  describe,
  neighborsOption,
  numberOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { checkColumn } from "../data/holders.js";
import { missingOption } from "../data/missing.js";
import { columnOf, flat } from "../data/values.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { mayLieOutside } from "./accuracy.js";

/**
 * Options of `quantiles`.
 * @template [T=number]
 * @typedef {object} QuantilesOptions
 * @property {number} epsilon the privacy loss of all of them together, 1e-9 to 10,000
 * @property {import("../data/domains.js").Domain<T>} [domain] of numbers, whole numbers, decimals or dates;
 *   default: `reals()`. It must not be read off the data.
 * @property {"add-remove" | "replace"} [neighbors] as for `median`
 * @property {number} [confidence] that all of them keep the stated error; default 0.95
 * @property {"clamp" | "drop" | "throw"} [outside] as for `median`
 * @property {"drop" | "throw"} [missing] as for `median`
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged
 *   before anything is drawn, and refuses if it is exhausted
 */

const known = ["epsilon", "domain", "neighbors", "confidence", "outside", "missing", "ledger"];

/**
 * Several private quantiles of the same numbers at once, in order: quartiles, or the 99 percentiles
 * for a curve. The error grows with the logarithm of how many they are, not with their number.
 *
 * Privacy: (epsilon, 0), pure, for all of them together, for the declared neighbours and any data.
 * Source: recursive halving after Kaplan, Schnapp, Stemmer 2022, with ties told apart by random bits;
 * docs/guarantees/quantiles.md.
 * Accuracy: the record's, for the worst of them.
 * Cost: one sort.
 *
 * @template [T=number]
 * @param {import("../data/values.js").Values} values one record each
 * @param {ArrayLike<number> | Iterable<number>} qs increasing, each from 1e-6 to 1 - 1e-6; taken as the
 *   nearest fractions with denominators up to 1,000,000, which the record names
 * @param {QuantilesOptions<T>} options
 * @returns {{ value: T[], record: import("../ledger/record.js").ReleaseRecord }} one value for each of `qs`,
 *   never decreasing
 * @throws {RangeError | TypeError} as `median`
 */
export function quantiles(values, qs, options) {
  const { request, domain, claim } = readOptions(qs, options);
  const { outside, missing } = request;
  checkColumn(values);
  const { drawn, record } = release({
    of: "Quantiles",
    mechanism: `quantiles by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
    read: () => {
      const { data, kind, core } = columnOf(values, domain, outside, missing);
      const reading = { kind, domain: core };
      if (outside === "throw") call("checkInside", data, { ...request, ...reading });
      return { data, reading };
    },
    words: (drawn) => ({
      statement: statementOf(drawn),
      parameters: { domain: domain.name, outside },
    }),
  });
  return { value: drawn.map(domain.decode), record };
}

/**
 * What `quantiles` will be able to say of its error with these options, whatever the data.
 * @param {ArrayLike<number> | Iterable<number>} qs
 * @param {QuantilesOptions<any>} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function quantilesAccuracy(qs, options) {
  const { claim } = readOptions(qs, options);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence }, conditions: { mostEqual, insideFrom } }) {
  return `With ${percent(confidence)} confidence each is at most ${rounded(error)} records away from the true quantile in sorted order, if no value occurs more than ${rounded(mostEqual)} times${mayLieOutside(insideFrom, "some")}.`;
}

/**
 * @param {any} qs
 * @param {QuantilesOptions<any>} options
 */
function readOptions(qs, options) {
  checkOptions("quantiles", options, known);
  const { domain = reals(), neighbors = "add-remove", confidence = 0.95 } = options;
  const { outside = "clamp" } = options;
  checkDomain(domain);
  if (domain.pack !== undefined) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates for quantiles, got ${domain.name}; quantile() takes any`,
    );
  }
  const request = {
    qs: increasing(qs),
    epsilon: numberOption("epsilon", options.epsilon),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
    outside: choiceOption("outside", outside, ["clamp", "drop", "throw"]),
    missing: missingOption(options.missing, outside),
    domain: domain.core,
  };
  return { request, domain, claim: claimOf("Quantiles", request) };
}

/** @param {any} qs */
function increasing(qs) {
  const list = Array.from(flat(qs, "qs"), (q) => numberOption("qs", q));
  if (list.length === 0 || list.length > 1e5) {
    throw new RangeError(`qs must be 1 to 100,000 numbers, got ${list.length}`);
  }
  for (const [i, q] of list.entries()) {
    if (i > 0 && !(list[i - 1] < q)) {
      throw new RangeError(`qs must be increasing, got ${describe(q)} after ${list[i - 1]}`);
    }
  }
  return list;
}
