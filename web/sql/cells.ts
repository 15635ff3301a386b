import type { Rows } from "./kept-rows.js";
import type { Query } from "./query.js";
import { ascending, bigint, type Dialect } from "./writing.js";

/** A window around a rank, as the core says which is enough. */
export type RankWindow = { numerator: number; denominator: number; margin: bigint; bin: bigint };

/** Adds the table `ranks` of windows. `place`: of a rank in the list. */
export function withRanks(query: Query, windows: RankWindow[]) {
  const list = windows.map(
    ({ numerator, denominator, margin, bin }, rank) =>
      `(${[rank, numerator, denominator, margin, bin].map(bigint).join(", ")})`,
  );
  return query.with(
    "ranks(place, numerator, denominator, margin, bin)",
    `VALUES ${list.join(", ")}`,
  );
}

/** Before the window around a place, in it or after it. */
export const partAround = (centre: string, margin: string) =>
  `CASE WHEN upto < ${centre} - ${margin} THEN 0 WHEN upto - w > ${centre} + ${margin} THEN 2 ELSE 1 END`;

/** The part of a row beside a row of the table `ranks`. */
export const partOfRank = ({ divided }: Dialect) =>
  partAround(`${divided("total", "denominator")} * numerator`, "margin");

/**
 * Adds the table `pieces` (i, least, most, w, upto, total): the keys of cells that touch a window, each by itself, and
 * all other cells whole. The weights of all rows need no sort then, but those of cells.
 * @param query with the tables `weighted` (g, k, w) and `ranks`
 * @param rows those of the query
 * @param cell the number of the cell that k is in, which never falls while k grows
 */
export function withPieces(query: Query, { dialect, user }: Rows, cell: string) {
  const running = (parts: string) => `SUM(w) OVER (PARTITION BY ${parts} ROWS UNBOUNDED PRECEDING)`;
  const touches = `MAX(CASE WHEN ${partOfRank(dialect)} = 1 THEN 1 ELSE 0 END)`;
  // Rows of users were put in order for their weights, rows that are people are only read.
  const once = (sql: string) => (user === null ? sql : dialect.computedOnce(sql, "k", ["g", "c"]));
  return query
    .with("celled", once(`SELECT g, k, w, ${cell} AS c FROM weighted WHERE w > 0`))
    .with(
      "cells",
      "SELECT g, c, MIN(k) AS least, MAX(k) AS most, CAST(SUM(w) AS bigint) AS w FROM celled GROUP BY g, c",
    )
    .with(
      "piled",
      `SELECT *, CAST(${running(`g ORDER BY ${ascending("c")}`)} AS bigint) AS upto, CAST(SUM(w) OVER (PARTITION BY g) AS bigint) AS total FROM cells`,
    )
    .with(
      "marked",
      `SELECT g, c, least, most, w, upto, total, ${touches} AS touched FROM piled CROSS JOIN ranks GROUP BY g, c, least, most, w, upto, total`,
    )
    .with(
      "points",
      `SELECT ${dialect.fewRows("marked")}celled.g AS g, celled.c AS c, k, CAST(SUM(celled.w) AS bigint) AS w, MIN(marked.upto - marked.w) AS before, MIN(total) AS total FROM celled JOIN marked ON marked.g = celled.g AND marked.c = celled.c WHERE touched = 1 GROUP BY celled.g, celled.c, k`,
    )
    .with(
      "pieces",
      `SELECT g AS i, k AS least, k AS most, w, CAST(before + ${running(`g, c ORDER BY ${ascending("k")}`)} AS bigint) AS upto, total FROM points UNION ALL SELECT g, least, most, w, upto, total FROM marked WHERE touched = 0`,
    );
}
