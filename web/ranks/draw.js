import { call } from "../core/load.js";
import { checkColumn } from "../data/holders.js";
import { columnOf } from "../data/values.js";
import { release } from "../ledger/release.js";
import { accuracyOf } from "./accuracy.js";
import { readRankOptions, withPublicSize } from "./options.js";
import { rankPlan } from "./plan.js";
import { names, rankRecord } from "./record.js";

/**
 * The draw behind `interiorPoint`, `median` and `quantile`.
 * @param {string} caller
 * @param {import("../data/values.js").Values} values
 * @param {any} options
 * @param {number} [rank] which quantile; without it any interior point
 * @returns {any}
 */
export function drawRank(caller, values, options, rank) {
  const { request, domain, plan } = readRankOptions(caller, options, rank);
  const algorithm = /** @type {keyof typeof names} */ (plan.algorithm);
  const { neighbors, confidence, outside, missing } = request;
  checkColumn(values);
  const mechanism = `${caller} by ${names[algorithm]}`;
  const isPure = algorithm === "exponential";
  const { epsilon, delta } = { ...request, ...(isPure && { delta: 0 }) };
  const run = { mechanism, domain, outside, neighbors, epsilon, delta, confidence };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors, boundedRange: isPure },
    read: () => readRank(values, domain, request, algorithm),
    draw: ({ data, reading }, granted) => call("drawRank", data, { ...reading, ...granted }),
    record: ({ facts }) => rankRecord(facts, run),
  });
  if (drawn.drawn === undefined) return { value: null, reason: "not-found", record };
  return { value: domain.decode(drawn.drawn), record };
}

/**
 * The column, and how the core reads it.
 * @param {import("../data/values.js").Values} values
 * @param {import("../data/domains.js").Domain} domain
 * @param {any} request
 * @param {string} algorithm
 */
function readRank(values, domain, request, algorithm) {
  const { outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const sized = { ...withPublicSize(request, algorithm, records), algorithm };
  if (sized.size !== request.size) rankPlan(domain, sized); // may refuse the size
  const reading = { ...layout, ...sized, domain: core };
  if (outside === "throw") call("checkInside", data, reading);
  return { data, reading };
}

/**
 * What a draw with these options will be able to say of its accuracy, whatever the data.
 * @param {string} caller
 * @param {any} options
 * @param {number} [rank]
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function rankAccuracy(caller, options, rank) {
  const { request, plan } = readRankOptions(caller, options, rank);
  return accuracyOf(plan, request.confidence);
}
