import { call } from "../core/load.js";
import {
  checkOptions,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { reals } from "../data/domains.js";
import { laidOut } from "../data/labelled-columns.js";
import { byLabel, columnsOf, labelledRecords } from "../data/records.js";
import { percent, publicSizes, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { domainsOf } from "./rectangle-options.js";

/**
 * Options of `learnRectangle` with `algorithm: "sanitizers"`.
 * @typedef {object} SanitizerBox
 * @property {"sanitizers"} algorithm through recursive quantiles of every axis
 * @property {import("../data/domains.js").Domain<any> | import("../data/domains.js").Domain<any>[]} [domain] of all
 *   axes, or one for each, of at most 64 bits; any but text; default `reals()`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [delta] 0 (default), or far below 1 / (number of points): makes composing many
 *   axes cheaper
 * @property {number} [points] how many quantiles of each axis, 1 to 999; default 31
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

/**
 * The same with the data.
 * @typedef {SanitizerBox & import("./rectangle.js").LabelledPoints} SanitizerRectangleOptions
 */

const known = [
  "algorithm",
  "domain",
  "epsilon",
  "delta",
  "points",
  "neighbors",
  "confidence",
  "x",
  "y",
  "ledger",
];

/**
 * @param {SanitizerRectangleOptions} options
 * @returns {{ value: RectangleHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }}
 */
export function learnRectangleBySanitizers(options) {
  checkOptions("learnRectangle", options, known);
  const { x, y, points = 31, delta = 0 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const { domain = reals() } = options;
  const domains = domainsOf(domain, x.length);
  const request = {
    domains: domains.map(({ core }) => core),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    points: wholeOption("points", points, 1, 999),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  const plan = call("rectangleBySanitizerPlan", request);
  const { epsilon } = request;
  const mechanism = "learnRectangle by sanitizers";
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: false };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => {
      const { ones, zeros } = byLabel(labelledRecords(columnsOf(x, y)));
      return domains.map((domain, axis) => ({
        ones: laidOut(ones[axis], domain),
        zeros: laidOut(zeros[axis], domain),
      }));
    },
    draw: (columns, granted) =>
      call("drawRectangleBySanitizer", columns, { ...request, ...granted }),
    record: () =>
      releaseRecord({
        mechanism,
        parameters: { algorithm: "sanitizers", domains: domains.map(({ name }) => name), points },
        neighbors,
        epsilon,
        delta,
        public: publicSizes(neighbors, "points"),
        accuracy: {
          kind: "errors",
          error: plan.errors,
          confidence,
          statement: `If some box labels all points rightly, then with ${percent(confidence)} confidence the one found, or 0 everywhere if none is, labels at most ${rounded(plan.errors)} and ${percent(plan.share)} of them wrongly, all of those points with label 1, if no coordinate occurs more than 1,000,000 times.`,
        },
        proof: "docs/guarantees/sanitizers-learn.md",
      }),
  });
  if (!drawn.found) return { value: null, reason: "no cell of some axis stood out", record };
  const sides = [drawn.lowest, drawn.highest].map((/** @type {any[]} */ side) =>
    side.map((value, axis) => domains[axis].decode(value)),
  );
  return { value: new RectangleHypothesis(sides[0], sides[1]), record };
}
