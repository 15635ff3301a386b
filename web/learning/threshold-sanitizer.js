import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { checkLabelled } from "../data/holders.js";
import { labelledColumns } from "../data/labelled-columns.js";
import { percent, publicSizes, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";

/**
 * Options of `learnThreshold` with `algorithm: "sanitizer"`.
 * @typedef {object} SanitizerRule
 * @property {"sanitizer"} algorithm through recursive quantiles of the values of either label
 * @property {import("../data/domains.js").Domain<any>} [domain] of at most 64 bits; default: `reals()`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [points] how many quantiles of either label, 1 to 999; default 31
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

/**
 * The same with the data.
 * @typedef {SanitizerRule & import("./threshold.js").LabelledData} SanitizerThresholdOptions
 */

const known = [
  "algorithm",
  "domain",
  "epsilon",
  "points",
  "neighbors",
  "confidence",
  "x",
  "y",
  "ones",
  "outside",
  "ledger",
];

/**
 * @param {SanitizerThresholdOptions} options
 * @returns {{ value: ThresholdHypothesis, record: import("../ledger/record.js").ReleaseRecord }}
 */
export function learnThresholdBySanitizer(options) {
  checkOptions("learnThreshold", options, known);
  const { domain = /** @type {import("../data/domains.js").Domain<any>} */ (reals()) } = options;
  const { points = 31, neighbors = "add-remove", confidence = 0.95 } = options;
  const { ones = "below", outside = "clamp" } = options;
  checkDomain(domain);
  const request = {
    domain: domain.core,
    epsilon: numberOption("epsilon", options.epsilon),
    points: wholeOption("points", points, 1, 999),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  choiceOption("ones", ones, ["below", "above"]);
  choiceOption("outside", outside, ["clamp", "drop", "throw"]);
  const plan = call("thresholdBySanitizerPlan", request);
  checkLabelled(options.x, options.y);
  const { epsilon } = request;
  const mechanism = "learnThreshold by a sanitizer";
  const cost = { mechanism, epsilon, delta: 0, neighbors, boundedRange: false };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => labelledColumns(options, domain, ones, outside),
    draw: (columns, granted) =>
      call("drawThresholdBySanitizer", ...columns, { ...request, epsilon: granted.epsilon }),
    record: () =>
      releaseRecord({
        mechanism,
        parameters: { algorithm: "sanitizer", domain: domain.name, ones, outside, points },
        neighbors,
        epsilon,
        delta: 0,
        public: publicSizes(neighbors),
        accuracy: {
          kind: "errors",
          error: plan.errors,
          confidence,
          statement: `With ${percent(confidence)} confidence it labels at most ${rounded(plan.errors)} and ${percent(plan.share)} more of the records wrongly than the best threshold does, if no value occurs more than 1,000,000 times.`,
        },
        proof: "docs/guarantees/sanitizers-learn.md",
      }),
  });
  const threshold = drawn.last === undefined ? null : domain.decode(drawn.last);
  const constant = drawn.all === (ones === "below") ? 1 : 0;
  return { value: new ThresholdHypothesis({ threshold, ones, constant }), record };
}
