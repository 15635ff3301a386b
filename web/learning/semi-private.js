import { checkOptions, confidenceOption, neighborsOption, numberOption } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { columnsFor, isRuleClass, listedRules, rulesOfClass } from "./public-rules.js";
import { chooseRule } from "./rule-choice.js";
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
  const { x, y, rules, neighbors = "add-remove", confidence = 0.95, ledger } = options;
  const request = {
    protects: "records",
    epsilon: numberOption("epsilon", options.epsilon),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  const given = columnsFor(rules, x, "x");
  checkHolder(y, "y");
  const { candidates, readBuilding } = publicPart(options, given.length);
  const read = () => ({
    publicly: readBuilding(),
    records: labelledRecords(columnsOf(given, y)),
  });
  return chooseRule("learnSemiPrivate", { rules, candidates, request, read, ledger });
}

/**
 * The rules, and the public values that build them. Their kinds are checked at once.
 * @param {SemiPrivateOptions} options
 * @param {number} axes
 * @returns {{ candidates: import("./public-rules.js").Candidates, readBuilding: () => any[] }}
 */
function publicPart({ rules, unlabelled, ...options }, axes) {
  if (!isRuleClass(rules)) {
    const list = rulesOf(rules);
    return { candidates: listedRules(() => list), readBuilding: () => [] };
  }
  const building = columnsFor(rules, unlabelled, "unlabelled");
  if (building.length !== axes) {
    throw new RangeError(
      `unlabelled must be as many columns as x, ${axes}, got ${building.length}`,
    );
  }
  const readBuilding = () => wholeRecords(columnsOf(building, undefined, "unlabelled"));
  return { candidates: rulesOfClass(rules, axes, options), readBuilding };
}
