import { CoreObject } from "../core/object.js";
import type { GroupName } from "../data/group-names.js";
import { compareItems } from "../data/item-order.js";
import type { Identity } from "./columns.js";
import type { QueryRows, Row } from "./connection.js";
import { type Bins, inPowers, onGrid, type Within } from "./powers.js";
import type { Rows } from "./queries.js";
import { groupWeightsQuery } from "./sum-queries.js";
import { hexOfBytes } from "./writing.js";

/**
 * What the core has begun: a release that is paid for and waits for what groups add up to.
 * `bins`: where a range is found first
 */
export type Begun = {
  id: number;
  wantsGroups: boolean;
  userWeight: number;
  groupWeight: number;
  bins?: Bins;
};

/** What the core answers from sums, of each group. `named`: which private ones these are; `range`: if it was found. */
export type DrawnSums<Value> = {
  values: Value[];
  named: number[];
  range?: Within["range"] | null;
};

/** Which sums are asked for. */
export interface Summing {
  /** for rows with what each group adds up to, by its number as name */
  query: (rows: Rows, userWeight: number) => string;
  /** of a row of it that are told, in their order */
  columns: string[];
}

/** The same where a range is found first. */
export interface FoundSumming {
  /** whether it is one of users' totals */
  isOfTotals: boolean;
  /** the ends of its grid */
  within: (ends: [bigint, bigint]) => Summing;
}

/**
 * What is drawn from the sums of groups, of private ones when they are found.
 * @param of the release's name in the core
 * @param declared how many groups there are if they are not private
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
 * What is told of each group within a range that is found first: nothing, and nothing is asked, without groups or range.
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
 * What users weigh in each bin, spread over their values or over their totals.
 * @param rows whose keys are doubles
 */
export function binWeights(
  queryRows: QueryRows,
  rows: Rows,
  { bins, userWeight }: { bins: Bins; userWeight: number },
  isOfTotals: boolean,
) {
  const summing = { query: groupWeightsQuery, columns: ["w"] };
  return sumsOf(queryRows, inPowers(rows, bins, isOfTotals), 1, userWeight, summing);
}

/**
 * Those of the groups that occur whose sums are wanted, as a list, and what all of them are called.
 * @param whole what a user weighs
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

/** The groups that occur and what they weigh, in an order of their names, never in the engine's. */
async function groupsThatOccur(queryRows: QueryRows, rows: Rows, whole: number) {
  if (rows.group === undefined) throw new TypeError("groups must be of a column, got none");
  if (isOfNoRow(rows)) return [];
  // Whatever is asked of the groups that are named: bins of them are not groups yet.
  const query = groupWeightsQuery({ ...rows, bins: undefined }, whole);
  return weightsByName(await queryRows(query), rows.group);
}

/** A group or an item that occurs, and what it weighs. */
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
 * What is told of each group, and bin of it: 0 of those without rows.
 * @param count of groups
 */
async function sumsOf(
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  userWeight: number,
  { query, columns }: Summing,
) {
  const sums = new BigInt64Array(count * (rows.bins ?? 1) * columns.length);
  if (count === 0 || isOfNoRow(rows)) return sums;
  for (const row of await queryRows(query(rows, userWeight))) {
    columns.forEach((column, place) => {
      sums[Number(row.name) * columns.length + place] = BigInt(`${row[column]}`);
    });
  }
  return sums;
}

/** Whether no row can be in any of the groups or bins: none of their names is one that the column can have. */
export const isOfNoRow = ({ groups, items }: Rows) =>
  [groups, items?.bins].some((list) => list?.length === 0);

/** New for each release: which of a user's groups count is nothing that anyone can know beforehand. */
export const salt = () => hexOfBytes(globalThis.crypto.getRandomValues(new Uint8Array(16)));
