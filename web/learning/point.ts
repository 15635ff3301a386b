import { integers } from "../data/domains.js";
import { topRows } from "../data/histogram.js";
import { byLabel, columnsOf, labelledRecords } from "../data/records.js";
import { Released } from "../ledger/released.js";
import { both, column, LabelledFields } from "./fields.js";
import { PointHypothesis } from "./hypothesis-point.js";
import { PointRuleFields, requestOf, statementOf } from "./point-options.js";

class LabelledItemsFields extends LabelledFields {
  /**
   * items, one a record: text, numbers, BigInts, booleans. A record with an item or label that is
   * missing (null, undefined, NaN) does not count
   * @type {import("../core/fields.js").Needed<Iterable<any> | ArrayLike<any>>}
   */
  x = column();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<LabelledItemsFields>} LabelledItems {@interface} The records of
 *   `learnPoint`.
 */

/**
 * Options of `learnPoint`.
 * @typedef {import("./point-options.js").PointRule & LabelledItems} PointOptions
 */

export const learnedPoint = new Released({
  name: "learnPoint",
  of: "Point",
  Fields: both(PointRuleFields, LabelledItemsFields),
  Known: PointRuleFields,
  request: ({ x: _x, y: _y, ...rule }) => requestOf(rule),
  statement: statementOf,
  parameters: ({ domain }) => (domain === undefined ? {} : { domain: domain.name }),
  example: {
    options: { x: [1, 2, 1], y: [1, 0, 1], proper: true, domain: integers(0, 9999) },
  },
});

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
  const asked = learnedPoint.ask(options);
  const { x, y, domain } = asked.read;
  const { drawn, kept, record } = learnedPoint.draw(asked, () => {
    const { items, counts } = itemsOfOnes(x, y);
    return { data: counts, kept: items };
  });
  return { value: hypothesis(drawn, kept, domain ?? null), record };
}

/**
 * How often each item has label 1, the most frequent first.
 * @param {any} x
 * @param {any} y
 */
function itemsOfOnes(x, y) {
  const [ones] = byLabel(labelledRecords(columnsOf([x], y))).ones;
  // Counted here: what looks like a row of a histogram is a record that counts once, if at all.
  const counts = new Map();
  for (const item of ones) counts.set(item, (counts.get(item) ?? 0) + 1);
  return topRows(counts, Infinity);
}

/**
 * @param {{ index?: number, value?: any } | undefined} drawn an item's place, or a value of the domain
 * @param {any[]} items
 * @param {import("../data/domains.js").Domain<any> | null} domain of a proper learner
 */
function hypothesis(drawn, items, domain) {
  if (drawn === undefined) return new PointHypothesis(false);
  const { index, value } = drawn;
  return new PointHypothesis(true, index === undefined ? domain?.decode(value) : items[index]);
}
