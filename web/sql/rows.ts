import {
  checkThere,
  columnNamed,
  columnOf,
  identityOf,
  identityOfSeveral,
  typesQuery,
} from "./columns.js";

/**
 * What the engine knows of the columns, and how queries write them. Names and types are public.
 * @param {Pick<import("./release.js").Table, "dialect" | "from" | "user" | "by" | "groups">} table
 * @param {import("./connection.js").Ask} ask
 * @param {string} [column] of values
 * @returns {Promise<{ value: import("./columns.js").Column, rows: import("./queries.js").Rows }>}
 */
export async function rowsOf({ dialect, from, user, by, groups }, ask, column) {
  const named = [
    ...(column === undefined ? [] : [{ option: "column", name: column }]),
    ...(user === null ? [] : [{ option: "user", name: user }]),
    ...(by === undefined ? [] : [by].flat().map((name) => ({ option: "groupBy", name }))),
  ];
  const there = await ask(dialect.columnsOf(from));
  const names = there.map(({ name }) => `${name}`);
  checkThere(dialect, names, named);
  const sql = named.map(({ option, name }) => columnNamed(option, name));
  const [types] = await ask(typesQuery(dialect, from, sql));
  const columns = named.map(({ option, name }, place) => ({
    option,
    column: columnOf(dialect, name, sql[place], types[`type${place}`]),
  }));
  const columnsFor = (/** @type {string} */ wanted) =>
    columns.flatMap(({ option, column }) => (option === wanted ? [column] : []));
  const [value] = columnsFor("column");
  const [userColumn] = columnsFor("user");
  const parts = columnsFor("groupBy").map((part) => identityOf(dialect, part, "groupBy"));
  const group = Array.isArray(by) ? identityOfSeveral(dialect, parts) : parts[0];
  return {
    value,
    rows: {
      ...{ dialect, from, group },
      user: userColumn ? identityOf(dialect, userColumn, "user") : null,
      groups: Array.isArray(groups)
        ? groups.flatMap((name, number) => {
            const written = group.written(name);
            return written === undefined ? [] : [{ number, sql: written }];
          })
        : undefined,
    },
  };
}
