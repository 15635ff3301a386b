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
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

/**
 * The options of `learnRectangle` that are about the box, not the data.
 * @typedef {object} RectangleRule
 * @property {import("../data/domains.js").Domain<any> | import("../data/domains.js").Domain<any>[]} [domain] of all
 *   axes, or one for each; any but text; default `reals()`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of points)
 * @property {"auto" | "outermost" | "slices"} [algorithm] "outermost" looks from every side at all
 *   points; "slices" removes what one side has looked at, which needs fewer points from about 4 axes
 *   on. "auto" (default): the one that promises fewer errors
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

/**
 * How many axes there are, where no data says it.
 * @typedef {{ dimensions?: number }} Dimensions 1 to 64; needed unless `domain` is an array
 */

const known = ["domain", "epsilon", "delta", "algorithm", "neighbors", "confidence"];

/** @type {("auto" | "outermost" | "slices")[]} */
const algorithms = ["auto", "outermost", "slices"];

/**
 * Checks everything that is public, before the data is looked at.
 * @param {string} caller
 * @param {RectangleRule & Record<string, any>} options
 * @param {number} axes
 * @param {string[]} others further names that the caller takes
 */
export function readRectangleOptions(caller, options, axes, others) {
  checkOptions(caller, options, [...known, ...others]);
  const { algorithm = "auto", neighbors = "add-remove", confidence = 0.95 } = options;
  const { domain = reals() } = options;
  const domains = domainsOf(domain, axes);
  const request = {
    domains: domains.map(({ core }) => core),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    algorithm: choiceOption("algorithm", algorithm, algorithms),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, domains };
}

/**
 * @param {import("../data/domains.js").Domain<any> | import("../data/domains.js").Domain<any>[]} domain
 * @param {number} axes
 * @returns {import("../data/domains.js").Domain<any>[]} one for each axis
 */
export function domainsOf(domain, axes) {
  const domains = Array.isArray(domain) ? domain : Array(axes).fill(domain);
  if (domains.length !== axes) {
    throw new RangeError(
      `domain must be one, or as many as columns, ${axes}, got ${domains.length}`,
    );
  }
  for (const one of domains) {
    checkDomain(one);
    if (one.core.type === "text") throw new RangeError("domain must not be text for a box");
  }
  return domains;
}

/**
 * @param {RectangleRule & Dimensions} options
 * @returns {number}
 */
function axesOf(options) {
  const { domain, dimensions } = options ?? {};
  if (Array.isArray(domain) && dimensions === undefined) {
    return wholeOption("dimensions", domain.length, 1, 64);
  }
  return wholeOption("dimensions", dimensions, 1, 64);
}

/**
 * What a box learned with these options will be able to say of its errors, whatever the data.
 * @param {RectangleRule & Dimensions} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function rectangleAccuracy(options) {
  const axes = axesOf(options);
  const { request } = readRectangleOptions("learnRectangle", options, axes, ["dimensions"]);
  const claim = claimOf("Rectangle", request);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/**
 * How far off a box may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, conditions: { leastOnes } }) {
  const surely = `If some box labels all points rightly, then with ${percent(confidence)} confidence`;
  const wrong = `labels at most ${rounded(error)} of them wrongly, all of those points with label 1`;
  const found =
    leastOnes === 0
      ? `one is found that ${wrong}`
      : `the one found, or 0 everywhere if none is, ${wrong}; one is found if ${rounded(leastOnes)} points have label 1`;
  return `${surely} ${found}.`;
}

/**
 * What one algorithm needs to learn a box.
 * @typedef {object} RectanglePlan
 * @property {"outermost" | "slices"} algorithm what to pass as `algorithm`
 * @property {number} records how many points are enough for an error rate of at most `accuracy` among
 *   them; Infinity if the algorithm cannot run with these options
 * @property {number} freshRecords how many are enough, if they are independent samples, for an error
 *   rate below `accuracy` on fresh ones as well, with up to twice the failure probability
 * @property {number} errors how many errors it promises at most
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why it is chosen or not, in words
 */

/**
 * How many labelled points either algorithm needs for an error rate of at most `accuracy`, if some box
 * labels all of them rightly.
 *
 * @param {Omit<RectangleRule, "algorithm"> & Dimensions & { accuracy: number }} options `accuracy`:
 *   0.0001 to 0.5
 * @returns {RectanglePlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planRectangle(options) {
  const others = ["dimensions", "accuracy"];
  const axes = axesOf(options);
  const { request } = readRectangleOptions("plan.learnRectangle", options, axes, others);
  const { epsilon, delta } = request;
  const accuracy = numberOption("accuracy", options.accuracy);
  const plans = call("rectanglePlans", { ...request, accuracy });
  return plans.map((/** @type {any} */ { available, reason, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? plan.records : Number.POSITIVE_INFINITY,
    freshRecords: available ? plan.freshRecords : Number.POSITIVE_INFINITY,
    errors: available ? plan.errors : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta },
    chosen: plan.chosen,
    why: `It ${available ? `makes ${reason}` : reason}.`,
  }));
}
