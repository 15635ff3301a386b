import { call } from "../core/load.js";
import { outside } from "../data/fields.js";
import { columnsOf, labelledRecords, oneOfEach, recordsOfUsers } from "../data/records.js";
import { aboutUsers } from "../data/user-rows.js";
import { optionsOfAny, Released } from "../ledger/released.js";
import { both, column, LabelledFields, ones, users } from "./fields.js";
import { thresholdOf } from "./hypotheses.js";
import { laidOutByLabel } from "./labelled-columns.js";
import { statementOf, ThresholdRuleFields } from "./threshold-options.js";
import { SanitizerRuleFields, sanitizerStatement } from "./threshold-sanitizer.js";

class LabelledDataFields extends LabelledFields {
  /**
   * values, one a record (not grouped)
   * @type {import("../core/fields.js").Needed<import("../data/values.js").Values>}
   */
  x = column();
  /**
   * whose row it is: each user counts with one of the user's rows, chosen at random, and users with all rows
   * are what is protected; null: every row is a different person. Without it every row is a record by itself
   */
  users = users();
  /**
   * on which side of the threshold label 1 is to be: up to it ("below", default) or after it. Public:
   * what you expect, not what you saw
   */
  ones = ones();
  /**
   * values outside the domain are moved to its nearest end (default), left out, or make the call throw,
   * which tells the world that one is there
   */
  outside = outside();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<LabelledDataFields>} LabelledData {@interface} The labelled
 *   records of `learnThreshold`, and what goes with them.
 */

/** Without data: whether errors are counted among records, or among rows that are sampled, one per user. */
class ThresholdUsersFields {
  /** whose rows there will be, as for `learnThreshold`: with ids or null the accuracy is about sampled rows */
  users = users();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<ThresholdUsersFields>} ThresholdUsers {@interface} Whose rows
 *   there will be, for the accuracy of `learnThreshold`.
 */

/**
 * Options of `learnThreshold`.
 * @typedef {import("./threshold-options.js").ThresholdRule & LabelledData} ThresholdOptions
 */

const aboutThresholds = {
  name: "learnThreshold",
  request: (
    /** @type {any} */ { domain, x: _x, y: _y, users, ones: _o, outside: _u, ...rest },
  ) => ({
    ...rest,
    domain: domain.core,
    ofUsers: users !== undefined,
  }),
  parameters: (/** @type {any} */ { domain, users, ones, outside }) => ({
    domain: domain.name,
    ones,
    outside,
    ...(users !== undefined && { perUser: 1 }),
    ...aboutUsers(users),
  }),
  example: { options: { x: [1, 2, 3], y: [1, 1, 0] } },
};

export const learnedThreshold = new Released({
  ...aboutThresholds,
  of: "Threshold",
  Fields: both(ThresholdRuleFields, LabelledDataFields),
  Known: both(ThresholdRuleFields, ThresholdUsersFields),
  statement: statementOf,
});

export const learnedBySanitizer = new Released({
  ...aboutThresholds,
  of: "ThresholdBySanitizer",
  Fields: both(SanitizerRuleFields, LabelledDataFields),
  Known: both(SanitizerRuleFields, ThresholdUsersFields),
  statement: sanitizerStatement,
});

/**
 * Each has options of its own, so that it is chosen before they are checked.
 * @param {any} options
 */
export function thresholdWay(options) {
  const once = optionsOfAny(options, learnedThreshold, learnedBySanitizer);
  const way = once?.algorithm === "sanitizer" ? learnedBySanitizer : learnedThreshold;
  return { way, options: once };
}

/**
 * Learns from labelled records at which value the label changes.
 *
 * Privacy: (epsilon, delta), for one labelled record more or less (or changed), or for one user with all rows
 * where `users` tells whose they are, any data, none included; with "exponential" (epsilon, 0).
 * Source: BNS13, KLMNS20, CLNSS22; docs/guarantees/thresholds.md.
 *
 * With `algorithm: "sanitizer"` through recursive quantiles of the values of either label, for
 * comparison: BNS13 section 5.1, docs/guarantees/sanitizers-learn.md.
 *
 * @param {ThresholdOptions
 *   | import("./threshold-sanitizer.js").SanitizerThresholdOptions} options
 * @returns {{ value: import("./hypothesis-threshold.js").ThresholdHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} `value.predict(x)` gives 0 or 1; null if no
 *   threshold stood out, which only "rec-concave" reports
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind, labels included
 */
export function learnThreshold(options) {
  const { way, options: once } = thresholdWay(options);
  const asked = way.ask(once);
  const { domain, x, y, users, ones, outside } = asked.read;
  const { drawn, record } = way.draw(asked, () => {
    const given = columnsOf([x], y);
    const laidOut = (/** @type {import("../data/records.js").Records} */ records) => {
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
    if (outside === "throw") laidOut(all.records); // every row, whichever is chosen
    return { data: laidOut(oneOfEach(all)) };
  });
  if (drawn === undefined) return { value: null, reason: "no threshold stood out", record };
  return { value: thresholdOf(drawn, domain, ones), record };
}
