import type { Request } from "../core/fields.js";
import { aboutColumns } from "../data/fields.js";
import { checkForPrivate, publicNames } from "../data/groups.js";
import { choosing } from "../data/one-each.js";
import { aboutUsers, isUserRows, readUserRows, userColumns } from "../data/user-rows.js";
import { columnOf, columnOfRows, type Values } from "../data/values.js";
import type { CheckedCall } from "../ledger/released.js";
import { chosenBy } from "./chosen-by.js";
import type { QuantileFields } from "./options.js";
import { noAnswer } from "./too-few.js";
import { checkUserOptions } from "./user-options.js";

/** The algorithms for rows of users. */
const algorithms = ["auto", "least-promise", "exponential", "cut"];

/**
 * The public facts of a call beyond its options: the quantiles, and the columns of the rows. `accuracy` has no
 * data, and takes options that only rows of users have as a sign of them.
 */
export interface RankContext {
  /** as the function takes it */
  q?: unknown;
  /** whether there are data */
  isKnown?: boolean;
  /** of rows of users */
  columns?: Record<string, unknown>;
}

/** The parsed options of ranks. */
export type RankRead = Pick<
  Request<QuantileFields<unknown>>,
  | "epsilon"
  | "neighbors"
  | "domain"
  | "outside"
  | "missing"
  | "perUser"
  | "groups"
  | "discoveryShare"
  | "abstain"
> & { algorithm: string };

/** As above where no data are read, as for plans. */
type RankTerms = Omit<RankRead, "outside" | "missing" | "perUser"> &
  Partial<Pick<RankRead, "outside" | "missing" | "perUser">>;

/** A call about ranks, as far as its answer depends on it. */
export type AskedRank = CheckedCall<
  Pick<RankRead, "domain" | "perUser"> & { groups?: RankRead["groups"]; ledger?: unknown },
  unknown,
  { epsilon: number; qs?: unknown }
>;

export function contextOf(data: unknown, q?: unknown): (read: RankRead) => RankContext {
  return (read) => {
    const columns = isUserRows(data) ? userColumns(data) : undefined;
    checkUserOptions(read, columns);
    return { q, columns, isKnown: true };
  };
}

/** Whether the release protects users. */
function isOfUsers(
  { perUser, groups, discoveryShare }: RankTerms,
  { columns, isKnown }: RankContext,
) {
  if (isKnown) return columns !== undefined;
  return [perUser, groups, discoveryShare].some((option) => option !== undefined);
}

/**
 * Whether it is drawn by the mechanism for rows of users: also several quantiles of records that abstain in a domain
 * of wide keys, which no other one draws.
 */
export function isUserMechanism(read: RankRead, context: RankContext) {
  const isWideSeveral = typeof context.q === "object" && read.domain.pack !== undefined;
  return isOfUsers(read, context) || (read.abstain === true && isWideSeveral);
}

/** The core's parameters for abstaining on records. */
export function abstaining({ abstain }: { abstain?: boolean }) {
  return { abstain: abstain ?? true, mustAbstain: abstain === true };
}

/**
 * Which mechanism of the core it is.
 * @param ofRecords that for records
 */
export function mechanismOf(ofRecords: string) {
  return (context: RankContext, read: RankRead) =>
    isUserMechanism(read, context) ? "UserRanks" : ofRecords;
}

/** The core's parameters for rows of users. */
export function userRequest<Read extends RankTerms>(
  read: Read,
  context: RankContext,
  quantiles: number[] | undefined,
) {
  const { algorithm, groups, discoveryShare } = read;
  checkForPrivate(groups, { discoveryShare });
  if (!algorithms.includes(algorithm)) {
    throw new RangeError(
      `algorithm must be auto, least-promise, exponential or cut for rows of users and with abstain, got ${algorithm}`,
    );
  }
  const names = publicNames(groups);
  return {
    ...aboutColumns.request(read),
    ...chosenBy(read),
    ...(quantiles?.length === 1 ? { q: quantiles[0] } : { qs: quantiles }),
    groupList: names === undefined ? (groups ?? "none") : "declared",
    groups: names?.length ?? 1,
    perUser: typeof read.perUser === "number" ? read.perUser : undefined,
    abstain: read.abstain ?? true,
    ofRecords: !isOfUsers(read, context),
  };
}

/** Facts for the record that the core does not know. */
export function rankParameters(read: RankRead, context: RankContext) {
  const { perUser, groups } = read;
  const columns = aboutColumns.parameters(read);
  if (context.columns === undefined) return columns;
  return {
    ...columns,
    perUser: perUser ?? "spread",
    ...aboutUsers(context.columns.users),
    ...(Array.isArray(groups) && { groups }),
  };
}

/** Rows of users, and how the core reads them. */
export function readRanked(
  data: unknown,
  { domain, outside, missing, perUser, groups }: RankRead,
  { columns }: RankContext,
) {
  if (columns === undefined) {
    const {
      data: column,
      records: _,
      core,
      ...layout
    } = columnOf(data as Values, domain, outside, missing);
    return { data: { column }, reading: { ...layout, domain: core, outside } };
  }
  const choose = choosing(perUser, (values) => columnOfRows(values, domain));
  const names = publicNames(groups);
  const read = readUserRows(columns, { domain, outside, missing, groups: names, choose });
  return { data: read.data, reading: read.reading, kept: read.nameOf };
}

/**
 * The answer of a function, without the record.
 * @param returned turns the values of a group into its answer
 */
export function rankedAnswers(
  {
    drawn,
    kept: nameOf,
  }: { drawn: { group: number; values: unknown[] }[]; kept?: (group: number) => unknown },
  asked: AskedRank,
  returned: (values: unknown[]) => unknown,
) {
  const { groups } = asked.read;
  const none = drawn.some(({ values }) => values.length === 0) ? noAnswer(asked) : undefined;
  const answer = (values: unknown[]) =>
    values.length === 0 ? { ...none } : { value: returned(values) };
  if (groups === undefined) return answer(drawn[0]!.values);
  return {
    groups: drawn.map(({ group, values }) => ({ group: nameOf?.(group), ...answer(values) })),
  };
}
