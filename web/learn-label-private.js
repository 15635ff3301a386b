import { call } from "./load.js";
import { checkOptions, describe, numberOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";
import { rightLabels, rulesOf } from "./rules.js";
import { flat } from "./values.js";

/**
 * Options of `learnLabelPrivate`.
 * @typedef {object} LabelPrivateOptions
 * @property {ArrayLike<any> | Iterable<any>} x what is public of the records, anything
 * @property {import("./labels.js").Labels} y the labels 0 or 1 (or false and true), which are protected
 * @property {(x: ArrayLike<any>) => import("./rules.js").Rule[]} rules the candidates, from the public part of the records
 *   only: one rule for each way of labelling them that the class allows. It is never shown the labels.
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

const known = ["x", "y", "rules", "epsilon", "confidence"];

/**
 * Learns the best of some rules if only the labels are private: who is in the data and what else is
 * known of them is public.
 *
 * Privacy: (epsilon, 0) for one label changed, **only the labels**. A ledger that protects whole
 * records cannot be charged for it.
 * Source: BNS13 section 6.1 (generic label-private learner), without the split of the sample;
 * docs/guarantees/label-private.md.
 *
 * @param {LabelPrivateOptions} options
 * @returns {{ value: import("./rules.js").Rule, record: import("./record.js").ReleaseRecord & { protects: "labels" } }}
 * @throws {RangeError | TypeError}
 */
export function learnLabelPrivate(options) {
  checkOptions("learnLabelPrivate", options, known);
  const { confidence = 0.95 } = options;
  if (typeof options.rules !== "function") {
    throw new TypeError(`rules must be a function, got ${describe(options.rules)}`);
  }
  const x = flat(options.x, "x");
  const rules = rulesOf(options.rules(x));
  const request = {
    method: "exponential",
    epsilon: numberOption("epsilon", options.epsilon),
    // One label changed moves the number of right labels by one, up for some rules, down for others.
    monotone: false,
    neighbors: "replace",
    candidates: rules.length,
    confidence: numberOption("confidence", confidence),
  };
  const { bound } = call("choicePlan", request);
  const error = Math.ceil(bound) - 1;
  const scores = rightLabels(rules, x, options.y);
  const { index } = call("drawChoice", scores, request);
  const { epsilon } = request;
  const record = releaseRecord({
    mechanism: "learnLabelPrivate by the exponential mechanism",
    parameters: { rules: rules.length },
    neighbors: "replace",
    epsilon,
    delta: 0,
    public: "everything but the labels",
    accuracy: {
      kind: "errors",
      error,
      confidence,
      statement: `With ${percent(confidence)} confidence the rule labels at most ${rounded(error)} more of the records wrongly than the best of the ${rounded(rules.length)} rules does.`,
    },
    proof: "docs/guarantees/label-private.md",
  });
  const guarantee = record.guarantee.replace("Changing one record", "Changing one record's label");
  return { value: rules[index], record: { ...record, guarantee, protects: "labels" } };
}
