import { anything, optional } from "../core/fields.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import { date, label, ledger } from "../ledger/fields.js";
import { Released } from "../ledger/released.js";
import { both, column, LearnerFields } from "./fields.js";
import {
  columnsFor,
  isRuleClass,
  listedRules,
  RuleClassFields,
  rulesOfClass,
} from "./public-rules.js";
import { aboutRules } from "./rule-choice.js";
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
  rules = {
    read: (_, value) => (isRuleClass(value) ? value : /** @type {any} */ (rulesOf(value))),
  };
  /**
   * for a class: public values of the same kind as `x`
   * @type {import("../core/fields.js").Optional<any>}
   */
  unlabelled = optional(anything(), undefined);
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<SemiPrivateFields>} SemiPrivateData {@interface} What
 *   `learnSemiPrivate` looks at.
 */

/**
 * Options of `learnSemiPrivate`.
 * @typedef {SemiPrivateData & import("./public-rules.js").RuleClassOptions} SemiPrivateOptions
 */

export const semiPrivate = new Released({
  ...aboutRules,
  name: "learnSemiPrivate",
  Fields: both(SemiPrivateFields, RuleClassFields),
  request: (
    { x: _x, y: _y, rules: _r, unlabelled: _u, domain: _d, ones: _o, ...rest },
    { terms },
  ) => ({
    ...{ ...rest, ...terms },
    protects: "records",
  }),
  example: {
    options: { x: [1, 2, 3], y: [1, 1, 0], rules: "thresholds", unlabelled: [1, 2, 3] },
  },
});

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
  const asked = semiPrivate.ask(options, publicPart);
  const { columns, readBuilding, ...candidates } = asked.context;
  const { drawn, kept, record } = semiPrivate.draw(asked, () =>
    candidates.read(readBuilding(), labelledRecords(columnsOf(columns, asked.read.y))),
  );
  return { value: candidates.rule(drawn, kept), record };
}

/**
 * The columns, the rules, and the public values that build them. Their kinds are checked at once.
 * @param {import("../core/fields.js").Request<SemiPrivateFields & RuleClassFields>} read
 * @returns {import("./public-rules.js").Candidates & { columns: any[], readBuilding: () => any[] }}
 */
function publicPart({ x, rules, unlabelled, domain, ones }) {
  const columns = columnsFor(rules, x, "x");
  if (!isRuleClass(rules)) {
    const read = /** @type {any} */ (rules); // with how each one predicts
    return { columns, ...listedRules(() => read), readBuilding: () => [] };
  }
  const building = columnsFor(rules, unlabelled, "unlabelled");
  if (building.length !== columns.length) {
    throw new RangeError(
      `unlabelled must be as many columns as x, ${columns.length}, got ${building.length}`,
    );
  }
  const readBuilding = () => wholeRecords(columnsOf(building, undefined, "unlabelled"));
  return { columns, ...rulesOfClass(rules, columns.length, { domain, ones }), readBuilding };
}
