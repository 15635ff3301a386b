import { call } from "../core/load.js";
import { boundedHistogram, readEvents } from "../data/contributions.js";
import { checkRows, hasUsers, isHistogram, topRows } from "../data/histogram.js";
import { releaseRecord } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import {
  accuracyOf,
  checkBounded,
  checkPerUser,
  readTopKOptions,
  usualPerUser,
} from "./options.js";

/** @typedef {import("./options.js").TopKOptions} TopKOptions */

/** @type {Record<string, string>} how each variant is called in records */
const names = {
  "limited-domain": "the limited-domain exponential mechanism",
  strict: "the limited-domain exponential mechanism",
  "optimised-threshold": "the limited-domain exponential mechanism",
  laplace: "noisy counts from a limited domain",
  "fixed-threshold": "noisy counts from a limited domain",
};

/**
 * What `topK` found: the items in the order drawn, with noisy counts if they were asked for; `complete`
 * tells whether k came back.
 * @template [Item=any]
 * @typedef {{ items: { item: Item, count?: number }[], complete: boolean,
 *   record: import("../ledger/record.js").ReleaseRecord }} RankedItems
 */

/**
 * The most frequent items, without a list of the possible ones. Fewer than k come back when the next
 * ones are too rare to be named.
 *
 * Privacy: (epsilon, delta) for one user more or fewer, of any data, none included.
 * Source: DR19 Algorithms 1, 4, 6, 8 and section 6.2; docs/guarantees/top-k.md.
 *
 * @template {import("../data/histogram.js").Rows} R
 * @param {R} rows items, one a row and user; rows with user ids, which are
 *   cut down to `perUser` items each; or a histogram of distinct users per item
 * @param {TopKOptions} options
 * @returns {RankedItems<import("../data/histogram.js").ItemOf<R>>}
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind
 */
export function topK(rows, options) {
  const { request, counts, plan } = readTopKOptions("topK", options, () => usualPerUser(rows));
  checkRows(rows);
  checkBounded(rows, request.perUser);
  const { epsilon, delta, neighbors } = request;
  const mechanism = `topK by ${names[plan.variant]} (${plan.variant})`;
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: false, rho: plan.rho };
  const { data, drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => {
      checkPerUser(rows, options.perUser);
      return headOf(rows, request);
    },
    // By the bound whose rho was paid for: with the hair less that is granted another may be the best.
    draw: (head, granted) => {
      const { variant, composition } = plan;
      return call("drawTopK", head.counts, { ...request, ...granted, variant, composition });
    },
    record: (ran) =>
      releaseRecord({
        mechanism,
        parameters: parametersOf(rows, options, request, { ...plan, ...runOf(ran) }),
        neighbors,
        ...(areRecords(rows, options) ? {} : { protects: "users" }),
        epsilon,
        delta,
        public: "the parameters",
        accuracy: accuracyOf(plan, request),
        proof: "docs/guarantees/top-k.md",
      }),
  });
  const items = drawn.items.map((/** @type {number} */ index, /** @type {number} */ place) => ({
    item: data.items[index],
    ...(counts ? { count: drawn.noisyCounts[place] } : {}),
  }));
  return { items, complete: drawn.complete, record };
}

/**
 * The rows with the highest counts and the first one left out. Of rows with user ids, users' items are
 * chosen at random.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {{ kBar: number, perUser: number | undefined, missing: "drop" | "throw" }} request
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function headOf(rows, { kBar, perUser, missing }) {
  if (!hasUsers(rows)) return topRows(rows, kBar + 1, missing);
  return topRows(boundedHistogram(readEvents(rows, missing), perUser), kBar + 1, missing);
}

/**
 * Whether every row is a user of its own: what is protected is one row then.
 * @param {any} rows
 * @param {{ perUser?: number }} options
 */
export function areRecords(rows, { perUser }) {
  if (isHistogram(rows))
    return /** @type {any} */ (rows).users === "every row is a user of its own";
  return perUser === undefined;
}

/**
 * What was drawn with, for the record.
 * @param {any} drawn
 */
function runOf({ itemEpsilon, composition }) {
  return { itemEpsilon, composition };
}

/**
 * @param {any} rows
 * @param {TopKOptions} options
 * @param {any} request
 * @param {any} plan
 */
function parametersOf(rows, options, request, plan) {
  const isRows = areRecords(rows, options);
  return {
    variant: plan.variant,
    reason: plan.reason,
    k: request.k,
    kBar: request.kBar,
    perUser: request.perUser ?? "any number",
    ...(isRows ? { users: "every row is a user of its own" } : {}),
    itemEpsilon: plan.itemEpsilon,
    itemDelta: plan.itemDelta,
    margin: plan.margin,
    sureGap: plan.sureGap,
    ...(options.counts
      ? { countEpsilon: plan.countEpsilon, noisyCountError: plan.noisyCountError }
      : {}),
    composition: plan.composition,
  };
}
