import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

/** By how much more epsilon the message compares. */
const factor = 2;
const maxEpsilon = 10_000;

/**
 * An answer that is none: the reason, and of a draw that abstains a message.
 * @param {import("../ledger/released.js").Asked<any>} asked
 * @returns {{ value: null, reason: "too-few" | "not-found", message?: string }}
 */
export function noAnswer(asked) {
  if (!asked.claim.parameters.abstain) return { value: null, reason: "not-found" };
  return { value: null, reason: "too-few", message: tooFewMessage(asked) };
}

/**
 * From how many records on there is an answer, here and with more epsilon. It depends on the options alone, so it is
 * the same for all data.
 * @param {import("../ledger/released.js").Asked<any>} asked
 */
function tooFewMessage({ of, request, claim }) {
  const { parameters, accuracy, protects = "records" } = claim;
  const isByGroup = !["none", undefined].includes(parameters.groups);
  const enough = isByGroup ? "if the rows of a group weigh at least" : "from";
  const start = `Too few ${protects}: with ${percent(accuracy.confidence)} confidence there is an answer ${enough} ${answersFrom(claim)} ${protects}${isByGroup ? "" : " on"}`;
  const epsilon = factor * request.epsilon;
  if (epsilon > maxEpsilon) return `${start}.`;
  let more;
  try {
    more = claimOf(of, { ...request, epsilon, algorithm: parameters.algorithm });
  } catch {
    return `${start}.`; // no such plan, which the options alone decide
  }
  return `${start}; at epsilon ${Number(epsilon.toPrecision(12))}${isByGroup ? "" : " from"} ${answersFrom(more)}${isByGroup ? "" : " on"}.`;
}

/** @param {import("../ledger/release.js").Claim} claim */
function answersFrom({ conditions }) {
  const { insideFromUsers, insideFrom, leastRecords } = conditions;
  return rounded(insideFromUsers ?? insideFrom ?? leastRecords);
}
