import { choice, confidence, neighbors, number, optional, readOptions } from "../core/fields.js";
import { call } from "../core/load.js";
import { describe, numberOption } from "../core/options.js";
import { domain, missing, outside } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { columnOf, flat } from "../data/values.js";
import { ledger } from "../ledger/fields.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf, release } from "../ledger/release.js";
import { mayLieOutside } from "./accuracy.js";

/** @template [T=number] */
class QuantilesFields {
  /** the privacy loss of all of them together, 1e-9 to 10,000 */
  epsilon = number();
  /**
   * the chance that epsilon may be exceeded, 0 (default) to below 1; far below 1 / (number of records).
   * With one of 1e-6, say, several quantiles err by a fraction of what they do without.
   */
  delta = optional(number(), 0);
  /**
   * "recursion", pure; "separate", each on its own share of the loss, best for two or three; "slices",
   * with a delta best for many, from a number of records on that the record names. Default "auto": the
   * least stated error, slices if they gain more with so many records than they lose with fewer
   * (docs/medians.md).
   */
  algorithm = optional(
    choice(/** @type {const} */ (["auto", "recursion", "separate", "slices"])),
    "auto",
  );
  /**
   * of numbers, whole numbers, decimals or dates; default: `reals()`. It must not be read off the data.
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<T>>}
   */
  domain = domain();
  /** as for `median` */
  neighbors = neighbors();
  /** that all of them keep the stated error; default 0.95 */
  confidence = confidence();
  /** as for `median` */
  outside = outside();
  /** as for `median` */
  missing = missing();
  /** is charged before anything is drawn, and refuses if it is exhausted */
  ledger = ledger();
}

/**
 * @template [T=number]
 * @typedef {import("../core/fields.js").OptionsOf<QuantilesFields<T>>} QuantilesOptions {@interface} Options of
 *   `quantiles`.
 */

/**
 * Several private quantiles of the same numbers at once, in order: quartiles, or the 99 percentiles
 * for a curve. The error grows little with how many they are, least if a delta is given.
 *
 * Privacy: (epsilon, delta) for all of them together, for the declared neighbours and any data; (epsilon,
 * 0) without a delta and wherever none is needed.
 * Source: noisy slices, ours, docs/guarantees/noisy-slices.md; recursive halving after Kaplan, Schnapp,
 * Stemmer 2022, with ties told apart by random bits, docs/guarantees/quantiles.md; or one draw for each.
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
  const { request, domain, ledger, claim } = readRequest(qs, options);
  const { outside, missing } = request;
  checkColumn(values);
  const { drawn, record } = release({
    of: "Quantiles",
    mechanism: `quantiles by ${claim.mechanism}`,
    claim,
    request,
    ledger,
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
  const { claim } = readRequest(qs, options);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence }, conditions }) {
  const { leastRecords, fewerError, mostEqual, insideFrom } = conditions;
  const sure = `With ${percent(confidence)} confidence each is at most`;
  const away = "records away from the true quantile in sorted order";
  const unless = mayLieOutside(insideFrom, "some");
  const ties =
    mostEqual === undefined ? "" : `, if no value occurs more than ${rounded(mostEqual)} times`;
  if (leastRecords === undefined) return `${sure} ${rounded(error)} ${away}${ties}${unless}.`;
  return `${sure} ${rounded(error)} ${away}, if there are at least ${rounded(leastRecords)} records; with fewer at most ${rounded(fewerError)}${ties}${unless}.`;
}

/**
 * @param {any} qs
 * @param {QuantilesOptions<any>} options
 */
function readRequest(qs, options) {
  const { domain, ledger, ...rest } = readOptions("quantiles", QuantilesFields, options);
  if (domain.pack !== undefined) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates for quantiles, got ${domain.name}; quantile() takes any`,
    );
  }
  const request = { ...rest, qs: increasing(qs), domain: domain.core };
  return { request, domain, ledger, claim: claimOf("Quantiles", request) };
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
