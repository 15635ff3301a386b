import {
  type Column,
  checkThere,
  columnNamed,
  columnOf,
  identityOf,
  identityOfSeveral,
  typesQuery,
} from "./columns.js";
import type { QueryRows } from "./connection.js";
import type { Rows } from "./kept-rows.js";
import { listedNames } from "./names.js";
import type { Table } from "./release.js";

/** The columns that a question names: no other column is read. */
export const namedColumns = (
  { user, by }: Pick<Table, "user" | "by">,
  column: string | undefined,
): { option: string; name: string }[] => [
  ...(column === undefined ? [] : [{ option: "column", name: column }]),
  ...(user === null ? [] : [{ option: "user", name: user }]),
  ...(by === undefined ? [] : [by].flat().map((name) => ({ option: "groupBy", name }))),
];

/** The column of values, the rows, and the types of all named columns as the engine declares them. */
export type Read = { value: Column; rows: Rows; types: (string | null)[] };

type Named = ReturnType<typeof namedColumns>;

/** The types of columns as the engine declares them, if the table has these columns. */
async function typesOf(
  { dialect, from }: Pick<Table, "dialect" | "from">,
  queryRows: QueryRows,
  named: Named,
): Promise<Read["types"]> {
  const there = await queryRows(dialect.columnsOf(from), "columns");
  const names = there.map(({ name, col_name }) => `${name ?? col_name}`);
  checkThere(dialect, names, named);
  const sql = named.map(({ option, name }) => columnNamed(option, name, dialect.quoted));
  const [declared] = await queryRows(typesQuery(dialect, from, sql), "types");
  return named.map((_, place) => declared![`type${place}`]!);
}

/**
 * The engine's columns, and their form in queries. Names and types are public.
 * @param column of values
 * @param known the types of the named columns, if the engine was asked for them before
 */
export async function rowsOf(
  table: Pick<Table, "dialect" | "from" | "user" | "by" | "groups">,
  queryRows: QueryRows,
  column?: string,
  known?: Read["types"],
): Promise<Read> {
  const { dialect, from, by, groups } = table;
  const named = namedColumns(table, column);
  const types = known ?? (await typesOf(table, queryRows, named));
  const sql = named.map(({ option, name }) => columnNamed(option, name, dialect.quoted));
  const columns = named.map(({ option, name }, place) => ({
    option,
    column: columnOf(dialect, name, sql[place]!, types[place]!),
  }));
  const columnsFor = (wanted: string) =>
    columns.flatMap(({ option, column }) => (option === wanted ? [column] : []));
  const [value] = columnsFor("column");
  const [userColumn] = columnsFor("user");
  const parts = columnsFor("groupBy").map((part) => identityOf(dialect, part, "groupBy"));
  const group = Array.isArray(by) ? identityOfSeveral(dialect, parts) : parts[0];
  return {
    value: value!,
    types,
    rows: {
      ...{ dialect, from, group },
      user: userColumn ? identityOf(dialect, userColumn, "user") : null,
      groups: Array.isArray(groups) ? listedNames(group!, groups) : undefined,
    },
  };
}
