import {
  anything,
  type Needed,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
} from "../core/fields.js";
import type { Labels } from "../data/labels.js";
import { columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import type { Values } from "../data/values.js";
import { date, label, ledger } from "../ledger/fields.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { both, column, LearnerFields } from "./fields.js";
import {
  type Candidates,
  columnsFor,
  isRuleClass,
  listedRules,
  type RuleClass,
  RuleClassFields,
  type RuleClassOptions,
  rulesOfClass,
} from "./public-rules.js";
import { aboutRules } from "./rule-choice.js";
import { type Candidate, type Rule, rulesOf } from "./rules.js";

/** The public facts of a call: its columns, the rules, and a reader of the values that build them. */
type Asking = Candidates & { columns: Values[]; readBuilding: () => Values[] };

class SemiPrivateFields<X = unknown> extends LearnerFields {
  /**
   * the private records' values, anything; for "boxes" an array of columns. A record with a value or
   * label that is missing (null, undefined, NaN) does not count
   */
  x: Needed<ArrayLike<X> | Iterable<X>> = anything();
  /** their labels 0 or 1 (or false and true) */
  y: Needed<Labels> = column();
  /** the candidates, built from public data only, or the name of a class whose rules `unlabelled` builds */
  rules: Needed<Rule<X>[] | RuleClass> = {
    read: (_, value) => (isRuleClass(value) ? value : rulesOf(value)),
  };
  /** for a class: public values of the same kind as `x` */
  unlabelled: Optional<unknown> = optional(anything(), undefined);
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * The records of `learnSemiPrivate`.
 * @interface
 */
export type SemiPrivateData<X = unknown> = OptionsOf<SemiPrivateFields<X>>;

/** Options of `learnSemiPrivate`. */
export type SemiPrivateOptions<X = unknown> = SemiPrivateData<X> & RuleClassOptions;

export const learnSemiPrivateDeclaration = new ReleaseDeclaration({
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
 * Privacy: (epsilon, 0), pure, for one labelled record more or less (or changed), for every
 * data set, the empty one included.
 * Source: BNS13 section 6.2 (semi-private learning); docs/guarantees/label-private.md.
 *
 * @returns for "thresholds" a `ThresholdHypothesis`, for "boxes" a `RectangleHypothesis`
 * @throws {RangeError | TypeError}
 */
export function learnSemiPrivate<X>(options: SemiPrivateOptions<X>): {
  value: Rule<X>;
  record: ReleaseRecord;
} {
  const asked = learnSemiPrivateDeclaration.checkCall(options, publicPart);
  const { columns, readBuilding, ...candidates }: Asking = asked.context;
  const { drawn, kept, record } = learnSemiPrivateDeclaration.releaseAnswer(asked, () =>
    candidates.read(readBuilding(), labelledRecords(columnsOf(columns, asked.read.y))),
  );
  return { value: candidates.rule(drawn, kept), record };
}

/** The columns, the rules, and the public values that build them. The check of their kinds comes at once. */
function publicPart({
  x,
  rules,
  unlabelled,
  domain,
  ones,
}: Request<SemiPrivateFields & RuleClassFields>): Asking {
  const columns = columnsFor(rules, x, "x");
  if (!isRuleClass(rules)) {
    const read = rules as Candidate[]; // with how each one predicts
    return { columns, ...listedRules(() => read), readBuilding: () => [] };
  }
  const building = columnsFor(rules, unlabelled, "unlabelled");
  if (building.length !== columns.length) {
    throw new RangeError(
      `unlabelled must be as many columns as x, ${columns.length}, got ${building.length}`,
    );
  }
  const readBuilding = () => wholeRecords(columnsOf(building, undefined, "unlabelled")) as Values[];
  return { columns, ...rulesOfClass(rules, columns.length, { domain, ones }), readBuilding };
}
