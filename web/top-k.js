import { isCountedRows, isHistogram, topRows } from "./histogram.js";
import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, numberOption, wholeOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";

/**
 * @typedef {object} TopKOptions
 * @property {number} k how many items to return at most, 1 to 1,000,000
 * @property {number} [kBar] how many of the most frequent items to draw from, k to 10,000,000;
 *   default 10 k
 * @property {number} epsilon the privacy loss of the whole answer, 1e-9 to 10,000
 * @property {number} delta above 0; far below 1 / (number of users)
 * @property {number} [perUser] at how many items one user counts at most, 1 to 1,000,000,000, or
 *   Infinity. Declare it only if the rows keep to it. Default: 1 if each row is one item (every row is
 *   then a user of its own), Infinity for a Map or `{ values, counts }`. To be given for an array of
 *   `{ item, count }`: an empty one looks like no rows at all, and the record may not tell that apart.
 * @property {"add-remove" | "replace"} [neighbors] one user more or fewer (default), or one changed
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged
 *   before anything is drawn, and refuses if it is exhausted
 */

const known = ["k", "kBar", "epsilon", "delta", "perUser", "neighbors", "confidence", "ledger"];

/**
 * The most frequent items, without a list of the possible ones. Fewer than k come back when the next
 * ones are too rare to be named.
 *
 * Privacy: (epsilon, delta) for one user more or fewer, of any data, none included.
 * Source: DR19 Algorithm 1 (`perUser` given) or its strict form, section 6.2;
 * docs/guarantees/top-k.md.
 *
 * @param {import("./histogram.js").Rows} rows items, one a row and user, or a histogram of distinct
 *   users per item
 * @param {TopKOptions} options
 * @returns {{ items: { item: any }[], complete: boolean, record: import("./record.js").ReleaseRecord }}
 *   the items in the order drawn; `complete` tells whether k came back
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind
 */
export function topK(rows, options) {
  const { request, plan } = readTopKOptions(options, () => usualPerUser(rows));
  const { items, counts } = topRows(rows, request.kBar + 1);
  const { epsilon, delta, neighbors, k, kBar, perUser } = request;
  const mechanism = `topK by the limited-domain exponential mechanism (${plan.variant})`;
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: false };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const drawn = call("drawTopK", counts, { ...request, ...granted });
  const result = {
    items: drawn.items.map((/** @type {number} */ index) => ({ item: items[index] })),
    complete: drawn.complete,
    record: releaseRecord({
      mechanism,
      parameters: {
        variant: plan.variant,
        k,
        kBar,
        perUser: perUser ?? "any number",
        itemEpsilon: plan.itemEpsilon,
        itemDelta: plan.itemDelta,
        margin: plan.margin,
        composition: plan.composition,
      },
      neighbors,
      epsilon,
      delta,
      public: "the parameters",
      accuracy: accuracyOf(plan, request),
      proof: "docs/guarantees/top-k.md",
    }),
  };
  attach(result.record);
  return result;
}

/**
 * What `topK` with these options will be able to say of its accuracy, whatever the data.
 * @param {TopKOptions} options `perUser` has to be given: there are no rows to tell what is usual
 * @returns {import("./record.js").Accuracy}
 */
export function topKAccuracy(options) {
  const { request, plan } = readTopKOptions(options, () => {
    throw new TypeError(
      "perUser must be given (at how many items one user counts at most, or Infinity), got undefined",
    );
  });
  return accuracyOf(plan, request);
}

/**
 * @param {{ countError: number }} plan
 * @param {{ confidence: number, kBar: number }} request
 * @returns {import("./record.js").Accuracy}
 */
function accuracyOf({ countError }, { confidence, kBar }) {
  return {
    kind: "count",
    error: countError,
    confidence,
    statement: `With ${percent(confidence)} confidence no returned item has ${rounded(countError)} records fewer than one that is missing from the ${kBar} most frequent.`,
  };
}

/**
 * @param {TopKOptions} options
 * @param {() => number} usual
 */
function readTopKOptions(options, usual) {
  checkOptions("topK", options, known);
  const { confidence = 0.95, neighbors = "add-remove" } = options;
  const k = wholeOption("k", options.k, 1, 1e6);
  const { kBar = Math.min(10 * k, 1e7), perUser = usual() } = options;
  const request = {
    k,
    kBar: wholeOption("kBar", kBar, k, 1e7),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    perUser:
      perUser === Number.POSITIVE_INFINITY ? undefined : wholeOption("perUser", perUser, 1, 1e9),
    neighbors: choiceOption("neighbors", neighbors, ["add-remove", "replace"]),
    confidence: numberOption("confidence", confidence),
  };
  return { request, plan: call("topKPlan", request) };
}

/** @param {import("./histogram.js").Rows} rows */
function usualPerUser(rows) {
  if (isCountedRows(rows)) {
    throw new TypeError(
      "perUser must be given for { item, count } rows (at how many items one user counts at most, or Infinity), got undefined",
    );
  }
  return isHistogram(rows) ? Number.POSITIVE_INFINITY : 1;
}
