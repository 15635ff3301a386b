import type { Needed, OptionsOf } from "../core/fields.js";
import { type Domain, integers } from "../data/domains.js";
import { topRows } from "../data/histogram.js";
import type { Labels } from "../data/labels.js";
import { byLabel, columnsOf, labelledRecords } from "../data/records.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { both, column, LabelledFields } from "./fields.js";
import { PointHypothesis } from "./hypothesis-point.js";
import { type PointRule, PointRuleFields, requestOf, statementOf } from "./point-options.js";

class LabelledItemsFields extends LabelledFields {
  /**
   * items, one a record: text, numbers, BigInts, booleans. A record with an item or label that is
   * missing (null, undefined, NaN) does not count
   */
  x: Needed<Iterable<unknown> | ArrayLike<unknown>> = column();
}

/**
 * The records of `learnPoint`.
 * @interface
 */
export type LabelledItems = OptionsOf<LabelledItemsFields>;

/** Options of `learnPoint`. */
export type PointOptions = PointRule & LabelledItems;

export const learnPointDeclaration = new ReleaseDeclaration({
  name: "learnPoint",
  of: "Point",
  Fields: both(PointRuleFields, LabelledItemsFields),
  AccuracyOptions: PointRuleFields,
  request: ({ x: _x, y: _y, ...rule }) => requestOf(rule),
  statement: statementOf,
  parameters: ({ domain }) => (domain === undefined ? {} : { domain: domain.name }),
  example: {
    options: { x: [1, 2, 1], y: [1, 0, 1], proper: true, domain: integers(0, 9999) },
  },
});

/**
 * Learns from labelled records the one item that has label 1, without a list of the possible items.
 *
 * Privacy: (epsilon, delta) for one labelled record more or less (or changed), for every
 * data set, the empty one included.
 * Source: BNS13 section 3.1 with the corrected A_dist; docs/guarantees/points.md.
 *
 * @returns if no item stood out, `value.found` is false and the rule predicts 0 everywhere; with `proper` it
 *   always names an item
 * @throws {RangeError | TypeError}
 */
export function learnPoint(options: PointOptions): {
  value: PointHypothesis;
  record: ReleaseRecord;
} {
  const asked = learnPointDeclaration.checkCall(options);
  const { x, y, domain } = asked.read;
  const { drawn, kept, record } = learnPointDeclaration.releaseAnswer(asked, () => {
    const { items, counts } = itemsOfOnes(x, y);
    return { data: counts, kept: items };
  });
  return { value: hypothesis(drawn, kept, domain ?? null), record };
}

/** How often each item has label 1, the most frequent first. */
function itemsOfOnes(x: unknown, y: Labels) {
  const [ones] = byLabel(labelledRecords(columnsOf([x], y))).ones;
  // Counted here: what looks like a row of a histogram is a record that counts once, if at all.
  const counts = new Map();
  for (const item of ones as unknown[]) counts.set(item, (counts.get(item) ?? 0) + 1);
  return topRows(counts, Infinity);
}

/**
 * @param drawn an item's place, or a value of the domain
 * @param domain of a proper learner
 */
function hypothesis(
  drawn: { index?: number; value?: unknown } | undefined,
  items: unknown[],
  domain: Domain<unknown> | null,
) {
  if (drawn === undefined) return new PointHypothesis(false);
  const { index, value } = drawn;
  return new PointHypothesis(true, index === undefined ? domain?.decode(value) : items[index]);
}
