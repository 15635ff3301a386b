import { type Column, doubleOf, numbersOf } from "./columns.js";
import type { Rows } from "./kept-rows.js";
import type { Query } from "./query.js";
import { ascending, type Dialect } from "./writing.js";

/** How an engine can make one value of a user's values, exactly. */
export const reducers = ["median", "min", "max"] as const;

export type Reducer = (typeof reducers)[number];

/** One value of each user, in each group. */
export interface Reduced {
  how: Reducer;
  /** the values as SQL compares them; nothing where they are missing */
  sql: string;
}

/** Rows of which each user has one in each group, and the column of their values then. */
export function reducedBy(
  rows: Rows,
  column: Column,
  perUser: unknown,
): { rows: Rows; value: Column } {
  const how = reducers.find((one) => one === perUser);
  if (how === undefined || rows.user === null) return { rows, value: column };
  const value = numbersOf(rows.dialect, column);
  const reduced = { how, sql: comparable(rows.dialect, value) };
  return { rows: { ...rows, reduced }, value: { ...value, sql: "x" } };
}

function comparable(dialect: Dialect, column: Column) {
  const { kind, sql } = column;
  if (kind === "real") return doubleOf(dialect, column);
  return kind === "exact" ? `CASE WHEN ${dialect.isNumber(sql)} THEN ${sql} END` : sql;
}

/** Adds the table `reduced` (u, g, x). The median is the lower one of two. */
export function reducedRows(query: Query, { how, sql }: Reduced, columns: string, source: string) {
  query.with("present", `SELECT ${columns}, ${sql} AS x FROM ${source}`);
  if (how !== "median") {
    const extreme = `SELECT u, g, ${how.toUpperCase()}(x) AS x`;
    query.with("reduced", `${extreme} FROM present WHERE x IS NOT NULL GROUP BY u, g`);
    return;
  }
  const over = "OVER (PARTITION BY u, g";
  query
    .with(
      "ranked",
      `SELECT u, g, x, ROW_NUMBER() ${over} ORDER BY ${ascending("x")}) AS place, COUNT(*) ${over}) AS many FROM present WHERE x IS NOT NULL`,
    )
    .with("reduced", "SELECT u, g, x FROM ranked WHERE place * 2 IN (many, many + 1)");
}
