import { percent, rounded } from "../ledger/record.js";

/**
 * How far off an answer of rows of users may be, in words, and when there is none.
 * @param {import("../ledger/release.js").Claim} claim
 * @returns {string | undefined} nothing for what another mechanism claims
 */
export function userStatement({ accuracy, parameters, conditions, protects }) {
  const { insideFromUsers, namedFrom, halfNamedFrom } = conditions;
  if (insideFromUsers === undefined) return undefined;
  const { kind, error, confidence } = accuracy;
  const ones = protects === "users" ? "users" : "records";
  const where = ["none", undefined].includes(parameters.groups) ? "" : " in each group";
  const sure = `With ${percent(confidence)} confidence${where}`;
  const from = `${rounded(insideFromUsers)} ${ones}`;
  const inside = parameters.abstain
    ? `${sure} no answer lies outside the data, however few they are; from ${from} on there is one.`
    : kind === "interior"
      ? `${sure} there is an answer, between the smallest and the largest value, if there are at least ${from}.`
      : `With fewer than ${from} an answer may lie outside the data.`;
  const named =
    namedFrom === undefined
      ? ""
      : ` A group of ${rounded(halfNamedFrom)} ${ones} is named half of the time, one of ${rounded(namedFrom)} with ${percent(confidence)} confidence.`;
  if (kind === "interior") return `${inside}${named}`;
  const away = `${sure} ${whichOf(parameters, error, ones)}`;
  return `${away}${parameters.abstain ? ", or there is none" : ""}. ${inside}${named}`;
}

/**
 * @param {Record<string, any>} parameters
 * @param {number} error
 * @param {string} ones
 */
function whichOf({ quantile, quantiles }, error, ones) {
  const away = `at most ${rounded(error)} ${ones} away from the true`;
  if (quantiles !== undefined) return `each is ${away} quantile in sorted order`;
  const isMedian = quantile === undefined || quantile === "1/2";
  return `it is ${away} ${isMedian ? "median" : `${quantile} quantile`} in sorted order`;
}
