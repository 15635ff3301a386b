import { CoreObject } from "../core/object.js";
import { compareItems } from "../data/item-order.js";
import { groupWeightsQuery } from "./sum-queries.js";
import { hexOfBytes } from "./writing.js";

/** @typedef {import("./connection.js").Ask} Ask */
/** @typedef {import("./connection.js").Row} Row */
/** @typedef {import("./queries.js").Rows} Rows */

/**
 * What the core has begun: a release that is paid for and waits for what groups add up to.
 * @typedef {{ id: number, wantsGroups: boolean, userWeight: number, groupWeight: number }} Begun
 */

/**
 * Which sums are asked for.
 * @typedef {object} Summing
 * @property {(rows: Rows, userWeight: number) => string} query for rows with what each group adds up to, by its
 *   number as name
 * @property {string[]} columns of a row of it that are told, in their order
 */

/**
 * What is drawn from the sums of groups, of private ones when they are found.
 * @param {string} of the release's name in the core
 * @param {Begun} begun
 * @param {Ask} ask
 * @param {Rows} rows
 * @param {number} declared how many groups there are if they are not private
 * @param {Summing} summing
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
    const sums = await sumsOf(ask, wanted, count, begun.userWeight, summing);
    return { drawn: core.call("tell", sums), nameOf: (group) => found[group].name };
  } finally {
    core.dispose();
  }
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
