import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { accuracyOf } from "./rank-accuracy.js";
import { readRankOptions, withPublicSize } from "./rank-options.js";
import { rankPlan } from "./rank-plan.js";
import { names, rankRecord } from "./rank-record.js";
import { columnOf } from "./values.js";

/**
 * The draw behind `interiorPoint`, `median` and `quantile`.
 * @param {string} caller
 * @param {import("./values.js").Values} values
 * @param {any} options
 * @param {number} [rank] which quantile; without it any interior point
 * @returns {any}
 */
export function drawRank(caller, values, options, rank) {
  const { request, domain, plan } = readRankOptions(caller, options, rank);
  const algorithm = /** @type {keyof typeof names} */ (plan.algorithm);
  const { neighbors, confidence, outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const sized = { ...withPublicSize(request, algorithm, records), algorithm };
  if (sized.size !== request.size) rankPlan(domain, sized); // may refuse the size
  const mechanism = `${caller} by ${names[algorithm]}`;
  const isPure = algorithm === "exponential";
  const { epsilon, delta } = { ...request, ...(isPure && { delta: 0 }) };
  const reading = { ...layout, ...sized, domain: core };
  if (outside === "throw") call("checkInside", data, reading);
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: isPure };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const { facts, drawn } = call("drawRank", data, { ...reading, ...granted });
  const run = { mechanism, domain, outside, neighbors, epsilon, delta, confidence };
  const record = rankRecord(facts, run);
  attach(record);
  if (drawn === undefined) return { value: null, reason: "not-found", record };
  return { value: domain.decode(drawn), record };
}

/**
 * What a draw with these options will be able to say of its accuracy, whatever the data.
 * @param {string} caller
 * @param {any} options
 * @param {number} [rank]
 * @returns {import("./record.js").Accuracy}
 */
export function rankAccuracy(caller, options, rank) {
  const { request, plan } = readRankOptions(caller, options, rank);
  return accuracyOf(plan, request.confidence);
}
