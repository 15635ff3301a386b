import { CoreObject } from "../core/object.js";
import type { GroupName } from "../data/group-names.js";
import { compareItems } from "../data/item-order.js";
import type { Identity } from "./columns.js";
import type { Purpose, QueryRows, Row } from "./connection.js";
import type { Rows } from "./kept-rows.js";
import { type Bins, inPowers, onGrid, type Within } from "./powers.js";
import { groupWeightsQuery } from "./sum-queries.js";
import { hexOfBytes } from "./writing.js";

/**
 * The core's pending release: charged, and waiting for the sums of groups.
 * `bins`: for a range to find first
 */
export type Begun = {
  id: number;
  wantsGroups: boolean;
  userWeight: number;
  groupWeight: number;
  bins?: Bins;
};

/** The core's answer from sums, for each group. `named`: the released groups; `range`: the found range, if any. */
export type DrawnSums<Value> = {
  values: Value[];
  named: number[];
  range?: Within["range"] | null;
};

/** The sums that a release needs. */
export interface Summing {
  /** a query for the sums of each group of rows, with its number as name */
  query: (rows: Rows, userWeight: number) => string;
  /** the columns of a row that the core takes, in their order */
  columns: string[];
  /** what the query is for, if not the sums */
  purpose?: Purpose;
}

/** Sums that need a found range first. */
export interface FoundSumming {
  /** whether the range is for users' totals */
  isOfTotals: boolean;
  /** the ends of its grid */
  within: (ends: [bigint, bigint]) => Summing;
}

/**
 * Draws from the sums of groups, after it selects private ones.
 * @param of the release's name in the core
 * @param declared the number of groups if they are not private
 */
export async function drawnFromSums<Value>(
  of: string,
  { id, ...begun }: Begun,
  queryRows: QueryRows,
  rows: Rows,
  declared: number,
  summing: Summing | FoundSumming,
): Promise<{ drawn: DrawnSums<Value>; nameOf: (group: number) => GroupName }> {
  const core = new CoreObject(of, id);
  try {
    const { groups, found } = begun.wantsGroups
      ? await namedGroups(core, queryRows, rows, begun.groupWeight)
      : { groups: rows.groups, found: [] as Found[] };
    const wanted = { ...rows, groups };
    const count = begun.wantsGroups ? (groups?.length ?? 0) : declared;
    const sums =
      "within" in summing
        ? await sumsWithin(core, queryRows, wanted, count, begun, summing)
        : await sumsOf(queryRows, wanted, count, begun.userWeight, summing);
    return { drawn: core.call("tell", sums), nameOf: (group) => found[group]!.name };
  } finally {
    core.dispose();
  }
}

/**
 * The sums of each group within a range that is found first. Without groups or range they are empty, and the
 * engine gets no query.
 * @param count of groups
 */
async function sumsWithin(
  core: CoreObject,
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  { bins, userWeight }: Pick<Begun, "bins" | "userWeight">,
  { isOfTotals, within }: FoundSumming,
) {
  const none = new BigInt64Array(0);
  if (count === 0 || bins === undefined) return none;
  const weights = await binWeights(queryRows, rows, { bins, userWeight }, isOfTotals);
  const found: Within | { range: null } = core.call("tellBins", weights);
  if (found.range === null) return none;
  const { lowest, highest } = found.grid;
  const summing = within([BigInt(lowest), BigInt(highest)]);
  return sumsOf(queryRows, onGrid(rows, found, isOfTotals), count, userWeight, summing);
}

/**
 * The users' weights in each bin, spread over their values or over their totals.
 * @param rows whose keys are doubles
 */
export function binWeights(
  queryRows: QueryRows,
  rows: Rows,
  { bins, userWeight }: { bins: Bins; userWeight: number },
  isOfTotals: boolean,
) {
  const summing = { query: groupWeightsQuery, columns: ["w"], purpose: "bins" as const };
  return sumsOf(queryRows, inPowers(rows, bins, isOfTotals), 1, userWeight, summing);
}

/**
 * Lists the groups whose sums the core wants, and the names of all that occur.
 * @param whole a user's weight
 */
export async function namedGroups(
  core: CoreObject,
  queryRows: QueryRows,
  rows: Rows,
  whole: number,
) {
  const found = await groupsThatOccur(queryRows, rows, whole);
  const { groups }: { groups: ArrayLike<number> } = core.call("tellGroups", weightsOf(found));
  const listed = Array.from(groups, (place, number) => ({
    number,
    sql: rows.group?.written(found[place]!.name) as string,
  }));
  return { groups: listed, found };
}

/** The groups that occur and their weights, in an order of their names, never in the engine's. */
async function groupsThatOccur(queryRows: QueryRows, rows: Rows, whole: number) {
  if (rows.group === undefined) throw new TypeError("groups must be of a column, got none");
  if (isOfNoRow(rows)) return [];
  // This query is about whole groups, before any bins.
  const query = groupWeightsQuery({ ...rows, bins: undefined }, whole);
  return weightsByName(await queryRows(query, "groups"), rows.group);
}

/** A group or an item that occurs, and its weight. */
type Found = { name: GroupName; weight: bigint };

/** @param answer with names and weights */
export function weightsByName(answer: Row[], group: Identity): Found[] {
  return answer
    .map(({ name, w }) => ({ name: group.read(`${name}`), weight: BigInt(`${w}`) }))
    .sort((a, b) => compareItems(a.name, b.name));
}

/** As the core takes them. */
export const weightsOf = (found: { weight: bigint }[]) =>
  BigInt64Array.from(found, ({ weight }) => weight);

/**
 * The sums of each group, and bin of it: 0 without rows.
 * @param count of groups
 */
export async function sumsOf(
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  userWeight: number,
  { query, columns, purpose = "sums" }: Summing,
) {
  const sums = new BigInt64Array(count * (rows.bins ?? 1) * columns.length);
  if (count === 0 || isOfNoRow(rows)) return sums;
  for (const row of await queryRows(query(rows, userWeight), purpose)) {
    columns.forEach((column, place) => {
      sums[Number(row.name) * columns.length + place] = BigInt(`${row[column]}`);
    });
  }
  return sums;
}

/** Whether every group or bin is empty: none of their names is possible in the column. */
export const isOfNoRow = ({ groups, items }: Rows) =>
  [groups, items?.bins].some((list) => list?.length === 0);

/** New for each release: which of a user's groups count is nothing that anyone can know beforehand. */
export const salt = () => hexOfBytes(globalThis.crypto.getRandomValues(new Uint8Array(16)));
