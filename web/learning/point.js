import { call } from "../core/load.js";
import { topRows } from "../data/histogram.js";
import { checkLabelled } from "../data/holders.js";
import { byLabel, columnsOf, labelledRecords } from "../data/records.js";
import { publicSizes, releaseRecord } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { PointHypothesis } from "./hypothesis-point.js";
import { accuracyOf, readPointOptions } from "./point-options.js";

/**
 * The records of `learnPoint`.
 * @typedef {object} LabelledItems
 * @property {Iterable<any> | ArrayLike<any>} x items, one a record: text, numbers, BigInts, booleans. A
 *   record with an item or label that is missing (null, undefined, NaN) does not count
 * @property {import("../data/labels.js").Labels} y labels 0 or 1 (or false and true), as many
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

/**
 * Options of `learnPoint`.
 * @typedef {import("./point-options.js").PointRule & LabelledItems} PointOptions
 */

/**
 * Learns from labelled records which one item has label 1, without a list of the possible items.
 *
 * Privacy: (epsilon, delta) for one labelled record more or less (or changed), any data, none
 * included.
 * Source: BNS13 section 3.1 with the corrected A_dist; docs/guarantees/points.md.
 *
 * @param {PointOptions} options
 * @returns {{ value: PointHypothesis, record: import("../ledger/record.js").ReleaseRecord }} if no item stood
 *   out, `value.found` is false and everything is predicted 0; with `proper` there always is an item
 * @throws {RangeError | TypeError}
 */
export function learnPoint(options) {
  const { request, domain, share, confidence } = readPointOptions(options, ["x", "y", "ledger"]);
  const { errors } = call("pointPlan", request);
  checkLabelled(options.x, options.y);
  const { algorithm, epsilon, delta, neighbors } = request;
  const mechanism = `learnPoint by ${algorithm === "gap" ? "the gap test" : "stable choice"}`;
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: false };
  const { data, drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => itemsOfOnes(options),
    draw: ({ counts }, granted) => call("drawPoint", counts, { ...request, ...granted }).index,
    record: () =>
      releaseRecord({
        mechanism,
        parameters: { algorithm, ...(domain && { domain: domain.name, accuracy: share }) },
        neighbors,
        epsilon,
        delta,
        public: publicSizes(neighbors),
        accuracy: accuracyOf(errors, share, confidence),
        proof: "docs/guarantees/points.md",
      }),
  });
  return { value: hypothesis(drawn, data.items, domain), record };
}

/**
 * How often each item has label 1, the most frequent first.
 * @param {LabelledItems} options
 */
function itemsOfOnes({ x, y }) {
  const [ones] = byLabel(labelledRecords(columnsOf([x], y))).ones;
  // Counted here: what looks like a row of a histogram is a record that counts once, if at all.
  const counts = new Map();
  for (const item of ones) counts.set(item, (counts.get(item) ?? 0) + 1);
  return topRows(counts, Infinity);
}

/**
 * @param {number} index -1 if no item stood out
 * @param {any[]} items
 * @param {import("../data/domains.js").Domain<any> | null} domain of a proper learner
 */
function hypothesis(index, items, domain) {
  if (index >= 0) return new PointHypothesis(true, items[index]);
  if (domain === null) return new PointHypothesis(false);
  return new PointHypothesis(true, domain.decode(call("randomValue", domain.core)));
}
