import { call } from "../core/load.js";
import { choiceOption } from "../core/options.js";
import { checkLabelled } from "../data/holders.js";
import { columnsOf, labelledRecords } from "../data/records.js";
import { claimOf, release } from "../ledger/release.js";
import { thresholdOf } from "./hypotheses.js";
import { laidOutByLabel } from "./labelled-columns.js";
import { readThresholdOptions, statementOf } from "./threshold-options.js";
import { readSanitizerOptions, sanitizerStatement } from "./threshold-sanitizer.js";

/**
 * The labelled records of `learnThreshold`, and what goes with them.
 * @typedef {object} LabelledData
 * @property {import("../data/values.js").Values} x values, one a record (not grouped)
 * @property {import("../data/labels.js").Labels} y labels 0 or 1 (or false and true), as many
 * @property {"below" | "above"} [ones] on which side of the threshold label 1 is to be: up to it
 *   ("below", default) or after it. Public: what you expect, not what you saw
 * @property {"clamp" | "drop" | "throw"} [outside] values outside the domain are moved to its nearest
 *   end (default), left out, or make the call throw, which tells the world that one is there
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

/**
 * Options of `learnThreshold`.
 * @typedef {import("./threshold-options.js").ThresholdRule & LabelledData} ThresholdOptions
 */

const others = ["x", "y", "ones", "outside", "ledger"];

/**
 * Learns from labelled records at which value the label changes.
 *
 * Privacy: (epsilon, delta), for one labelled record more or less (or changed), any data, none
 * included; with "exponential" (epsilon, 0).
 * Source: BNS13, KLMNS20, CLNSS22; docs/guarantees/thresholds.md.
 *
 * With `algorithm: "sanitizer"` through recursive quantiles of the values of either label, for
 * comparison: BNS13 section 5.1, docs/guarantees/sanitizers-learn.md.
 *
 * @param {ThresholdOptions
 *   | import("./threshold-sanitizer.js").SanitizerThresholdOptions} options
 * @returns {{ value: import("./hypothesis-threshold.js").ThresholdHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} `value.predict(x)` gives 0 or 1; null if no
 *   threshold stood out, which only algorithms with a delta report
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind, labels included
 */
export function learnThreshold(options) {
  const bySanitizer = options?.algorithm === "sanitizer";
  const of = bySanitizer ? "ThresholdBySanitizer" : "Threshold";
  const { request, domain } = bySanitizer
    ? readSanitizerOptions(options, others)
    : readThresholdOptions("learnThreshold", options, others);
  const { x, y, ones = "below", outside = "clamp", ledger } = options;
  choiceOption("ones", ones, ["below", "above"]);
  choiceOption("outside", outside, ["clamp", "drop", "throw"]);
  const claim = claimOf(of, request);
  checkLabelled(x, y);
  const { drawn, record } = release({
    of,
    mechanism: `learnThreshold by ${claim.mechanism}`,
    claim,
    request,
    ledger,
    read: () => {
      const records = labelledRecords(columnsOf([x], y), outside);
      const data = laidOutByLabel(records, domain, ones, outside);
      if (outside === "throw") {
        for (const { data: values, layout } of Object.values(data)) {
          call("checkInside", values, layout);
        }
      }
      return { data };
    },
    words: (drawn) => ({
      statement: bySanitizer ? sanitizerStatement(drawn) : statementOf(drawn),
      parameters: { domain: domain.name, ones, outside },
    }),
  });
  if (drawn === undefined) return { value: null, reason: "no threshold stood out", record };
  return { value: thresholdOf(drawn, domain, ones), record };
}
