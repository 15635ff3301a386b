import { isReducer, reducerPhrases } from "../data/one-each.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ifExpected, targetOf } from "./accuracy.js";

/**
 * States the accuracy of ranks of users in words, and the number of users from which an answer exists.
 * @returns undefined for claims of other mechanisms
 */
export function userStatement(claim: Claim, read: { perUser?: unknown }): string | undefined {
  const { accuracy, conditions, parameters, protects } = claim;
  const { minUsersInside, minRowsInside, namedFrom, halfReleasedAt, maxTies } = conditions;
  const minInside = minUsersInside ?? minRowsInside;
  if (minInside === undefined) return undefined;
  const isOfRows = minRowsInside !== undefined;
  const counted = isOfRows ? "rows" : protects;
  const isByGroup = isGrouped(claim);
  const isOfPoint = accuracy.kind === "interior";
  const sure = `With ${formatPercent(accuracy.confidence)} confidence`;
  const start = isByGroup ? `For each group separately: ${sure.toLowerCase()}` : sure;
  const { error, where, noValue } = termsOf(claim, read, isByGroup);
  const heavy = maxTies === undefined ? undefined : noValue(formatCount(maxTies));
  const ties = heavy === undefined ? "" : `, provided ${heavy}`;
  const least = `${formatCount(minInside)} ${counted}`;
  const guessed = (before: string) =>
    ifExpected(conditions.minInsideExpected, minInside, before, isOfRows ? "rows" : "values");
  const data = isByGroup ? "the group's data" : "the data";
  const enough = isByGroup
    ? `if the ${isOfRows ? "group has" : "group's rows weigh"} at least ${least}${guessed("at least")}${isOfPoint ? where : ""}`
    : `with at least ${formatCount(minInside)}${guessed("with at least")}${isOfPoint && isOfRows ? where : ""}`;
  const andTies = heavy === undefined ? "" : `, and if ${heavy}`;
  const range = `any answer lies within the range of ${data}, however few ${counted} there are; ${enough}${andTies}, there is an answer`;
  const sentences = [];
  if (isOfPoint && parameters.abstain) {
    sentences.push(`${start}, ${range}`);
  } else if (isOfPoint) {
    const provided = isByGroup
      ? enough.slice("if ".length)
      : `there are at least ${least}${guessed("at least")}${isOfRows ? where : ""}`;
    sentences.push(
      `${start}, an answer is returned and lies between the smallest and the largest value, provided ${provided}`,
    );
  } else if (parameters.abstain) {
    sentences.push(`${start}, ${error}${ties}${where}, or no answer is returned`);
    sentences.push(`Separately, ${sure.toLowerCase()}: ${range}`);
  } else {
    const few = isByGroup
      ? `If the ${isOfRows ? "group has fewer" : "group's rows weigh less"} than ${least}${guessed("than")}`
      : `With fewer than ${least}${guessed("than")}`;
    const value = parameters.quantiles === undefined ? "it" : "some";
    sentences.push(`${start}, ${error}${ties}${where}`);
    sentences.push(`${few}, ${value} may lie outside the range of ${data}`);
  }
  if (namedFrom !== undefined) {
    sentences.push(
      `A group whose rows weigh ${formatCount(halfReleasedAt)} users is released at least half of the time, one of ${formatCount(namedFrom)} ${sure.toLowerCase()}`,
    );
  }
  return `${sentences.join(". ")}.`;
}

/**
 * Up to which weight of one value a number of rows or records is enough.
 * @returns undefined if any weight will do
 */
export function tiesAllowed(claim: Claim, read: { perUser?: unknown }): string {
  const { maxTies, minUsersInside, minRowsInside } = claim.conditions;
  if (maxTies === undefined) return "";
  const times = formatCount(maxTies);
  const isOfRecords = minUsersInside === undefined && minRowsInside === undefined;
  if (isOfRecords) return `no value occurs more than ${times} times`;
  return termsOf(claim, read, isGrouped(claim)).noValue(times);
}

export function isGrouped({ parameters }: Claim) {
  return !["none", undefined].includes(parameters.groups);
}

/**
 * By group, or with all rows of a user, ranks are of weights: a user in several groups is part of one in each
 * (docs/guarantees/users.md, "Neighbours and weights"). One value a user without groups weighs one user.
 */
function termsOf(
  { accuracy, parameters, conditions, protects }: Claim,
  { perUser }: { perUser?: unknown },
  isByGroup: boolean,
) {
  const { quantile, quantiles, groups, userWeight } = parameters;
  const isOfRows = typeof perUser === "number";
  const most = `at most ${formatCount(accuracy.error)} ${isOfRows ? "rows" : protects}`;
  const one = `this value and ${targetOf(quantile)}`;
  const each = "the released and the true value";
  const isOne = isReducer(perUser);
  if (isOfRows || (!isByGroup && (protects === "records" || isOne))) {
    const error =
      quantiles === undefined
        ? `${most} lie between ${one}`
        : `for every requested quantile ${most} lie between ${each}`;
    const noValue = (times: string) => `no value occurs more than ${times} times`;
    if (isOfRows)
      return { error, noValue, where: chosenRows(perUser, isByGroup, groups, conditions) };
    return {
      error,
      noValue,
      where: isOne ? `, each user counted once, by ${reducerPhrases[perUser]}` : "",
    };
  }
  const rows = isOne ? "values" : "rows";
  const error =
    quantiles === undefined
      ? `the ${rows} between ${one} weigh ${most}`
      : `for every requested quantile the ${rows} between ${each} weigh ${most}`;
  const counting = countingGroups(groups, conditions);
  const over = isOne
    ? `${counting}groups, by ${reducerPhrases[perUser]} in each`
    : `rows${counting === "" ? "" : ` in ${counting}groups`}${isByGroup ? ' (with perUser: "median", over their groups)' : ""}`;
  return {
    error,
    noValue: (users: string) => `no value's ${rows} weigh more than ${users} users`,
    where: `, where each user counts as one, split evenly in ${formatCount(userWeight)}ths over their ${over}`,
  };
}

/** The clause on rows, with at most `perUser` rows of each user. */
function chosenRows(
  perUser: number,
  isByGroup: boolean,
  groups: unknown,
  conditions: Record<string, unknown>,
) {
  const over = isByGroup ? ` over all ${countingGroups(groups, conditions)}groups` : "";
  return `, where at most ${formatCount(perUser)} ${perUser === 1 ? "row" : "rows"} of each user count, chosen at random${over}`;
}

/** The adjective of the groups in which a user's rows count. */
function countingGroups(groups: unknown, { namedFrom }: Record<string, unknown>) {
  if (groups === "declared") return "listed ";
  return namedFrom === undefined ? "" : "released ";
}
