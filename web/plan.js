import { rankPlan } from "./domains.js";
import { planThreshold } from "./learn-threshold-options.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, numberOption, wholeOption } from "./options.js";
import { percent } from "./record.js";

/**
 * @typedef {object} InteriorPointPlan
 * @property {string} algorithm
 * @property {number} records how many records are enough
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {Record<string, unknown>} parameters
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why
 */

/**
 * How many records an interior point or median needs so that, with the confidence asked for, it lies
 * between the smallest and the largest record.
 *
 * @param {object} options
 * @param {import("./domains.js").Domain} [options.domain] the domain, or its size as
 * @param {number} [options.bits] the number of bits of its keys, 1 to 1,048,576
 * @param {number} options.epsilon
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] default 0.95
 * @returns {InteriorPointPlan[]}
 * @throws {RangeError | TypeError}
 */
function interiorPoint(options) {
  checkOptions("plan.interiorPoint", options, [
    "domain",
    "bits",
    "epsilon",
    "neighbors",
    "confidence",
  ]);
  const { domain, bits } = options;
  if ((domain === undefined) === (bits === undefined)) {
    throw new TypeError("plan.interiorPoint needs either domain or bits");
  }
  const request = {
    epsilon: numberOption("epsilon", options.epsilon),
    neighbors: choiceOption("neighbors", options.neighbors ?? "add-remove", [
      "add-remove",
      "replace",
    ]),
    confidence: numberOption("confidence", options.confidence ?? 0.95),
  };
  const found =
    domain === undefined
      ? call("rankPlanForBits", { ...request, bits: wholeOption("bits", bits, 1, 1 << 20) })
      : rankPlan(domain, request);
  return [
    {
      algorithm: "exponential",
      records: found.leastRecords,
      loss: { epsilon: request.epsilon, delta: 0 },
      parameters: { rankError: found.rankError },
      chosen: true,
      why: `It needs no delta, and ${found.leastRecords} records suffice with ${percent(request.confidence)} confidence.`,
    },
  ];
}

/** What an algorithm will need, before any data is touched. */
export const plan = { interiorPoint, learnThreshold: planThreshold };
