import { call } from "../core/load.js";
import { choiceOption } from "../core/options.js";
import { checkLabelled } from "../data/holders.js";
import { labelledColumns } from "../data/labelled-columns.js";
import { publicSizes, releaseRecord } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";
import { accuracyOf, readThresholdOptions } from "./threshold-options.js";
import { learnThresholdBySanitizer } from "./threshold-sanitizer.js";

/** @type {Record<string, string>} */
const names = {
  exponential: "the exponential mechanism",
  prefix: "prefix choice",
  "interior-point": "an interior point",
  "rec-concave": "RecConcave",
};

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
 * @returns {{ value: ThresholdHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} `value.predict(x)` gives 0 or 1; null if no
 *   threshold stood out, which only algorithms with a delta report
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind, labels included
 */
export function learnThreshold(options) {
  if (options?.algorithm === "sanitizer") return learnThresholdBySanitizer(options);
  const { request, domain } = readThresholdOptions("learnThreshold", options, [
    "x",
    "y",
    "ones",
    "outside",
    "ledger",
  ]);
  const { ones = "below", outside = "clamp" } = options;
  choiceOption("ones", ones, ["below", "above"]);
  choiceOption("outside", outside, ["clamp", "drop", "throw"]);
  const plan = call("thresholdPlan", request);
  checkLabelled(options.x, options.y);
  const { epsilon, neighbors, confidence, tolerance } = request;
  const { delta, algorithm } = plan;
  const mechanism = `learnThreshold by ${names[algorithm]}`;
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: algorithm === "exponential" };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => labelledColumns(options, domain, ones, outside),
    draw: (columns, granted) =>
      call("drawThreshold", ...columns, { ...request, ...granted, algorithm }),
    record: () =>
      releaseRecord({
        mechanism,
        parameters: { algorithm, domain: domain.name, ones, outside, tolerance },
        neighbors,
        epsilon,
        delta,
        public: publicSizes(neighbors),
        accuracy: accuracyOf(plan, { tolerance, confidence }),
        proof: "docs/guarantees/thresholds.md",
      }),
  });
  if (!drawn.found) return { value: null, reason: "no threshold stood out", record };
  const threshold = drawn.last === undefined ? null : domain.decode(drawn.last);
  const constant = drawn.all === (ones === "below") ? 1 : 0;
  return { value: new ThresholdHypothesis({ threshold, ones, constant }), record };
}
