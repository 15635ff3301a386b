import { isReducer } from "../data/one-each.js";
import { reducers } from "./reduced.js";
import type { Table } from "./release.js";

/** The columns as the functions for tables in memory know them: only that they are there. */
export const columnsFor = ({ user, by }: Table, values?: string) => ({
  ...(values !== undefined && { values }),
  users: user,
  ...(by !== undefined && { groups: by }),
});

/**
 * Rejects one value per user that an engine does not compute exactly.
 * @param usual the default
 * @param or the words for other values
 */
export function checkReducer({ perUser }: { perUser?: unknown }, usual: string, or = "") {
  if (perUser === usual || !isReducer(perUser) || reducers.some((how) => how === perUser)) return;
  const words = reducers.map((how) => `"${how}"`).join(", ");
  throw new RangeError(
    `perUser must be "${usual}", ${words}${or} for a table in an engine, got "${perUser}": reduce in \`from\`, as in { query: "SELECT id, AVG(value) AS value FROM visits GROUP BY id" }`,
  );
}

/**
 * Rejects groups for a function with one answer over all rows.
 * @param name of the method
 */
export function checkUngrouped(name: string, { by }: Table) {
  if (by === undefined) return;
  throw new TypeError(`${name} must be asked of a table without groups, got one after groupBy`);
}

/** The public number of groups: one without groups, zero if they are private. */
export const declaredGroups = ({ groups, by }: Table) =>
  Array.isArray(groups) ? groups.length : by === undefined ? 1 : 0;
