import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  flagOption,
  neighborsOption,
  numberOption,
} from "../core/options.js";
import { checkDomain } from "../data/domains.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

/**
 * What of `learnPoint` is public.
 * @typedef {object} PointRule
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of records)
 * @property {"auto" | "stable" | "gap"} [algorithm] "stable" (what "auto" takes) also answers when
 *   several items have label 1; "gap" only when one stands out
 * @property {boolean} [proper] always name an item: a random one of `domain` if none was found; default
 *   false, "0 everywhere" then
 * @property {import("../data/domains.js").Domain<any>} [domain] if `proper`: which items there are (numbers
 *   or BigInts); at least 2 / (accuracy (1 - confidence)) of them
 * @property {number} [accuracy] if `proper`: which share of the records a random item may have, 0.0001
 *   to 0.5
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

const known = [
  ...["epsilon", "delta", "algorithm", "proper", "domain", "accuracy", "neighbors", "confidence"],
];

/**
 * Checks everything that is public, before the data is looked at.
 * @param {PointRule & Record<string, any>} options
 * @param {string[]} others further names that the caller takes
 */
export function readPointOptions(options, others) {
  checkOptions("learnPoint", options, [...known, ...others]);
  const { algorithm = "auto", neighbors = "add-remove", confidence = 0.95 } = options;
  const { proper = false } = options;
  flagOption("proper", proper);
  const request = {
    algorithm: choiceOption("algorithm", algorithm, ["auto", "stable", "gap"]),
    confidence: confidenceOption(confidence),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    neighbors: neighborsOption(neighbors),
  };
  if (!proper) {
    for (const name of /** @type {("domain" | "accuracy")[]} */ (["domain", "accuracy"])) {
      if (options[name] !== undefined) throw new TypeError(`${name} belongs to proper: true`);
    }
    return { domain: null, request, claim: claimOf("Point", request) };
  }
  const { domain } = options;
  checkDomain(domain);
  if (domain.core.type === "text") throw new RangeError("domain must not be text for a point");
  const accuracy = numberOption("accuracy", options.accuracy);
  const asked = { ...request, domain: domain.core, accuracy };
  return { domain, request: asked, claim: claimOf("Point", asked) };
}

/**
 * What `learnPoint` will be able to say of its errors with these options, whatever the data.
 * @param {PointRule} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function pointAccuracy(options) {
  const { claim } = readPointOptions(options, []);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/**
 * How far off a point may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, parameters: { accuracy: share } }) {
  const more = share === undefined ? "" : `, and no more than ${percent(share)} of them besides,`;
  return `If the records of one item have label 1 and no others, then with ${percent(confidence)} confidence the rule labels at most ${rounded(error)} of the records${more} wrongly.`;
}

/**
 * What an algorithm needs to learn a point.
 * @typedef {object} PointPlan
 * @property {"stable" | "gap"} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough for an error rate of at most `accuracy` among
 *   them
 * @property {number} freshRecords how many are enough, if they are independent samples, for an error
 *   rate below `accuracy` on fresh ones as well, with up to twice the failure probability
 * @property {number} errors how many errors it promises at most
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why what it promises, in words
 */

/**
 * How many labelled records `learnPoint` needs for an error rate of at most `accuracy`, if the records
 * of one item have label 1 and no others.
 *
 * @param {object} options
 * @param {number} options.epsilon
 * @param {number} options.delta
 * @param {number} options.accuracy 0.0001 to 0.5
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] default 0.95
 * @returns {PointPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planPoint(options) {
  const names = ["epsilon", "delta", "accuracy", "neighbors", "confidence"];
  checkOptions("plan.learnPoint", options, names);
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  const epsilon = numberOption("epsilon", options.epsilon);
  const delta = numberOption("delta", options.delta);
  const plans = call("pointPlans", {
    epsilon,
    delta,
    accuracy: numberOption("accuracy", options.accuracy),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  });
  return plans.map((/** @type {any} */ { reason, ...plan }) => ({
    ...plan,
    loss: { epsilon, delta },
    why: `It makes ${reason}.`,
  }));
}
