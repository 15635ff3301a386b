import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, numberOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";
import { rightLabels, rulesOf } from "./rules.js";
import { flat } from "./values.js";

/**
 * Options of `learnSemiPrivate`.
 * @typedef {object} SemiPrivateOptions
 * @property {ArrayLike<any> | Iterable<any>} x the private records' values, anything
 * @property {import("./labels.js").Labels} y their labels 0 or 1 (or false and true)
 * @property {import("./rules.js").Rule[]} rules the candidates, built from public data only
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = ["x", "y", "rules", "epsilon", "neighbors", "confidence", "ledger"];

/**
 * Learns which of some public rules labels private records best.
 *
 * Privacy: (epsilon, 0), pure, for one labelled record more or less (or changed), any data, none
 * included.
 * Source: BNS13 section 6.2 (semi-private learning); docs/guarantees/label-private.md.
 *
 * @param {SemiPrivateOptions} options
 * @returns {{ value: import("./rules.js").Rule, record: import("./record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError}
 */
export function learnSemiPrivate(options) {
  checkOptions("learnSemiPrivate", options, known);
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const rules = rulesOf(options.rules);
  const request = {
    method: "exponential",
    epsilon: numberOption("epsilon", options.epsilon),
    // One record more adds 0 or 1 to the right labels of every rule.
    monotone: true,
    neighbors: choiceOption("neighbors", neighbors, ["add-remove", "replace"]),
    candidates: rules.length,
    confidence: numberOption("confidence", confidence),
  };
  const { bound } = call("choicePlan", request);
  const error = Math.ceil(bound) - 1;
  const scores = rightLabels(rules, flat(options.x, "x"), options.y);
  const { epsilon } = request;
  const mechanism = "learnSemiPrivate by the exponential mechanism";
  const cost = { mechanism, epsilon, delta: 0, neighbors: request.neighbors, boundedRange: true };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const { index } = call("drawChoice", scores, { ...request, epsilon: granted.epsilon });
  const record = releaseRecord({
    mechanism,
    parameters: { rules: rules.length },
    neighbors: request.neighbors,
    epsilon,
    delta: 0,
    public: request.neighbors === "replace" ? "the rules and the number of records" : "the rules",
    accuracy: {
      kind: "errors",
      error,
      confidence,
      statement: `With ${percent(confidence)} confidence the rule labels at most ${rounded(error)} more of the records wrongly than the best of the ${rounded(rules.length)} rules does.`,
    },
    proof: "docs/guarantees/label-private.md",
  });
  attach(record);
  return { value: rules[index], record };
}
