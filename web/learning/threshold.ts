import type { Needed, OptionsOf, Request } from "../core/fields.js";
import { call } from "../core/load.js";
import type { Domain } from "../data/domains.js";
import { outside } from "../data/fields.js";
import {
  columnsOf,
  labelledRecords,
  oneOfEach,
  type Records,
  recordsOfUsers,
} from "../data/records.js";
import { aboutUsers } from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { optionsOfAny, ReleaseDeclaration } from "../ledger/released.js";
import { both, column, LabelledFields, ones, users } from "./fields.js";
import { thresholdOf } from "./hypotheses.js";
import type { ThresholdHypothesis } from "./hypothesis-threshold.js";
import { laidOutByLabel } from "./labelled-columns.js";
import { statementOf, type ThresholdRule, ThresholdRuleFields } from "./threshold-options.js";
import {
  SanitizerRuleFields,
  type SanitizerThresholdOptions,
  sanitizerStatement,
} from "./threshold-sanitizer.js";

class LabelledDataFields extends LabelledFields {
  /** values, one a record (not grouped) */
  x: Needed<Values> = column();
  /**
   * user ids: each user counts with one random row, and the release protects users with all their rows; null:
   * every row is a different person. Without this option every row is a separate record
   */
  users = users();
  /**
   * the side of the threshold with label 1: up to it ("below", default) or after it. Public: your
   * expectation, not an observation
   */
  ones = ones();
  /**
   * values outside the domain are clamped to its nearest end (default), dropped, or make the call throw, which
   * reveals that such a value exists
   */
  outside = outside();
}

/**
 * The labelled records of `learnThreshold`, and the options for them.
 * @interface
 */
export type LabelledData = OptionsOf<LabelledDataFields>;

/** Without data: whether errors count records, or sampled rows, one per user. */
class ThresholdUsersFields {
  /** the user ids of the rows, as for `learnThreshold`: with ids or null the accuracy is about sampled rows */
  users = users();
}

/**
 * The `users` of the rows to come, for the accuracy of `learnThreshold`.
 * @interface
 */
export type ThresholdUsers = OptionsOf<ThresholdUsersFields>;

/** Options of `learnThreshold`. */
export type ThresholdOptions<T = number> = ThresholdRule<T> & LabelledData;

/** The options of a threshold to learn, or to plan for: with or without data. */
type Learning = Request<ThresholdRuleFields<unknown> & LabelledDataFields>;
type ThresholdRead = Partial<Omit<Learning, "algorithm">> & Pick<Learning, "domain">;

const aboutThresholds = {
  name: "learnThreshold",
  request: ({ domain, x: _x, y: _y, users, ones: _o, outside: _u, ...rest }: ThresholdRead) => ({
    ...rest,
    domain: domain.core,
    ofUsers: users !== undefined,
  }),
  parameters: ({
    domain,
    users,
    ones,
    outside,
  }: Pick<Learning, "domain" | "users" | "ones" | "outside">) => ({
    domain: domain.name,
    ones,
    outside,
    ...(users !== undefined && { perUser: 1 }),
    ...aboutUsers(users),
  }),
  example: { options: { x: [1, 2, 3], y: [1, 1, 0] } },
};

export const learnThresholdDeclaration = new ReleaseDeclaration({
  ...aboutThresholds,
  of: "Threshold",
  Fields: both(ThresholdRuleFields<unknown>, LabelledDataFields),
  AccuracyOptions: both(ThresholdRuleFields<unknown>, ThresholdUsersFields),
  statement: statementOf,
});

export const learnThresholdBySanitizerDeclaration = new ReleaseDeclaration({
  ...aboutThresholds,
  of: "ThresholdBySanitizer",
  Fields: both(SanitizerRuleFields<unknown>, LabelledDataFields),
  AccuracyOptions: both(SanitizerRuleFields<unknown>, ThresholdUsersFields),
  statement: sanitizerStatement,
});

/** The members that both declarations share. */
type ThresholdWay = Pick<
  ReleaseDeclaration<Pick<ThresholdRuleFields<unknown>, "domain"> & LabelledDataFields>,
  "checkCall" | "releaseAnswer" | "accuracy"
>;

/** Chooses the algorithm first, as each has options of its own. */
export function thresholdWay(options: unknown) {
  const once = optionsOfAny(
    options,
    learnThresholdDeclaration,
    learnThresholdBySanitizerDeclaration,
  );
  const way: ThresholdWay =
    once?.algorithm === "sanitizer"
      ? learnThresholdBySanitizerDeclaration
      : learnThresholdDeclaration;
  return { way, options: once };
}

/**
 * Learns from labelled records at which value the label changes.
 *
 * Privacy: (epsilon, delta), for one labelled record more or less (or changed), or, if `users` gives user ids,
 * for one user with all rows; for every data set, the empty one included; with "exponential" (epsilon, 0).
 * Source: BNS13, KLMNS20, CLNSS22; docs/guarantees/thresholds.md.
 *
 * With `algorithm: "sanitizer"` through recursive quantiles of the values of either label, for
 * comparison: BNS13 section 5.1, docs/guarantees/sanitizers-learn.md.
 *
 * @returns `value.predict(x)` returns 0 or 1; `value` is null if the algorithm found no threshold
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind, labels included
 */
export function learnThreshold<T = number>(
  options: ThresholdOptions<T> | SanitizerThresholdOptions<T>,
): {
  value: ThresholdHypothesis<T> | null;
  reason?: string;
  record: ReleaseRecord;
} {
  const { way, options: once } = thresholdWay(options);
  const asked = way.checkCall(once);
  const { domain, x, y, users, ones, outside } = asked.read;
  const { drawn, record } = way.releaseAnswer(asked, () => {
    const given = columnsOf([x], y);
    const laidOut = (records: Records) => {
      const data = laidOutByLabel(records, domain, ones, outside);
      if (outside === "throw") {
        for (const { data: values, layout } of Object.values(data)) {
          call("checkInside", values, layout);
        }
      }
      return data;
    };
    if (users === undefined || users === null) {
      return { data: laidOut(labelledRecords(given, outside)) };
    }
    const all = recordsOfUsers(given, users, outside);
    if (outside === "throw") laidOut(all.records); // every row, also rows that the sample leaves out
    return { data: laidOut(oneOfEach(all)) };
  });
  if (drawn === undefined) return { value: null, reason: "no threshold stood out", record };
  return { value: thresholdOf(drawn, domain as Domain<T>, ones), record };
}
