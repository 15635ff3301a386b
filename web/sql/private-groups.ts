import type { CoreObject } from "../core/object.js";
import type { GroupName } from "../data/group-names.js";
import { compareItems } from "../data/item-order.js";
import type { Identity } from "./columns.js";
import type { Purpose, QueryRows, Row } from "./connection.js";
import type { Rows } from "./kept-rows.js";

/** A group or an item that occurs, and its weight. `number`: as the query counted probable groups */
export type Found = { name: GroupName; weight: bigint; number?: number | undefined };

/** A pending release of the core, for which groups are found first. */
export interface Searching {
  /** a user's weight in the search */
  groupWeight: number;
  /** the weight from which on a group is probably released */
  likelyFrom: bigint;
}

/** What a release asks after it knows its groups. */
export type FirstQuery<Own extends Rows> = { query: (rows: Own) => string; purpose: Purpose };

/**
 * Lists the groups that the core wants answers for, and the names of all that occur. The query that finds them answers
 * for the probable groups too.
 * @returns `answer`: that of the first query, if exactly the probable groups are wanted
 */
export async function privateGroups<Own extends Rows>(
  core: CoreObject,
  queryRows: QueryRows,
  rows: Own,
  { groupWeight, likelyFrom }: Searching,
  { query, purpose }: FirstQuery<Own>,
): Promise<{
  groups: { number: number; sql: string }[];
  found: Found[];
  answer: Row[] | undefined;
}> {
  const { group } = rows;
  if (group === undefined) throw new TypeError("groups must be of a column, got none");
  const probable = { userWeight: groupWeight, from: likelyFrom };
  const all = isOfNoRow(rows) ? [] : await queryRows(query({ ...rows, probable }), purpose);
  const isOfGroup = ({ found }: Row) => found !== null;
  const found = foundIn(all.filter(isOfGroup), group);
  const { groups }: { groups: ArrayLike<number> } = core.call("provideGroups", weightsOf(found));
  const wanted = Array.from(groups, (place) => found[place]!);
  return {
    groups: wanted.map(({ name }, number) => ({ number, sql: group.written(name) as string })),
    found,
    answer: areProbable(wanted, found) ? all.filter((row) => !isOfGroup(row)) : undefined,
  };
}

/** Whether the wanted groups are all probable ones, in their order. */
function areProbable(wanted: Found[], found: Found[]) {
  const probable = found.filter(({ number }) => number !== undefined);
  return wanted.length === probable.length && wanted.every(({ number }, place) => number === place);
}

/** Groups in an order of their names, never in the engine's. */
const foundIn = (answer: Row[], group: Identity): Found[] =>
  inOrder(
    answer.map(({ found, weight, number }) => ({
      name: group.read(`${found}`),
      weight: BigInt(`${weight}`),
      number: number === null ? undefined : Number(number),
    })),
  );

/** @param answer with names and weights */
export const weightsByName = (answer: Row[], group: Identity): Found[] =>
  inOrder(answer.map(({ name, w }) => ({ name: group.read(`${name}`), weight: BigInt(`${w}`) })));

const inOrder = (found: Found[]) => found.sort((a, b) => compareItems(a.name, b.name));

/** As the core takes them. */
export const weightsOf = (found: { weight: bigint }[]) =>
  BigInt64Array.from(found, ({ weight }) => weight);

/** Whether every group or bin is empty: none of their names is possible in the column. */
export const isOfNoRow = ({ groups, items }: Rows) =>
  [groups, items?.bins].some((list) => list?.length === 0);
