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

/**
 * The engine's columns, and their form in queries. Names and types are public.
 * @param column of values
 */
export async function rowsOf(
  { dialect, from, user, by, groups }: Pick<Table, "dialect" | "from" | "user" | "by" | "groups">,
  queryRows: QueryRows,
  column?: string,
): Promise<Read> {
  const named = namedColumns({ user, by }, column);
  const there = await queryRows(dialect.columnsOf(from), "columns");
  const names = there.map(({ name, col_name }) => `${name ?? col_name}`);
  checkThere(dialect, names, named);
  const sql = named.map(({ option, name }) => columnNamed(option, name, dialect.quoted));
  const [declared] = await queryRows(typesQuery(dialect, from, sql), "types");
  const types = named.map((_, place) => declared![`type${place}`]!);
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
