import { CoreObject } from "../core/object.js";
import type { GroupName } from "../data/group-names.js";
import type { Purpose, QueryRows, Row } from "./connection.js";
import type { Rows } from "./kept-rows.js";
import { type Bins, inPowers, onGrid, type Within } from "./powers.js";
import { type FirstQuery, isOfNoRow, privateGroups, type Searching } from "./private-groups.js";
import { groupWeightsQuery } from "./sum-queries.js";
import { hexOfBytes } from "./writing.js";

/**
 * The core's pending release: charged, and waiting for the sums of groups.
 * `bins`: for a range to find first
 */
export type Begun = Searching & {
  id: number;
  wantsGroups: boolean;
  userWeight: number;
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
    const { groups, found, answer } = begun.wantsGroups
      ? await privateGroups(core, queryRows, rows, begun, firstQuery(begun, summing))
      : { groups: rows.groups, found: [], answer: undefined };
    const wanted = { ...rows, groups };
    const count = begun.wantsGroups ? (groups?.length ?? 0) : declared;
    const sums =
      "within" in summing
        ? await sumsWithin(core, queryRows, wanted, count, begun, summing, answer)
        : await sumsOf(queryRows, wanted, count, begun.userWeight, summing, answer);
    return { drawn: core.call("provide", sums), nameOf: (group) => found[group]!.name };
  } finally {
    core.dispose();
  }
}

/** The first query after the groups are known. */
function firstQuery(
  { userWeight, bins }: Pick<Begun, "userWeight" | "bins">,
  summing: Summing | FoundSumming,
): FirstQuery<Rows> {
  if (!("within" in summing)) {
    return { query: (rows) => summing.query(rows, userWeight), purpose: purposeOf(summing) };
  }
  const query = (rows: Rows) => inBins.query(inPowers(rows, bins!, summing.isOfTotals), userWeight);
  return { query, purpose: purposeOf(inBins) };
}

/**
 * The sums of each group within a range that is found first. Without groups or range they are empty, and the
 * engine gets no query.
 * @param count of groups
 * @param answer of the query for bins, if it was asked before
 */
async function sumsWithin(
  core: CoreObject,
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  { bins, userWeight }: Pick<Begun, "bins" | "userWeight">,
  { isOfTotals, within }: FoundSumming,
  answer: Row[] | undefined,
) {
  const none = new BigInt64Array(0);
  if (count === 0 || bins === undefined) return none;
  const weights = await binWeights(queryRows, rows, { bins, userWeight }, isOfTotals, answer);
  const found: Within | { range: null } = core.call("provideBins", weights);
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
  answer?: Row[],
) {
  return sumsOf(queryRows, inPowers(rows, bins, isOfTotals), 1, userWeight, inBins, answer);
}

const inBins: Summing = { query: groupWeightsQuery, columns: ["w"], purpose: "bins" };
const purposeOf = ({ purpose = "sums" }: Summing) => purpose;

/**
 * The sums of each group, and bin of it: 0 without rows.
 * @param count of groups
 * @param answer of the query, if it was asked before
 */
export async function sumsOf(
  queryRows: QueryRows,
  rows: Rows,
  count: number,
  userWeight: number,
  summing: Summing,
  answer?: Row[],
) {
  const { columns } = summing;
  const sums = new BigInt64Array(count * (rows.bins ?? 1) * columns.length);
  if (count === 0 || isOfNoRow(rows)) return sums;
  const answered = answer ?? (await queryRows(summing.query(rows, userWeight), purposeOf(summing)));
  for (const row of answered) {
    columns.forEach((column, place) => {
      sums[Number(row.name) * columns.length + place] = BigInt(`${row[column]}`);
    });
  }
  return sums;
}

/** New for each release: which of a user's groups count is nothing that anyone can know beforehand. */
export const salt = () => hexOfBytes(globalThis.crypto.getRandomValues(new Uint8Array(16)));
