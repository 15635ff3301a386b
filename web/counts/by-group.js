import { number } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { checkForPrivate, checkGroupsGiven } from "../data/groups.js";
import { isUserRows, userColumns } from "../data/user-rows.js";
import { percent, rounded } from "../ledger/record.js";

/**
 * An answer, or one for each group.
 * @template Options
 * @template Answer
 * @typedef {(Options extends { groups: any } ? { groups: ({ group: any } & Answer)[] } : Answer)
 *   & { record: import("../ledger/record.js").ReleaseRecord }} OfUsers
 */

/**
 * The columns of a call, with groups if and only if groups are asked for. Nothing in them is read.
 * @param {any} data
 * @param {{ groups?: any }} read
 * @param {string[]} needed
 */
export function columnsFor(data, { groups }, needed) {
  if (!isUserRows(data)) {
    throw new TypeError(
      `rows of users must be columns { ${["users", ...needed].join(", ")} }, got ${kindOf(data)}`,
    );
  }
  const columns = userColumns(data, groups === undefined ? needed : [...needed, "groups"]);
  checkGroupsGiven(groups, columns);
  return columns;
}

/**
 * What the core is told of the groups, and of whom there is no need to tell.
 * @param {any} read
 */
export function groupRequest({ groups, delta, discoveryShare, domain: _, ...read }) {
  checkForPrivate(groups, { delta, discoveryShare });
  if (groups !== "private") return { ...read, groups: groups?.length ?? 1, delta: 0 };
  const loss = { delta: number().read("delta", delta) };
  return { ...read, ...loss, search: { ...loss, discoveryShare } };
}

/**
 * For the record.
 * @param {any} read
 * @param {Record<string, any>} [columns]
 */
export function aboutRows({ domain, groups }, columns) {
  return {
    ...(domain !== undefined && { domain: domain.name }),
    ...(groups === "private" && { groups }),
    ...(columns?.users === null && { users: "every row is a different person" }),
  };
}

/**
 * The answers as they are handed back.
 * @template Answer
 * @param {Answer[]} answers
 * @param {{ groups?: any[] | "private" }} read
 * @param {{ named: number[] }} drawn
 * @param {import("../data/user-rows.js").NameOf} nameOf
 * @returns {any}
 */
export function handedBack(answers, { groups }, { named }, nameOf) {
  if (groups === undefined) return answers[0];
  const names = groups === "private" ? named.map(nameOf) : groups;
  return { groups: answers.map((answer, place) => ({ group: names[place], ...answer })) };
}

/**
 * How far off answers may be, in a sentence.
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ groups?: any[] | "private" }} read
 * @param {{ off: string, from: string, several?: boolean }} said `several`: numbers of each group
 */
export function sentence({ accuracy, conditions }, { groups }, { off, from, several = false }) {
  const isPrivate = groups === "private";
  const isOne = !several && (groups === undefined || groups.length === 1);
  const which = isPrivate ? "what is said of a group is" : isOne ? "it is" : "all are";
  const named = isPrivate
    ? `; half of the groups of ${rounded(conditions.halfNamedFrom)} users are named`
    : "";
  return `With ${percent(accuracy.confidence)} confidence ${which} at most ${off} away from ${from}${named}.`;
}

/**
 * How users count, in words.
 * @param {number | "spread"} perUser
 * @param {string} place what they count in
 */
export function howUsersCount(perUser, place) {
  if (perUser === "spread") return "each user being divided among the user's rows";
  const most = perUser === 1 ? `one ${place}` : `${perUser.toLocaleString("en")} ${place}s`;
  return `each user counting in at most ${most}`;
}

/**
 * What values are off by, in their own units.
 * @param {number} error
 */
export const inUnits = (error) => error.toLocaleString("en", { maximumSignificantDigits: 12 });
