import {
  checkOptions,
  confidenceOption,
  describe,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { columnsFor, isRuleClass, listedRules, rulesOfClass } from "./public-rules.js";
import { chooseRule } from "./rule-choice.js";
import { rulesOf } from "./rules.js";

/**
 * What `learnLabelPrivate` looks at.
 * @typedef {object} LabelPrivateData
 * @property {ArrayLike<any> | Iterable<any>} x what is public of the records, anything; for a class of
 *   rules numbers or whatever the domain has, for "boxes" an array of columns. A record of which
 *   something is missing (null, undefined, NaN) does not count
 * @property {import("../data/labels.js").Labels} y the labels 0 or 1 (or false and true), which are protected.
 *   A record whose label is missing still builds rules, and does not choose among them
 * @property {((x: ArrayLike<any>) => import("./rules.js").Rule[]) | import("./public-rules.js").RuleClass} rules
 *   the candidates, from the public part of the records only: a function that gives one rule for each
 *   way of labelling them that the class allows and is never shown the labels, or the name of a class
 * @property {number} [building] so many records, the first ones, only build the rules and all others
 *   choose among them, for statements about fresh samples (`plan.learnLabelPrivate`); default: all do
 *   both
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

/**
 * Options of `learnLabelPrivate`.
 * @typedef {LabelPrivateData & import("./public-rules.js").RuleClassOptions} LabelPrivateOptions
 */

const known = ["x", "y", "rules", "building", "domain", "ones", "epsilon", "confidence"];

/**
 * Learns the best of some rules if only the labels are private: who is in the data and what else is
 * known of them is public.
 *
 * Privacy: (epsilon, 0) for one label changed, **only the labels**. A ledger that protects whole
 * records cannot be charged for it.
 * Source: BNS13 section 6.1 (generic label-private learner); docs/guarantees/label-private.md.
 *
 * @param {LabelPrivateOptions} options
 * @returns {{ value: import("./rules.js").Rule, record: import("../ledger/record.js").ReleaseRecord & { protects: "labels" } }}
 *   for "thresholds" a `ThresholdHypothesis`, for "boxes" a `RectangleHypothesis`
 * @throws {RangeError | TypeError}
 */
export function learnLabelPrivate(options) {
  checkOptions("learnLabelPrivate", options, known);
  const { x, y, rules, building, confidence = 0.95 } = options;
  const request = {
    protects: "labels",
    neighbors: "replace",
    epsilon: numberOption("epsilon", options.epsilon),
    confidence: confidenceOption(confidence),
  };
  if (!isRuleClass(rules) && typeof rules !== "function") {
    throw new TypeError(
      `rules must be a function, "thresholds" or "boxes", got ${describe(rules)}`,
    );
  }
  const given = columnsFor(rules, x, "x");
  const candidates = isRuleClass(rules)
    ? rulesOfClass(rules, given.length, options)
    : listedRules(([values]) => rulesOf(rules(values)));
  const read = () => partsOf(columnsOf(given, y), building);
  const choice = { rules, candidates, request, read, building };
  const { value, record } = chooseRule("learnLabelPrivate", choice);
  const guarantee = record.guarantee.replace("Changing one record", "Changing one record's label");
  return { value, record: { ...record, guarantee, protects: "labels" } };
}

/**
 * The public values that build the rules, and the records that choose. A label that is missing takes
 * its record out of those that choose, never out of those that build: which rules there are, and which
 * records are the first ones, may not depend on a label.
 * @param {import("../data/records.js").Columns} given
 * @param {number | undefined} building
 */
function partsOf({ columns, labels = [] }, building) {
  const { length } = columns[0];
  const first =
    building === undefined ? 0 : wholeOption("building", building, 1, Math.max(1, length - 1));
  const last = building ?? length;
  const from = (/** @type {any} */ column) => column.slice(first);
  return {
    publicly: wholeRecords({ columns: columns.map((column) => column.slice(0, last)) }),
    records: labelledRecords({ columns: columns.map(from), labels: from(labels) }),
  };
}
