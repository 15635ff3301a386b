import { call } from "../core/load.js";
import {
  checkOptions,
  confidenceOption,
  describe,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { percent, releaseRecord, rounded } from "../ledger/record.js";
import { amongClass, amongRules, columnsFor, isRuleClass } from "./public-rules.js";
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
  const { rules, building, confidence = 0.95 } = options;
  const request = {
    protects: "labels",
    neighbors: "replace",
    epsilon: numberOption("epsilon", options.epsilon),
    confidence: confidenceOption(confidence),
  };
  call("rulePlan", { ...request, rules: 1 }); // refuses what is out of range
  const drawn = drawFor(options)(request);
  const error = call("rulePlan", { ...request, rules: drawn.rules }).errors;
  const { epsilon } = request;
  const records =
    building === undefined ? "records" : `records after the first ${rounded(building)}`;
  const record = releaseRecord({
    mechanism: "learnLabelPrivate by the exponential mechanism",
    parameters: {
      rules: drawn.rules,
      ...(isRuleClass(rules) && { class: rules }),
      ...(building !== undefined && { building }),
    },
    neighbors: "replace",
    epsilon,
    delta: 0,
    public: "everything but the labels",
    accuracy: {
      kind: "errors",
      error,
      confidence,
      statement: `With ${percent(confidence)} confidence the rule labels at most ${rounded(error)} more of the ${records} wrongly than the best of the ${rounded(drawn.rules)} rules does.`,
    },
    proof: "docs/guarantees/label-private.md",
  });
  const guarantee = record.guarantee.replace("Changing one record", "Changing one record's label");
  return { value: drawn.value, record: { ...record, guarantee, protects: "labels" } };
}

/** @param {LabelPrivateOptions} options */
function drawFor({ x, y, rules, building, ...options }) {
  if (!isRuleClass(rules) && typeof rules !== "function") {
    throw new TypeError(
      `rules must be a function, "thresholds" or "boxes", got ${describe(rules)}`,
    );
  }
  const given = columnsFor(rules, x, "x");
  const among = isRuleClass(rules) ? amongClass(rules, given.length, options) : undefined;
  const { builders, judges } = partsOf(columnsOf(given, y), building);
  if (among !== undefined) return among(builders, judges);
  return amongRules(rulesOf(/** @type {Function} */ (rules)(builders[0])), judges);
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
    builders: wholeRecords({ columns: columns.map((column) => column.slice(0, last)) }),
    judges: labelledRecords({ columns: columns.map(from), labels: from(labels) }),
  };
}
