import { anything, optional, readOptions } from "../core/fields.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { ledger } from "../ledger/fields.js";
import { both, column, LearnerFields } from "./fields.js";
import {
  columnsFor,
  isRuleClass,
  listedRules,
  RuleClassFields,
  rulesOfClass,
} from "./public-rules.js";
import { chooseRule } from "./rule-choice.js";
import { rulesOf } from "./rules.js";

class SemiPrivateFields extends LearnerFields {
  /**
   * the private records' values, anything; for "boxes" an array of columns. A record with a value or
   * label that is missing (null, undefined, NaN) does not count
   * @type {import("../core/fields.js").Needed<ArrayLike<any> | Iterable<any>>}
   */
  x = anything();
  /**
   * their labels 0 or 1 (or false and true)
   * @type {import("../core/fields.js").Needed<import("../data/labels.js").Labels>}
   */
  y = column();
  /**
   * the candidates, built from public data only, or the name of a class whose rules `unlabelled` builds
   * @type {import("../core/fields.js").Needed<import("./rules.js").Rule[]
   *   | import("./public-rules.js").RuleClass>}
   */
  rules = { read: (_, value) => (isRuleClass(value) ? value : rulesOf(value)) };
  /**
   * for a class: public values of the same kind as `x`
   * @type {import("../core/fields.js").Optional<any>}
   */
  unlabelled = optional(anything(), undefined);
  /** is charged before anything is drawn */
  ledger = ledger();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<SemiPrivateFields>} SemiPrivateData {@interface} What
 *   `learnSemiPrivate` looks at.
 */

/**
 * Options of `learnSemiPrivate`.
 * @typedef {SemiPrivateData & import("./public-rules.js").RuleClassOptions} SemiPrivateOptions
 */

const Fields = both(SemiPrivateFields, RuleClassFields);

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
  const read = readOptions("learnSemiPrivate", Fields, options);
  const { x, y, rules, unlabelled, domain, ones, ledger, ...rest } = read;
  const request = { ...rest, protects: "records" };
  const given = columnsFor(rules, x, "x");
  const { candidates, readBuilding } = publicPart(rules, unlabelled, given.length, {
    domain,
    ones,
  });
  return chooseRule("learnSemiPrivate", {
    ...{ rules, candidates, request, ledger },
    read: () => ({
      publicly: readBuilding(),
      records: labelledRecords(columnsOf(given, y)),
    }),
  });
}

/**
 * The rules, and the public values that build them. Their kinds are checked at once.
 * @param {SemiPrivateOptions["rules"]} rules
 * @param {any} unlabelled
 * @param {number} axes
 * @param {import("../core/fields.js").Request<RuleClassFields>} options
 * @returns {{ candidates: import("./public-rules.js").Candidates, readBuilding: () => any[] }}
 */
function publicPart(rules, unlabelled, axes, options) {
  if (!isRuleClass(rules)) {
    return { candidates: listedRules(() => rules), readBuilding: () => [] };
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
