import { percent, rounded } from "../ledger/record.js";
import { claimOf, paid } from "../ledger/release.js";
import { isGrouped, tiesAllowed } from "./user-statement.js";

/** By how much more epsilon the message compares. */
const factor = 2;
/** As the core's. */
const maxEpsilon = 10_000;

/**
 * An answer that is none: the reason, and of a draw that abstains a message.
 * @param {import("../ledger/released.js").Asked<any>} asked
 * @returns {{ value: null, reason: "too-few" | "not-found", message?: string }}
 */
export function noAnswer(asked) {
  if (!asked.claim.parameters.abstain) return { value: null, reason: "not-found" };
  const what = asked.read.ledger === undefined ? undefined : "the ledger";
  return { value: null, reason: "too-few", message: paid(what, () => tooFewMessage(asked)) };
}

/**
 * From how many records on there is an answer, here and with more epsilon. It depends on the options alone, so it is
 * the same for all data.
 * @param {import("../ledger/released.js").Asked<any>} asked
 */
function tooFewMessage({ of, read, request, claim }) {
  const { parameters, accuracy, conditions, protects = "records" } = claim;
  const isOfRows = conditions.insideFromRows !== undefined;
  const counted = isOfRows ? "rows" : protects;
  const weigh = isOfRows ? "a group has" : "the rows of a group weigh";
  const from = (/** @type {import("../ledger/release.js").Claim} */ one) =>
    isGrouped(claim) ? `if ${weigh} at least ${answersFrom(one)}` : `from ${answersFrom(one)}`;
  const on = isGrouped(claim) ? "" : " on";
  const chosen = isOfRows ? `, of which each user has at most ${rounded(read.perUser)}` : "";
  const and = isGrouped(claim) ? " and" : ", if";
  const ties = tiesAllowed(claim, read);
  const start = `Too few ${counted}: with ${percent(accuracy.confidence)} confidence there is an answer ${from(claim)} ${counted}${on}${chosen}${ties && `${and} ${ties}`}`;
  const epsilon = factor * request.epsilon;
  if (epsilon > maxEpsilon) return `${start}.`;
  const { algorithm } = parameters;
  const way = algorithm === "recursion" ? "recursion" : "separate";
  const same = of === "UserRanks" && request.qs ? { several: way } : { algorithm };
  const more = claimOf(of, { ...request, epsilon, ...same }); // what epsilon allows, more of it does too
  return `${start}; at epsilon ${Number(epsilon.toPrecision(12))}${isGrouped(claim) ? "" : " from"} ${answersFrom(more)}${on}.`;
}

/** @param {import("../ledger/release.js").Claim} claim */
function answersFrom({ conditions }) {
  const { insideFromUsers, insideFromRows, insideFrom, leastRecords } = conditions;
  return rounded(insideFromUsers ?? insideFromRows ?? insideFrom ?? leastRecords);
}
