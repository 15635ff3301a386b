import { number, numberThat } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import type { Domain } from "../data/domains.js";
import type { GroupName, NameIn } from "../data/group-names.js";
import { checkForPrivate, checkGroupsGiven, publicNames } from "../data/groups.js";
import { checkOrder, isReducer, reducerPhrases } from "../data/one-each.js";
import { aboutUsers, isUserRows, type NameOf, userColumns } from "../data/user-rows.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import type { AnyDeclaration, CheckedCall } from "../ledger/released.js";
import { contributionBound } from "./fields.js";

/** An answer, or one for each group. */
export type OfUsers<Groups, Answer, Column = any> = ([Groups] extends [undefined]
  ? Answer
  : { groups: ({ group: NameIn<Groups, Column> } & Answer)[] }) & { record: ReleaseRecord };

/**
 * The columns of a call, with groups if and only if the options have groups, and with an order if they use one.
 * No value in them is read.
 */
export function columnsFor(
  data: unknown,
  { groups, perUser }: { groups?: unknown; perUser?: unknown },
  needed: string[],
) {
  if (!isUserRows(data)) {
    throw new TypeError(
      `rows of users must be columns { ${["users", ...needed].join(", ")} }, got ${kindOf(data)}`,
    );
  }
  // Without values, `orderBy` could only drop rows: reject it.
  const known = needed.includes("values") ? undefined : ["values", "users", "groups"];
  const columns = userColumns(data, groups === undefined ? needed : [...needed, "groups"], known);
  checkGroupsGiven(groups, columns);
  checkOrder(perUser, columns);
  return columns;
}

/** A delta without private groups: the noise alone decides whether to charge it. */
const unneeded = numberThat("0 or more and below 1", (x) => x >= 0 && x < 1);

/** The parsed options of groups and of users' contributions to them. */
export interface GroupRead {
  epsilon?: number;
  groups?: GroupName[] | "private";
  delta?: number;
  discoveryShare?: number;
  perUser?: unknown;
  domain?: Domain<unknown>;
  noise?: "auto" | "laplace" | "gaussian";
}

/** The core's parameters for groups and for a user's contribution to them. */
export function groupRequest({
  groups,
  delta,
  discoveryShare,
  perUser,
  domain: _,
  noise,
  ...rest
}: GroupRead): Record<string, unknown> {
  checkForPrivate(groups, { discoveryShare });
  if (groups !== "private" && delta !== undefined) unneeded.read("delta", delta);
  const law = noise === "auto" ? undefined : noise;
  const read = { ...rest, noise: law, perUser: contributionBound(perUser) };
  if (groups !== "private") {
    // Only noise that has a choice may have a use for a delta.
    const useful = noise === undefined ? 0 : (delta ?? 0);
    return { ...read, groups: groups?.length ?? 1, delta: useful };
  }
  return { ...read, delta: number().read("delta", delta), discoveryShare, protects: "users" };
}

/** The core's parameters, also if partition selection comes before the answers or uses them. */
export function answeredRequest(read: GroupRead) {
  const { delta, discoveryShare, ...request } = groupRequest(read);
  if (read.groups !== "private") return { ...request, delta };
  return { ...request, delta: 0, search: { delta, discoveryShare } };
}

/** Facts of the rows for the record. */
export function rowFacts(
  { domain, groups, perUser }: GroupRead,
  columns?: { users?: unknown },
): Record<string, unknown> {
  return {
    ...(isReducer(perUser) && { perUser }),
    ...(domain !== undefined && { domain: domain.name }),
    ...(groups === "private" && { groups }),
    ...aboutUsers(columns?.users),
  };
}

/**
 * Charges, reads rows of users and draws: an answer, or one for each group.
 * @param readRows in groups of these names, or in all that occur
 * @param answersOf of all groups in their order
 * @template Result what the function's type makes of the options
 */
export function releaseByGroup<Value, Answer extends object, Result>(
  released: Pick<AnyDeclaration, "releaseAnswer">,
  asked: CheckedCall<Pick<GroupRead, "groups">>,
  readRows: (names: unknown[] | undefined) => {
    data: object;
    reading?: object;
    groupCount: number;
    nameOf: NameOf;
  },
  answersOf: (values: Value[]) => Answer[],
): Result {
  const { groups } = asked.read;
  const { drawn, kept, record } = released.releaseAnswer(asked, () => {
    const { data, reading, groupCount, nameOf } = readRows(publicNames(groups));
    return { data: { ...data, groupCount }, reading, kept: nameOf };
  });
  return { ...toAnswers(answersOf(drawn.values), groups, drawn, kept), record } as Result;
}

/** The answers in the form of the API. */
export function toAnswers<Answer extends object>(
  answers: Answer[],
  groups: unknown[] | "private" | undefined,
  { named }: { named: number[] },
  nameOf: NameOf,
): Answer | { groups: ({ group: unknown } & Answer)[] } {
  if (groups === undefined) return answers[0]!;
  const names = publicNames(groups) ?? named.map(nameOf);
  return { groups: answers.map((answer, place) => ({ group: names[place], ...answer })) };
}

/** A number each. */
export const single = (values: number[]) => values.map((value) => ({ value }));

/**
 * How far off answers may be, in a sentence: of all groups together, or of any one private group.
 * @param said `released`: which private groups are; `several`: numbers of each group
 */
export function accuracySentence(
  { accuracy }: Claim,
  { groups }: { groups?: unknown[] | "private" },
  {
    answer,
    off,
    from,
    released,
    several,
  }: { answer: string; off: string; from: string; released?: string; several?: boolean },
) {
  const sure = `with ${formatPercent(accuracy.confidence)} confidence`;
  if (groups === "private") {
    return `For any one group, ${sure}: if it is released, ${several ? `every ${answer}` : `its ${answer}`} is within ${off} of ${from}. ${released}`;
  }
  const which = several || isByGroup({ groups }) ? "every" : "the";
  return `W${sure.slice(1)}, ${which} ${answer} is within ${off} of ${from}.`;
}

/**
 * The sentence for a count of users in private groups.
 * @param counted how users count
 */
export function sentenceOfFound({ accuracy: { confidence, error } }: Claim, counted: string) {
  return `For any one group, with ${formatPercent(confidence)} confidence, the count (0 if withheld) is within ${formatCount(error)} of the true one, where ${counted}.`;
}

/** The release of private groups, in words. */
export const halfReleased = ({ halfReleasedAt }: Record<string, unknown>) =>
  `A group of ${formatCount(halfReleasedAt ?? 0)} users is released at least half of the time.`;

/** Whether there is more than one group, or may be. */
export const isByGroup = ({ groups }: { groups?: unknown[] | "private" }) =>
  groups !== undefined && groups.length !== 1;

/**
 * How users count in groups or bins, in words.
 * @param place "group" or "bin"
 * @param parameters of the claim
 */
export function contributionPhrase(
  perUser: number | "spread" | keyof typeof reducerPhrases,
  place: string,
  { units }: Record<string, unknown>,
) {
  if (typeof perUser === "number") {
    const most = perUser === 1 ? `one ${place}` : `${formatCount(perUser)} ${place}s`;
    return `each user counts in at most ${most}, chosen at random`;
  }
  const parts = `in ${formatCount(units)}ths`;
  if (perUser === "spread") return `each user counts as one, split evenly over their rows ${parts}`;
  return place === "bin"
    ? `each user counts once, by ${reducerPhrases[perUser]}`
    : `each user counts as one, split evenly over their groups ${parts}, in each by ${reducerPhrases[perUser]}`;
}

/** made on first use, as that takes a while */
let twelveDigits: Intl.NumberFormat | undefined;

/** The error of sums, in the units of the values. */
export function formatAmount(error: number) {
  twelveDigits ??= new Intl.NumberFormat("en", { maximumSignificantDigits: 12 });
  return twelveDigits.format(error);
}

/** A number above 0 rounded up to two digits: a sentence states no less than `error` has. */
export function raised(number: number) {
  const step = 10 ** (Math.floor(Math.log10(number)) - 1);
  return Math.ceil(number / step) * step;
}
