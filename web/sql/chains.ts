import type { QueryRows } from "./connection.js";
import type { Rows } from "./kept-rows.js";
import type { DrawnKey, Keys } from "./keys.js";
import { isOfNoRow } from "./private-groups.js";
import { points } from "./queries.js";
import { ascending, bigint } from "./writing.js";

/** The ends of nested intervals round a released point, the last of them the whole domain. `place`: of its group. */
export interface Chain {
  place: number;
  lows: DrawnKey[];
  highs: DrawnKey[];
}

/**
 * The weight of the rows before each low of each chain, then up to each of its highs: one query for all chains.
 * @param whole a user's weight
 */
export async function chainWeights(
  chains: Chain[],
  queryRows: QueryRows,
  rows: Rows & { keys: Keys },
  whole: number,
): Promise<BigInt64Array> {
  const { written } = rows.keys;
  const ends = chains.flatMap(({ place, lows, highs }) => [
    ...lows.map((key) => ({ group: place, key: written(key), isUpTo: false })),
    ...highs.map((key) => ({ group: place, key: written(key), isUpTo: true })),
  ]);
  const weights = new BigInt64Array(ends.length);
  if (isOfNoRow(rows)) return weights;
  for (const { i, w } of await queryRows(weightsQuery(rows, whole, ends), "weights")) {
    weights[Number(i)] = BigInt(`${w}`);
  }
  return weights;
}

/**
 * The weight of a group's rows before a key, or up to it, for each key by its place in the list. One sort of rows and
 * keys reads all of it.
 */
function weightsQuery(
  rows: Rows & { keys: Keys },
  whole: number,
  wanted: { group: number; key: string; isUpTo: boolean }[],
) {
  const { dialect } = rows;
  const list = wanted.map(
    // Rows are at side 1 of their key.
    ({ group, key, isUpTo }, i) => `(${i}, ${group}, ${key}, ${isUpTo ? 2 : 0})`,
  );
  return points(rows, whole)
    .with("ends(i, g, k, side)", `VALUES ${list.join(", ")}`)
    .with(
      "source",
      `SELECT -1 AS i, g, k, 1 AS side, w FROM points UNION ALL SELECT i, g, k, side, ${bigint(0)} AS w FROM ends`,
    )
    .with(
      "summed",
      `SELECT i, CAST(SUM(w) OVER (PARTITION BY g ORDER BY ${ascending("k", "side")} ROWS UNBOUNDED PRECEDING) AS bigint) AS upto FROM source`,
    )
    .with("told", "SELECT i, upto FROM summed WHERE i >= 0")
    .answer(dialect, { i: dialect.asText("i"), w: dialect.asText("upto") }, "told", ["i"]);
}
