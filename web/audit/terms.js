import { checkOptions, describe, kindOf, numberOption, wholeOption } from "../core/options.js";
import { seedOption } from "../core/seeded-bytes.js";

/**
 * What is claimed, and how hard to look.
 * @template [Answer=any]
 * @typedef {object} AuditOptions
 * @property {number} epsilon the claim, 0 or more
 * @property {number} [delta] the claim, 0 or more and below 1; default 0
 * @property {number} [runs] on each of the two inputs, 100 to 100,000,000; default 20,000
 * @property {number} [alpha] the probability with which the bound may be false, above 0 and below 1;
 *   default 1e-6
 * @property {(answer: Answer) => unknown} [statistic] what to look at of an answer, as plain data: one
 *   number that tells the inputs apart shows more than a large object; default: the whole answer
 * @property {number | bigint} [seed] which input goes first in each pair of runs, a whole number; default 1
 */

const known = ["epsilon", "delta", "runs", "alpha", "statistic", "seed"];

/**
 * The arguments of `audit`, checked and complete.
 * @param {unknown} mechanism
 * @param {unknown} inputs
 * @param {AuditOptions} options
 */
export function auditTerms(mechanism, inputs, options) {
  checkOptions("audit", options, known);
  if (typeof mechanism !== "function") {
    throw new TypeError(`mechanism must be a function of the data, got ${describe(mechanism)}`);
  }
  if (!Array.isArray(inputs) || inputs.length !== 2) {
    const got = Array.isArray(inputs) ? `an array of ${inputs.length}` : kindOf(inputs);
    throw new TypeError(`inputs must be an array of two neighbouring inputs, got ${got}`);
  }
  const { delta = 0, runs = 20_000, alpha = 1e-6, statistic = asItIs, seed = 1 } = options;
  if (typeof statistic !== "function") {
    throw new TypeError(`statistic must be a function of an answer, got ${describe(statistic)}`);
  }
  return {
    epsilon: inside("epsilon", options.epsilon, "0 or more", (x) => x >= 0 && x < Infinity),
    delta: inside("delta", delta, "0 or more and below 1", (x) => x >= 0 && x < 1),
    runs: wholeOption("runs", runs, 100, 100_000_000),
    alpha: inside("alpha", alpha, "above 0 and below 1", (x) => x > 0 && x < 1),
    statistic,
    seed: seedOption(seed),
  };
}

/** @param {unknown} answer */
const asItIs = (answer) => answer;

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string} where
 * @param {(number: number) => boolean} holds
 */
function inside(name, value, where, holds) {
  const number = numberOption(name, value);
  if (holds(number)) return number;
  throw new RangeError(`${name} must be a number ${where}, got ${number}`);
}
