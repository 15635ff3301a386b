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
 * How many groups everybody knows: one if there are none, none of private ones.
 * @param {Table} table
 */
export const declaredGroups = ({ groups, by }) =>
  Array.isArray(groups) ? groups.length : by === undefined ? 1 : 0;
