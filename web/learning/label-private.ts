import {
  anything,
  confidence,
  type Needed,
  number,
  type OptionsOf,
  optional,
  type Request,
  wholeWithin,
} from "../core/fields.js";
import { describe } from "../core/options.js";
import type { Labels } from "../data/labels.js";
import { type Columns, columnsOf, labelledRecords, wholeRecords } from "../data/records.js";
import type { Values } from "../data/values.js";
import { date, label } from "../ledger/fields.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { both, column } from "./fields.js";
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
import { type Rule, rulesOf } from "./rules.js";

/** Gives one rule for each way of labelling values that the class allows. */
export type Listing<X> = (x: ArrayLike<X>) => Rule<X>[];

/** The public facts of a call: its columns, and the rules. */
type Asking = Candidates & { columns: Values[] };

class LabelPrivateFields<X = unknown> {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** the confidence of the accuracy statement, between 0 and 1; default 0.95 */
  confidence = confidence();
  /**
   * the candidates, from the public part of the records only: the name of a class, or a function. The function
   * lists one rule for each way of labelling the records that the class allows; it never receives the labels
   */
  rules: Needed<Listing<X> | RuleClass> = {
    read: (_, value) => {
      if (isRuleClass(value) || typeof value === "function") return value as Listing<X> | RuleClass;
      throw new TypeError(
        `rules must be a function, "thresholds" or "boxes", got ${describe(value)}`,
      );
    },
  };
  /**
   * the public part of the records, of any type; for a class of rules numbers or other values of the domain,
   * for "boxes" an array of columns. A record with a missing value (null, undefined, NaN) does not count
   */
  x: Needed<ArrayLike<X> | Iterable<X>> = anything();
  /**
   * the labels 0 or 1 (or false and true), which are protected. A record whose label is missing still
   * builds rules, and does not choose among them
   */
  y: Needed<Labels> = column();
  /**
   * the number of first records that only build the rules, while all others choose among them, for statements
   * about fresh samples (`plan.learnLabelPrivate`); default: all do both
   */
  building = optional(number(), undefined);
  /** your name for the release, in its record */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * The records of `learnLabelPrivate`.
 * @interface
 */
export type LabelPrivateData<X = unknown> = OptionsOf<LabelPrivateFields<X>>;

/** Options of `learnLabelPrivate`. */
export type LabelPrivateOptions<X = unknown> = LabelPrivateData<X> & RuleClassOptions;

export const learnLabelPrivateDeclaration = new ReleaseDeclaration({
  ...aboutRules,
  name: "learnLabelPrivate",
  Fields: both(LabelPrivateFields, RuleClassFields),
  request: (
    { x: _x, y: _y, rules: _r, building: _b, domain: _d, ones: _o, ...rest },
    { terms },
  ) => ({
    ...{ ...rest, ...terms },
    ...{ protects: "labels", neighbors: "replace" },
  }),
  example: { options: { x: [1, 2, 3], y: [1, 1, 0], rules: "thresholds" } },
});

/**
 * Learns the best of some rules if only the labels are private: the records and all their other values are
 * public.
 *
 * Privacy: (epsilon, 0) for one label changed, **only the labels**. A ledger that protects whole
 * records cannot be charged for it.
 * Source: BNS13 section 6.1 (generic label-private learner); docs/guarantees/label-private.md.
 *
 * @returns for "thresholds" a `ThresholdHypothesis`, for "boxes" a `RectangleHypothesis`
 * @throws {RangeError | TypeError}
 */
export function learnLabelPrivate<X>(options: LabelPrivateOptions<X>): {
  value: Rule<X>;
  record: ReleaseRecord & { protects: "labels" };
} {
  const asked = learnLabelPrivateDeclaration.checkCall(
    options,
    ({ x, rules, domain, ones }: Request<LabelPrivateFields & RuleClassFields>): Asking => {
      const columns = columnsFor(rules, x, "x");
      return isRuleClass(rules)
        ? { columns, ...rulesOfClass(rules, columns.length, { domain, ones }) }
        : { columns, ...listedRules(([values]) => rulesOf(rules(values as ArrayLike<unknown>))) };
    },
  );
  const { columns, ...candidates }: Asking = asked.context;
  const { y, building } = asked.read;
  const { drawn, kept, record } = learnLabelPrivateDeclaration.releaseAnswer(asked, () => {
    const { publicly, records } = partsOf(columnsOf(columns, y), building);
    return candidates.read(publicly as Values[], records);
  });
  return {
    value: candidates.rule(drawn, kept),
    record: record as ReleaseRecord & { protects: "labels" },
  };
}

/**
 * The public values that build the rules, and the records that choose. A record with a missing label builds
 * rules, but does not choose. The rules and the first records must not depend on labels.
 */
function partsOf({ columns, labels = [] }: Columns, building: number | undefined) {
  const { length } = columns[0]!;
  const first =
    building === undefined ? 0 : wholeWithin(1, Math.max(1, length - 1)).read("building", building);
  const last = building ?? length;
  // Arrays and typed arrays: `columnsOf` gives no others.
  const from = (column: ArrayLike<unknown>) => (column as unknown[]).slice(first);
  return {
    publicly: wholeRecords({
      columns: columns.map((column) => (column as unknown[]).slice(0, last)),
    }),
    records: labelledRecords({ columns: columns.map(from), labels: from(labels) }),
  };
}
