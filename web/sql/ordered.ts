import type { Rows } from "./kept-rows.js";
import { inProbable } from "./probable.js";
import type { Query } from "./query.js";
import { groupOrder, isOneGroup, partBetween, rowsOfUser, sizesOf } from "./weighed.js";
import { ascending, bigint } from "./writing.js";

/** Whether a query can order some of a user's rows alone, by counting the others. */
export const hasPlaces = ({ dialect, user, chosen }: Rows) =>
  !dialect.scansOnce && user !== null && chosen === undefined;

/**
 * Adds the table `weighted` (g, k, w): rows with their weight. A user weighs `whole`, split over their rows in an order
 * of group and key, as in the core. The weight of the first rows together is their share of `whole`, rounded down.
 * @param query with the table `kept`; and `spans` (g, lo, hi), if only rows between two keys of their group are wanted
 * @param whole a user's weight
 */
export function orderedRows(query: Query, rows: Rows, whole: number, isOfSpans: boolean) {
  if (rows.dialect.scansOnce) return numberedOnce(query, rows, whole);
  const { dialect } = rows;
  const source = isOfSpans ? "spanned" : "kept";
  placesOfPairs(query, rows, isOfSpans);
  const group = isOneGroup(rows) ? "" : ` AND places.g = ${source}.g`;
  const inside = isOfSpans ? "k >= lo AND k <= hi AND " : "";
  const placed = (columns: string, where: string) =>
    `SELECT ${source}.g AS g, k, ${columns} FROM ${source} JOIN places ON places.u = ${source}.u${group} WHERE ${inside}${where}`;
  // Users whose rows divide `whole`, as all of up to 16 rows, need no order.
  const upto = `before + CAST(ROW_NUMBER() OVER (PARTITION BY places.id ORDER BY ${ascending("k")}) AS bigint) AS upto`;
  const even = placed(`${dialect.divided(`${whole}`, "m")} AS w`, `${whole} % m = 0`);
  const parts = partBetween(dialect, whole, "upto - 1", "upto");
  return query
    .with("uneven", placed(`m, ${upto}`, `${whole} % m <> 0`))
    .with("weighted", `${even} UNION ALL SELECT g, k, ${parts} AS w FROM uneven`);
}

/** All in one window, for an engine that reads a table again in each place that names it. */
function numberedOnce(query: Query, rows: Rows, whole: number) {
  const order = ascending(...groupOrder(rows), "k");
  // Spark numbers rows by 32 bits.
  const upto = `CAST(ROW_NUMBER() OVER (PARTITION BY counted.u ORDER BY ${order}) AS bigint) AS upto`;
  const parts = partBetween(rows.dialect, whole, "upto - 1", "upto");
  return query
    .with("sized", `SELECT g, k, ${rowsOfUser("COUNT(*)", order)}, ${upto} FROM kept AS counted`)
    .with("weighted", `SELECT g, k, ${parts} AS w FROM sized`);
}

/**
 * Adds the table `places` (u, g, m, before, id): a user with m rows has so many of them before the first wanted one of a
 * group. Only the rows of one user and group are left to order, and of them those in a span.
 */
function placesOfPairs(query: Query, rows: Rows, isOfSpans: boolean) {
  if (isOfSpans) {
    query.with(
      "spanned",
      "SELECT kept.u AS u, kept.g AS g, k, lo, hi FROM kept LEFT JOIN spans ON spans.g = kept.g",
    );
  }
  const below = isOfSpans ? "COUNT(CASE WHEN k < lo THEN 1 END)" : bigint(0);
  const counted = (columns: string) =>
    `SELECT ${columns}, COUNT(*) AS c, ${below} AS below FROM ${isOfSpans ? "spanned" : "kept"} GROUP BY ${columns}`;
  const id = "ROW_NUMBER() OVER () AS id";
  if (isOneGroup(rows)) {
    const columns = `u, c AS m, below AS before, ${id}`;
    return query.with("counted", counted("u")).with("places", `SELECT ${columns} FROM counted`);
  }
  // The search for groups has counted a user's rows in each of them.
  const ofProbable = inProbable("all_counted", ["u", "c", "0 AS below"]);
  const before = `CAST(SUM(c) OVER (PARTITION BY sizes.id ORDER BY ${ascending(...groupOrder(rows))} ROWS UNBOUNDED PRECEDING) AS bigint) - c + below AS before`;
  return query
    .with("counted", rows.probable === undefined ? counted("u, g") : ofProbable)
    .with("sizes", sizesOf("counted"))
    .with(
      "places",
      `SELECT counted.u AS u, g, m, ${before}, ${id} FROM counted JOIN sizes ON sizes.u = counted.u`,
    );
}
