import { call } from "../core/load.js";
import { checkColumn } from "../data/holders.js";
import { columnOf } from "../data/values.js";
import { release } from "../ledger/release.js";
import { accuracyOf, statementOf } from "./accuracy.js";
import { claimOfRank, readRankOptions, withPublicSize } from "./options.js";

/**
 * The draw behind `interiorPoint`, `median` and `quantile`.
 * @param {string} caller
 * @param {import("../data/values.js").Values} values
 * @param {any} options
 * @param {number} [quantile] which one; without it any interior point
 * @returns {any}
 */
export function drawRank(caller, values, options, quantile) {
  const { request, domain, ledger, claim } = readRankOptions(caller, options, quantile);
  checkColumn(values);
  const { drawn, record } = release({
    of: "Rank",
    mechanism: `${caller} by ${claim.mechanism}`,
    claim,
    request: { ...request, domain: domain.core },
    ledger,
    read: () => readRank(values, domain, request, claim),
    words: (drawn) => ({
      statement: statementOf(drawn),
      parameters: { domain: domain.name, outside: request.outside },
    }),
  });
  if (drawn === undefined) return { value: null, reason: "not-found", record };
  return { value: domain.decode(drawn), record };
}

/**
 * The column, and how the core reads it.
 * @param {import("../data/values.js").Values} values
 * @param {import("../data/domains.js").Domain} domain
 * @param {any} request
 * @param {import("../ledger/release.js").Claim} claim
 */
function readRank(values, domain, request, claim) {
  const { outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const { algorithm } = claim.parameters;
  const sized = withPublicSize(request, algorithm, records);
  if (sized.size !== request.size) claimOfRank(domain, { ...sized, algorithm }); // may refuse the size
  const reading = { ...layout, size: sized.size, algorithm, domain: core };
  if (outside === "throw") call("checkInside", data, { ...request, ...reading });
  return { data, reading };
}

/**
 * What a draw with these options will be able to say of its accuracy, whatever the data.
 * @param {string} caller
 * @param {any} options
 * @param {number} [quantile]
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function rankAccuracy(caller, options, quantile) {
  return accuracyOf(readRankOptions(caller, options, quantile).claim);
}
