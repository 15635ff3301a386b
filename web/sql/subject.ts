import { isOneEach } from "../data/one-each.js";

/** @typedef {import("./release.js").Table} Table */

/**
 * The columns as the functions for tables in memory know them: only that they are there.
 * @param {Table} table
 * @param {string} [values]
 */
export const columnsFor = ({ user, by }, values) => ({
  ...(values !== undefined && { values }),
  users: user,
  ...(by !== undefined && { groups: by }),
});

/**
 * Refuses one value a user: an engine is asked for sums and ranks of all rows.
 * @param {{ perUser?: unknown }} read
 * @param {string} usual what is meant without it
 * @param {string} [or] what may be said else
 */
export function checkAllRows({ perUser }, usual, or = "") {
  if (perUser === usual || !isOneEach(perUser)) return;
  throw new RangeError(
    `perUser must be "${usual}"${or} for a table in an engine, got "${perUser}"`,
  );
}

/**
 * Refuses groups for what has one answer of all rows.
 * @param {string} name of the method
 * @param {Table} table
 */
export function checkUngrouped(name, { by }) {
  if (by === undefined) return;
  throw new TypeError(`${name} must be asked of a table without groups, got one after groupBy`);
}

/**
 * How many groups everybody knows: one if there are none, none of private ones.
 * @param {Table} table
 */
export const declaredGroups = ({ groups, by }) =>
  Array.isArray(groups) ? groups.length : by === undefined ? 1 : 0;
