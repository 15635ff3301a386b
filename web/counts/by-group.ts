import { number, numberThat } from "../core/fields.js";
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

/** A delta without groups that have to be found: it is charged only if the noise needs it. */
const unneeded = numberThat("0 or more and below 1", (x) => x >= 0 && x < 1);

/**
 * What the core is told of the groups and of what a user gives to them.
 * @param {any} read
 */
export function groupRequest({
  groups,
  delta,
  discoveryShare,
  perUser,
  domain: _,
  noise,
  ...rest
}) {
  checkForPrivate(groups, { discoveryShare });
  if (groups !== "private" && delta !== undefined) unneeded.read("delta", delta);
  const law = noise === "auto" ? undefined : noise;
  const read = { ...rest, noise: law, perUser: mostBins(perUser) };
  if (groups !== "private") {
    // Only noise that has a choice may have a use for a delta.
    const useful = noise === undefined ? 0 : (delta ?? 0);
    return { ...read, groups: groups?.length ?? 1, delta: useful };
  }
  return { ...read, delta: number().read("delta", delta), discoveryShare, protects: "users" };
}

/**
 * The same where groups that are private are found first and answered then, or named by their answers.
 * @param {any} read
 */
export function answeredRequest(read) {
  const { delta, discoveryShare, ...request } = groupRequest(read);
  if (read.groups !== "private") return { ...request, delta };
  return { ...request, delta: 0, search: { delta, discoveryShare } };
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
 * How far off answers may be, in a sentence: of all groups together, or of any one private group.
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ groups?: any[] | "private" }} read
 * @param {{ answer: string, off: string, from: string, released?: string, several?: boolean }} said `released`: which
 *   private groups are; `several`: numbers of each group
 */
export function sentence({ accuracy }, { groups }, { answer, off, from, released, several }) {
  const sure = `with ${percent(accuracy.confidence)} confidence`;
  if (groups === "private") {
    return `For any one group, ${sure}: if it is released, ${several ? `every ${answer}` : `its ${answer}`} is within ${off} of ${from}. ${released}`;
  }
  const which = several || isByGroup({ groups }) ? "every" : "the";
  return `W${sure.slice(1)}, ${which} ${answer} is within ${off} of ${from}.`;
}

/**
 * The same of a count of users in private groups.
 * @param {import("../ledger/release.js").Claim} claim
 * @param {string} counted how users count
 */
export function sentenceOfFound({ accuracy: { confidence, error } }, counted) {
  return `For any one group, with ${percent(confidence)} confidence, the count (0 if withheld) is within ${rounded(error)} of the true one, where ${counted}.`;
}

/**
 * Which groups are released, if they are private.
 * @param {Record<string, any>} conditions
 */
export const halfReleased = ({ halfNamedFrom }) =>
  `A group of ${rounded(halfNamedFrom ?? 0)} users is released at least half of the time.`;

/**
 * Whether there is more than one group, or may be.
 * @param {{ groups?: any[] | "private" }} read
 */
export const isByGroup = ({ groups }) => groups !== undefined && groups.length !== 1;

/**
 * How users count in groups or bins, in words.
 * @param {number | "spread" | keyof typeof ofOne} perUser
 * @param {string} place "group" or "bin"
 * @param {Record<string, any>} parameters of the claim
 */
export function howUsersCount(perUser, place, { units }) {
  if (typeof perUser === "number") {
    const most = perUser === 1 ? `one ${place}` : `${rounded(perUser)} ${place}s`;
    return `each user counts in at most ${most}, chosen at random`;
  }
  const parts = `in ${rounded(units)}ths`;
  if (perUser === "spread") return `each user counts as one, split evenly over their rows ${parts}`;
  return place === "bin"
    ? `each user counts once, by ${ofOne[perUser]}`
    : `each user counts as one, split evenly over their groups ${parts}, in each by ${ofOne[perUser]}`;
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

/**
 * A number above 0 rounded up to two digits: a sentence states no less than `error` has.
 * @param {number} number
 */
export function raised(number) {
  const step = 10 ** (Math.floor(Math.log10(number)) - 1);
  return Math.ceil(number / step) * step;
}
