import { call } from "../core/load.js";
import { checkOptions, confidenceOption, neighborsOption, numberOption } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { percent, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { amongClass, amongRules, columnsFor, isRuleClass } from "./public-rules.js";
import { rulesOf } from "./rules.js";

/**
 * What `learnSemiPrivate` looks at.
 * @typedef {object} SemiPrivateData
 * @property {ArrayLike<any> | Iterable<any>} x the private records' values, anything; for "boxes" an
 *   array of columns. A record with a value or label that is missing (null, undefined, NaN) does not
 *   count
 * @property {import("../data/labels.js").Labels} y their labels 0 or 1 (or false and true)
 * @property {import("./rules.js").Rule[] | import("./public-rules.js").RuleClass} rules the candidates,
 *   built from public data only, or the name of a class whose rules `unlabelled` builds
 * @property {any} [unlabelled] for a class: public values of the same kind as `x`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

/**
 * Options of `learnSemiPrivate`.
 * @typedef {SemiPrivateData & import("./public-rules.js").RuleClassOptions} SemiPrivateOptions
 */

const known = [
  ...["x", "y", "rules", "unlabelled", "domain", "ones", "epsilon", "neighbors", "confidence"],
  "ledger",
];

/**
 * Learns which of some public rules labels private records best.
 *
 * Privacy: (epsilon, 0), pure, for one labelled record more or less (or changed), any data, none
 * included.
 * Source: BNS13 section 6.2 (semi-private learning); docs/guarantees/label-private.md.
 *
 * @param {SemiPrivateOptions} options
 * @returns {{ value: import("./rules.js").Rule, record: import("../ledger/record.js").ReleaseRecord }} for
 *   "thresholds" a `ThresholdHypothesis`, for "boxes" a `RectangleHypothesis`
 * @throws {RangeError | TypeError}
 */
export function learnSemiPrivate(options) {
  checkOptions("learnSemiPrivate", options, known);
  const { rules, neighbors = "add-remove", confidence = 0.95 } = options;
  const request = {
    protects: "records",
    epsilon: numberOption("epsilon", options.epsilon),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  call("rulePlan", { ...request, rules: 1 }); // refuses what is out of range
  const read = readerOf(options);
  const { epsilon } = request;
  const mechanism = "learnSemiPrivate by the exponential mechanism";
  const cost = { mechanism, epsilon, delta: 0, neighbors: request.neighbors, boundedRange: true };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost,
    read,
    draw: (draw, granted) => draw({ ...request, epsilon: granted.epsilon }),
    record: ({ rules: candidates }) => {
      const error = call("rulePlan", { ...request, rules: candidates }).errors;
      return releaseRecord({
        mechanism,
        parameters: { rules: candidates, ...(isRuleClass(rules) && { class: rules }) },
        neighbors: request.neighbors,
        epsilon,
        delta: 0,
        public:
          request.neighbors === "replace" ? "the rules and the number of records" : "the rules",
        accuracy: {
          kind: "errors",
          error,
          confidence,
          statement: `With ${percent(confidence)} confidence the rule labels at most ${rounded(error)} more of the records wrongly than the best of the ${rounded(candidates)} rules does.`,
        },
        proof: "docs/guarantees/label-private.md",
      });
    },
  });
  return { value: drawn.value, record };
}

/**
 * Checks the kinds of everything; what it returns reads.
 * @param {SemiPrivateOptions} options
 * @returns {() => import("./public-rules.js").RuleDraw}
 */
function readerOf({ x, y, rules, unlabelled, ...options }) {
  const given = columnsFor(rules, x, "x");
  checkHolder(y, "y");
  if (!isRuleClass(rules)) {
    const list = rulesOf(rules);
    return () => amongRules(list, labelledRecords(columnsOf(given, y)));
  }
  const publicly = columnsFor(rules, unlabelled, "unlabelled");
  if (publicly.length !== given.length) {
    throw new RangeError(
      `unlabelled must be as many columns as x, ${given.length}, got ${publicly.length}`,
    );
  }
  const among = amongClass(rules, given.length, options);
  return () => {
    const building = wholeRecords(columnsOf(publicly, undefined, "unlabelled"));
    return among(building, labelledRecords(columnsOf(given, y)));
  };
}
