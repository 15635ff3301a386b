import type { Rows } from "./kept-rows.js";
import type { Query } from "./query.js";
import { ascending, bigint, type Dialect } from "./writing.js";

/**
 * Adds the table `weighted`: these rows with w, their weight. A user weighs `whole`, split over their rows in
 * an order of group, as in the core. The weight of the first rows together is their share of `whole`, rounded down.
 * @param query with the table `counted`: u, g, c (the number of the user's rows that it represents) and the columns
 * @param whole a user's weight
 * @param columns to keep, g first
 * @param of what the names of the tables begin with, if another part of the query has them too
 */
export function weighed(
  query: Query,
  rows: Rows,
  whole: number,
  columns: string[],
  { of = "" }: { of?: string } = {},
) {
  const { dialect } = rows;
  const taken = columns.join(", ");
  const weighted = `${of}weighted`;
  if (isOneGroup(rows)) {
    // All of a user's rows are in one group, which weighs as much as the user.
    return query.with(weighted, `SELECT u, ${taken}, c, ${bigint(whole)} AS w FROM ${of}counted`);
  }
  const counted = `${of}counted AS counted`;
  const uptoOf = (user: string) =>
    `CAST(SUM(c) OVER (PARTITION BY ${user} ORDER BY ${ascending(...groupOrder(rows))} ROWS UNBOUNDED PRECEDING) AS bigint) AS upto`;
  const parts = `SELECT u, ${taken}, c, ${partBetween(dialect, whole, "upto - c", "upto")} AS w`;
  if (dialect.scansOnce) {
    const order = ascending(...groupOrder(rows));
    const columns = `counted.u AS u, ${taken}, c, ${rowsOfUser("SUM(c)", order)}, ${uptoOf("counted.u")}`;
    return query
      .with(`${of}sized`, `SELECT ${columns} FROM ${counted}`)
      .with(weighted, `${parts} FROM ${of}sized`);
  }
  // Joined with how many rows a user has, which takes half the time of counting them in a window. Users whose rows
  // divide `whole`, as all of up to 16 rows, need no order.
  const sized = (more: string, where: string) =>
    `SELECT counted.u AS u, ${taken}, c, ${more} FROM ${counted} JOIN ${of}sizes AS sizes ON sizes.u = counted.u WHERE ${where}`;
  const even = sized(`${dialect.divided(`c * ${whole}`, "m")} AS w`, `${whole} % m = 0`);
  return query
    .with(`${of}sizes`, sizesOf(`${of}counted`))
    .with(`${of}uneven`, sized(`m, ${uptoOf("sizes.id")}`, `${whole} % m <> 0`))
    .with(weighted, `${even} UNION ALL ${parts} FROM ${of}uneven`);
}

/** How many rows each user has, m, and a number of the user: numbers sort quicker than texts. */
export const sizesOf = (counted: string) =>
  `SELECT u, CAST(SUM(c) AS bigint) AS m, ROW_NUMBER() OVER () AS id FROM ${counted} GROUP BY u`;

/**
 * The same in a window.
 * @param order of another window over the rows: a sum needs none, but without it the engine would sort them twice
 */
export const rowsOfUser = (sum: string, order: string) =>
  `CAST(${sum} OVER (PARTITION BY counted.u ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS bigint) AS m`;

/** The part of a user's weight that is of the user's rows between two places, of m in all. */
export const partBetween = ({ divided }: Dialect, whole: number, from: string, to: string) =>
  `${divided(`(${to}) * ${whole}`, "m")} - ${divided(`(${from}) * ${whole}`, "m")}`;

/** Whether all rows are in one group. */
export const isOneGroup = ({ group, bins }: Rows) => group === undefined && bins === undefined;

/** Whether g is a number: of a listed group, of a probable one, or of the only one. */
export const isNumbered = ({ group, groups, probable }: Rows) =>
  groups !== undefined || probable !== undefined || group === undefined;

/** The columns that order rows by their groups. */
export const groupOrder = (rows: Rows) =>
  isNumbered(rows) || rows.bins !== undefined ? ["g"] : rows.group!.order("g");
