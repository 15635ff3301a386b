import { topRows } from "./histogram.js";
import { PointHypothesis } from "./hypothesis-point.js";
import { splitByLabel } from "./labels.js";
import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, numberOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";

/**
 * Options of `learnPoint`.
 * @typedef {object} PointOptions
 * @property {Iterable<any> | ArrayLike<any>} x items, one a record: text, numbers, BigInts, booleans
 * @property {import("./labels.js").Labels} y labels 0 or 1 (or false and true), as many
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of records)
 * @property {"auto" | "stable" | "gap"} [algorithm] "stable" (what "auto" takes) also answers when
 *   several items have label 1; "gap" only when one stands out
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = ["x", "y", "epsilon", "delta", "algorithm", "neighbors", "confidence", "ledger"];

/**
 * Learns from labelled records which one item has label 1, without a list of the possible items.
 *
 * Privacy: (epsilon, delta) for one labelled record more or less (or changed), any data, none
 * included.
 * Source: BNS13 section 3.1 with the corrected A_dist; docs/guarantees/points.md.
 *
 * @param {PointOptions} options
 * @returns {{ value: PointHypothesis, record: import("./record.js").ReleaseRecord }} if no item stood
 *   out, `value.found` is false and everything is predicted 0
 * @throws {RangeError | TypeError}
 */
export function learnPoint(options) {
  checkOptions("learnPoint", options, known);
  const { algorithm = "auto", neighbors = "add-remove", confidence = 0.95 } = options;
  const chosen = choiceOption("algorithm", algorithm, ["auto", "stable", "gap"]);
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    algorithm: chosen === "auto" ? "stable" : chosen,
    neighbors: choiceOption("neighbors", neighbors, ["add-remove", "replace"]),
    confidence: numberOption("confidence", confidence),
  };
  const { errors } = call("pointPlan", request);
  const { items, counts } = topRows(splitByLabel(options.x, options.y).ones, Infinity);
  const { epsilon, delta } = request;
  const method = request.algorithm === "gap" ? "the gap test" : "stable choice";
  const mechanism = `learnPoint by ${method}`;
  const cost = { mechanism, epsilon, delta, neighbors: request.neighbors, boundedRange: false };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const { index } = call("drawPoint", counts, { ...request, ...granted });
  const record = releaseRecord({
    mechanism,
    parameters: { algorithm: request.algorithm },
    neighbors: request.neighbors,
    epsilon,
    delta,
    public:
      request.neighbors === "replace"
        ? "the parameters and the number of records"
        : "the parameters",
    accuracy: {
      kind: "errors",
      error: errors,
      confidence,
      statement: `If the records of one item have label 1 and no others, then with ${percent(confidence)} confidence the rule labels at most ${rounded(errors)} of the records wrongly.`,
    },
    proof: "docs/guarantees/points.md",
  });
  attach(record);
  return {
    value: index < 0 ? new PointHypothesis(false) : new PointHypothesis(true, items[index]),
    record,
  };
}
