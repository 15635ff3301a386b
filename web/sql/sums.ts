import { CoreObject } from "../core/object.js";
import { compareItems } from "../data/item-order.js";
import { inPowers, onGrid } from "./powers.js";
import { groupWeightsQuery } from "./sum-queries.js";
import { hexOfBytes } from "./writing.js";

/** @typedef {import("./connection.js").Ask} Ask */
/** @typedef {import("./connection.js").Row} Row */
/** @typedef {import("./queries.js").Rows} Rows */

/**
 * What the core has begun: a release that is paid for and waits for what groups add up to.
 * @typedef {{ id: number, wantsGroups: boolean, userWeight: number, groupWeight: number,
 *   bins?: import("./powers.js").Bins }} Begun `bins`: where a range is found first
 */

/**
 * Which sums are asked for.
 * @typedef {object} Summing
 * @property {(rows: Rows, userWeight: number) => string} query for rows with what each group adds up to, by its
 *   number as name
 * @property {string[]} columns of a row of it that are told, in their order
 */

/**
 * The same where a range is found first.
 * @typedef {object} FoundSumming
 * @property {boolean} isOfTotals whether it is one of users' totals
 * @property {(ends: [bigint, bigint]) => Summing} within the ends of its grid
 */

/**
 * What is drawn from the sums of groups, of private ones when they are found.
 * @param {string} of the release's name in the core
 * @param {Begun} begun
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} declared how many groups there are if they are not private
 * @param {Summing | FoundSumming} summing
 * @returns {Promise<{ drawn: any, nameOf: (group: number) => any }>}
 */
export async function drawnFromSums(of, { id, ...begun }, ask, rows, declared, summing) {
  const core = new CoreObject(of, id);
  try {
    const { groups, found } = begun.wantsGroups
      ? await namedGroups(core, ask, rows, begun.groupWeight)
      : { groups: rows.groups, found: [] };
    const wanted = { ...rows, groups };
    const count = begun.wantsGroups ? (groups?.length ?? 0) : declared;
    const sums =
      "within" in summing
        ? await sumsWithin(core, ask, wanted, count, begun, summing)
        : await sumsOf(ask, wanted, count, begun.userWeight, summing);
    return { drawn: core.call("tell", sums), nameOf: (group) => found[group].name };
  } finally {
    core.dispose();
  }
}

/**
 * What is told of each group within a range that is found first: nothing, and nothing is asked, without groups or range.
 * @param {CoreObject} core
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} count of groups
 * @param {Pick<Begun, "bins" | "userWeight">} begun
 * @param {FoundSumming} summing
 */
async function sumsWithin(core, ask, rows, count, { bins, userWeight }, { isOfTotals, within }) {
  const none = new BigInt64Array(0);
  if (count === 0 || bins === undefined) return none;
  const weights = await binWeights(ask, rows, { bins, userWeight }, isOfTotals);
  const found = core.call("tellBins", weights);
  if (found.range === null) return none;
  const { lowest, highest } = found.grid;
  const summing = within([BigInt(lowest), BigInt(highest)]);
  return sumsOf(ask, onGrid(rows, found, isOfTotals), count, userWeight, summing);
}

/**
 * What users weigh in each bin, spread over their values or over their totals.
 * @param {Ask} ask
 * @param {Rows} rows whose keys are doubles
 * @param {{ bins: import("./powers.js").Bins, userWeight: number }} begun
 * @param {boolean} isOfTotals
 */
export function binWeights(ask, rows, { bins, userWeight }, isOfTotals) {
  const summing = { query: groupWeightsQuery, columns: ["w"] };
  return sumsOf(ask, inPowers(rows, bins, isOfTotals), 1, userWeight, summing);
}

/**
 * Those of the groups that occur whose sums are wanted, as a list, and what all of them are called.
 * @param {CoreObject} core
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} whole what a user weighs
 */
export async function namedGroups(core, ask, rows, whole) {
  const found = await groupsThatOccur(ask, rows, whole);
  const { groups } = core.call("tellGroups", weightsOf(found));
  const listed = Array.from(groups, (/** @type {number} */ place, number) => ({
    number,
    sql: /** @type {string} */ (rows.group?.written(found[place].name)),
  }));
  return { groups: listed, found };
}

/**
 * The groups that occur and what they weigh, in an order of their names, never in the engine's.
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} whole
 */
async function groupsThatOccur(ask, rows, whole) {
  if (rows.group === undefined) throw new TypeError("groups must be of a column, got none");
  if (isOfNoRow(rows)) return [];
  // Whatever is asked of the groups that are named: bins of them are not groups yet.
  const query = groupWeightsQuery({ ...rows, bins: undefined }, whole);
  return weightsByName(await ask(query), rows.group);
}

/**
 * @param {Row[]} answer with names and weights
 * @param {import("./columns.js").Identity} group
 */
export function weightsByName(answer, group) {
  return answer
    .map(({ name, w }) => ({ name: group.read(`${name}`), weight: BigInt(`${w}`) }))
    .sort((a, b) => compareItems(a.name, b.name));
}

/**
 * As the core takes them.
 * @param {{ weight: bigint }[]} found
 */
export const weightsOf = (found) => BigInt64Array.from(found, ({ weight }) => weight);

/**
 * What is told of each group, and bin of it: 0 of those without rows.
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} count of groups
 * @param {number} userWeight
 * @param {Summing} summing
 */
async function sumsOf(ask, rows, count, userWeight, { query, columns }) {
  const sums = new BigInt64Array(count * (rows.bins ?? 1) * columns.length);
  if (count === 0 || isOfNoRow(rows)) return sums;
  for (const row of await ask(query(rows, userWeight))) {
    columns.forEach((column, place) => {
      sums[Number(row.name) * columns.length + place] = BigInt(`${row[column]}`);
    });
  }
  return sums;
}

/**
 * Whether no row can be in any of the groups or bins: none of their names is one that the column can have.
 * @param {Rows} rows
 */
export const isOfNoRow = ({ groups, items }) =>
  [groups, items?.bins].some((list) => list?.length === 0);

/** New for each release: which of a user's groups count is nothing that anyone can know beforehand. */
export const salt = () => hexOfBytes(globalThis.crypto.getRandomValues(new Uint8Array(16)));
