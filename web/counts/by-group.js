import { number } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { checkForPrivate, checkGroupsGiven, publicNames } from "../data/groups.js";
import { checkOrder, isOneEach, ofOne } from "../data/one-each.js";
import { aboutUsers, isUserRows, userColumns } from "../data/user-rows.js";
import { percent, rounded } from "../ledger/record.js";
import { mostBins } from "./fields.js";

/**
 * An answer, or one for each group.
 * @template Options
 * @template Answer
 * @typedef {(Options extends { groups: any } ? { groups: ({ group: any } & Answer)[] } : Answer)
 *   & { record: import("../ledger/record.js").ReleaseRecord }} OfUsers
 */

/**
 * The columns of a call, with groups if and only if groups are asked for, and in an order where that is. Nothing
 * in them is read.
 * @param {any} data
 * @param {{ groups?: any, perUser?: any }} read
 * @param {string[]} needed
 */
export function columnsFor(data, { groups, perUser }, needed) {
  if (!isUserRows(data)) {
    throw new TypeError(
      `rows of users must be columns { ${["users", ...needed].join(", ")} }, got ${kindOf(data)}`,
    );
  }
  // Where no value is read there is no first one: an order would only leave rows out.
  const known = needed.includes("values") ? undefined : ["values", "users", "groups"];
  const columns = userColumns(data, groups === undefined ? needed : [...needed, "groups"], known);
  checkGroupsGiven(groups, columns);
  checkOrder(perUser, columns);
  return columns;
}

/**
 * What the core is told of the groups and of what a user gives to them.
 * @param {any} read
 */
export function groupRequest({ groups, delta, discoveryShare, perUser, domain: _, ...rest }) {
  checkForPrivate(groups, { delta, discoveryShare });
  const read = { ...rest, perUser: mostBins(perUser) };
  if (groups !== "private") return { ...read, groups: groups?.length ?? 1, delta: 0 };
  const loss = { delta: number().read("delta", delta) };
  return { ...read, ...loss, search: { ...loss, discoveryShare } };
}

/**
 * For the record.
 * @param {any} read
 * @param {Record<string, any>} [columns]
 */
export function aboutRows({ domain, groups, perUser }, columns) {
  return {
    ...(isOneEach(perUser) && { perUser }),
    ...(domain !== undefined && { domain: domain.name }),
    ...(groups === "private" && { groups }),
    ...aboutUsers(columns?.users),
  };
}

/**
 * Charges, reads rows of users and draws: an answer, or one for each group.
 * @template {object} Answer
 * @param {import("../ledger/released.js").Released<any>} released
 * @param {import("../ledger/released.js").Asked<any>} asked
 * @param {(names: any[] | undefined) => { data: any, reading?: any, groupCount: number,
 *   nameOf: import("../data/user-rows.js").NameOf }} readRows in groups of these names, or in those that occur
 * @param {(values: any[]) => Answer[]} answersOf of all groups in their order
 * @returns {any}
 */
export function releaseByGroup(released, asked, readRows, answersOf) {
  const { groups } = asked.read;
  const { drawn, kept, record } = released.draw(asked, () => {
    const { data, reading, groupCount, nameOf } = readRows(publicNames(groups));
    return { data: { ...data, groupCount }, reading, kept: nameOf };
  });
  return { ...handedBack(answersOf(drawn.values), groups, drawn, kept), record };
}

/**
 * The answers as they are handed back.
 * @template {object} Answer
 * @param {Answer[]} answers
 * @param {any[] | "private" | undefined} groups
 * @param {{ named: number[] }} drawn
 * @param {import("../data/user-rows.js").NameOf} nameOf
 * @returns {any}
 */
export function handedBack(answers, groups, { named }, nameOf) {
  if (groups === undefined) return answers[0];
  const names = publicNames(groups) ?? named.map(nameOf);
  return { groups: answers.map((answer, place) => ({ group: names[place], ...answer })) };
}

/**
 * A number each.
 * @param {number[]} values
 */
export const single = (values) => values.map((value) => ({ value }));

/**
 * The accuracy in a sentence: of all listed groups jointly, of private ones for each that is fixed beforehand
 * (docs/guarantees/counts.md).
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ groups?: any[] | "private" }} read
 * @param {{ name: string, off: string, from?: string, where?: string, several?: boolean }} said `several`: numbers
 *   of each group
 */
export function sentence({ accuracy, conditions }, { groups }, said) {
  const { name, off, from = "the true one", where = "", several = false } = said;
  const sure = `with ${percent(accuracy.confidence)} confidence`;
  if (groups === "private") {
    const its = several ? `all its ${name}s are` : `its ${name} is`;
    return `For any one group, ${sure}: if it is released, ${its} within ${off} of ${from}${where}, over the released groups. ${halfReleased(conditions)}`;
  }
  const isOne = !several && (groups === undefined || groups.length === 1);
  return `W${sure.slice(1)}, ${isOne ? `the ${name}` : `every ${name}`} is within ${off} of ${from}${where}.`;
}

/**
 * "Counts": a user in several groups is a part of one in each where rows are spread.
 * @param {Record<string, any>} conditions
 */
export const halfReleased = ({ halfNamedFrom }) =>
  `A group that counts ${rounded(halfNamedFrom)} users is released at least half of the time.`;

/**
 * How users count, in words.
 * @param {number | "spread" | keyof typeof ofOne} perUser
 * @param {string} place what they count in
 * @param {unknown} [groups]
 */
export function howUsersCount(perUser, place, groups) {
  if (perUser === "spread") return ", each user being divided among the user's rows";
  if (typeof perUser === "string") {
    return groups === undefined
      ? `, each user counted once, by ${ofOne[perUser]}`
      : `, where each user counts as one, split evenly over their groups, by ${ofOne[perUser]} in each`;
  }
  const most = perUser === 1 ? `one ${place}` : `${perUser.toLocaleString("en")} ${place}s`;
  return `, where each user counts in at most ${most}, chosen at random`;
}

/** @type {Intl.NumberFormat | undefined} made once, and not before it is needed, as that takes a while */
let twelveDigits;

/**
 * What values are off by, in their own units.
 * @param {number} error
 */
export function inUnits(error) {
  twelveDigits ??= new Intl.NumberFormat("en", { maximumSignificantDigits: 12 });
  return twelveDigits.format(error);
}
