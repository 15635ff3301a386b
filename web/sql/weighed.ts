import type { Rows } from "./kept-rows.js";
import type { Query } from "./query.js";
import { ascending, bigint } from "./writing.js";

/**
 * Adds the table `weighted`: these rows with w, their weight. A user weighs `whole`, split over their rows in
 * an order of group and key, as in the core. The weight of the first rows together is their share of `whole`,
 * rounded down.
 * @param query with the table `counted`: u, g, c (the number of the user's rows that it represents, 1 if there
 *   is an order) and the columns
 * @param whole a user's weight
 * @param columns to keep, g first
 * @param order in which a user's rows of one group are
 * @param of what the names of the tables begin with, if another part of the query has them too
 */
export function weighed(
  query: Query,
  rows: Rows,
  whole: number,
  columns: string[],
  { order = [], of = "" }: { order?: string[]; of?: string } = {},
) {
  const { dialect } = rows;
  const taken = columns.join(", ");
  const weighted = `${of}weighted`;
  if (isOneGroup(rows) && order.length === 0) {
    // All of a user's rows are in one group, which weighs as much as the user.
    return query.with(weighted, `SELECT u, ${taken}, c, ${bigint(whole)} AS w FROM ${of}counted`);
  }
  const part = (place: string) => dialect.divided(`(${place}) * ${whole}`, "m");
  const sized = (more: string, where: string) =>
    `SELECT counted.u AS u, ${taken}, c, ${more} FROM ${of}counted AS counted JOIN ${of}sizes AS sizes ON sizes.u = counted.u WHERE ${where}`;
  // Users by numbers, which sort quicker than their texts.
  const user = dialect.scansOnce ? "counted.u" : "sizes.id";
  const over = `OVER (PARTITION BY ${user} ORDER BY ${ascending(...groupOrder(rows), ...order)}`;
  // Numbered, where each is one row, which takes two thirds of the time of adding up.
  const upto =
    order.length > 0
      ? `CAST(ROW_NUMBER() ${over}) AS bigint)` // Spark numbers rows by 32 bits
      : `CAST(SUM(c) ${over} ROWS UNBOUNDED PRECEDING) AS bigint)`;
  if (dialect.scansOnce) {
    // In the same order, although a sum needs none: another one would sort all rows twice.
    const all = `CAST(SUM(c) ${over} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS bigint) AS m`;
    return query
      .with(
        `${of}sized`,
        `SELECT counted.u AS u, ${taken}, c, ${all}, ${upto} AS upto FROM ${of}counted AS counted`,
      )
      .with(
        weighted,
        `SELECT u, ${taken}, c, ${part("upto")} - ${part("upto - c")} AS w FROM ${of}sized`,
      );
  }
  // Joined with how many rows a user has, which takes half the time of counting them in a window. Users whose rows
  // divide `whole`, as all of up to 16 rows, need no order.
  return query
    .with(
      `${of}sizes`,
      `SELECT u, CAST(SUM(c) AS bigint) AS m, ROW_NUMBER() OVER () AS id FROM ${of}counted GROUP BY u`,
    )
    .with(`${of}uneven`, sized(`m, ${upto} AS upto`, `${whole} % m <> 0`))
    .with(
      weighted,
      `${sized(`${part("c")} AS w`, `${whole} % m = 0`)} UNION ALL SELECT u, ${taken}, c, ${part("upto")} - ${part("upto - c")} AS w FROM ${of}uneven`,
    );
}

/** Whether all rows are in one group. */
export const isOneGroup = ({ group, bins }: Rows) => group === undefined && bins === undefined;

/** Whether g is a number: of a listed group, of a probable one, or of the only one. */
export const isNumbered = ({ group, groups, probable }: Rows) =>
  groups !== undefined || probable !== undefined || group === undefined;

/** The columns that order rows by their groups. */
const groupOrder = (rows: Rows) =>
  isNumbered(rows) || rows.bins !== undefined ? ["g"] : rows.group!.order("g");
