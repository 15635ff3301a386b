import {
  checkOptions,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { reals } from "../data/domains.js";
import { percent, rounded } from "../ledger/record.js";
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

const known = ["algorithm", "domain", "epsilon", "delta", "points", "neighbors", "confidence"];

/**
 * Checks everything that is public, before the data is looked at.
 * @param {SanitizerBox & Record<string, any>} options
 * @param {number} axes
 * @param {string[]} others further names that the caller takes
 */
export function readSanitizerOptions(options, axes, others) {
  checkOptions("learnRectangle", options, [...known, ...others]);
  const { points = 31, delta = 0 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const { domain = reals() } = options;
  const domains = domainsOf(domain, axes);
  const request = {
    domains: domains.map(({ core }) => core),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    points: wholeOption("points", points, 1, 999),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, domains };
}

/**
 * How far off the box may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function sanitizerStatement({ accuracy: { error, confidence }, conditions }) {
  const { share, mostEqual } = conditions;
  return `If some box labels all points rightly, then with ${percent(confidence)} confidence the one found, or 0 everywhere if none is, labels at most ${rounded(error)} and ${percent(share)} of them wrongly, all of those points with label 1, if no coordinate occurs more than ${rounded(mostEqual)} times.`;
}
