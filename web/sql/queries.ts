import { partAround, partOfRank, type RankWindow, withPieces, withRanks } from "./cells.js";
import { keptRows, placedRows, type Rows } from "./kept-rows.js";
import type { Keys } from "./keys.js";
import { hasPlaces, orderedRows } from "./ordered.js";
import { inProbable, probableGroups } from "./probable.js";
import type { Query } from "./query.js";
import type { Shape } from "./ranks.js";
import { isNumbered, weighed } from "./weighed.js";
import { ascending, bigint } from "./writing.js";

/**
 * Rows with their keys and weights.
 * @param query with the table `kept`
 * @param isOfSpans whether the rows between the keys of the table `spans` are enough
 */
function weightedRows(
  rows: Rows,
  whole: number,
  { query = keptRows(rows), isOfSpans = false } = {},
) {
  if (rows.chosen !== undefined) return chosenRows(query, rows, rows.chosen);
  if (rows.user === null) {
    return query.with("weighted", `SELECT g, k, ${bigint(whole)} AS w FROM kept`);
  }
  return orderedRows(query, rows, whole, isOfSpans);
}

/**
 * Adds the table `weighted` (g, k, w) of at most `most` rows per user, the first in an order that the salt
 * chooses. A number distinguishes equal rows; it is independent of their place in storage.
 */
function chosenRows(query: Query, rows: Rows, { most, salt }: { most: number; salt: string }) {
  const { dialect, user, group, keys } = rows;
  const one = `SELECT g, k, ${bigint(1)} AS w`;
  if (user === null) return query.with("weighted", `${one} FROM kept`);
  const inGroup = isNumbered(rows) ? dialect.asText("g") : group!.shown("g");
  const parts = [user.shown("u"), inGroup, keys?.shown?.("k"), dialect.asText("copy")];
  const place = dialect.hash(`'${salt}' || '/' || ${parts.join(" || '/' || ")}`);
  return query
    .with(
      "copies",
      `SELECT u, g, k, ROW_NUMBER() OVER (PARTITION BY u, g, k ORDER BY ${ascending("k")}) AS copy FROM kept`,
    )
    .with(
      "numbered",
      `SELECT g, k, ROW_NUMBER() OVER (PARTITION BY u ORDER BY ${ascending(place, "g", "k", "copy")}) AS place FROM copies`,
    )
    .with("weighted", `${one} FROM numbered WHERE place <= ${most}`);
}

/**
 * The users' weights in groups: the table `weighted` (u, g, c, w), where c is the number of a user's rows
 * there.
 * @param sums of the rows, taken along by their names
 */
export function weightedGroups(rows: Rows, whole: number, sums: Record<string, string> = {}) {
  const summed = (sum: (value: string) => string) =>
    Object.entries(sums)
      .map(([name, value]) => `, ${sum(value)} AS ${name}`)
      .join("");
  if (rows.user === null) {
    const columns = `0 AS u, g, 1 AS c, ${bigint(whole)} AS w`;
    const weighted = `SELECT ${columns}${summed((value) => value)} FROM kept`;
    return keptRows(rows).with("weighted", weighted);
  }
  const names = Object.keys(sums);
  return weighed(countedRows(rows, names, summed(rows.dialect.sum)), rows, whole, ["g", ...names]);
}

/**
 * The table `counted`: u, g, c and sums of each user's rows in a group. To find the probable groups a query counts the
 * rows of all groups, so it adds them up there too and reads them once.
 * @param sums as columns with their names
 */
function countedRows(rows: Rows, names: string[], sums: string) {
  const { probable, placed, bins } = rows;
  if (probable === undefined || placed?.isOfTotals || bins !== undefined) {
    return keptRows(rows).with(
      "counted",
      `SELECT u, g, COUNT(*) AS c${sums} FROM kept GROUP BY u, g`,
    );
  }
  const occurring = placedRows({ ...rows, probable: undefined }, "occurring");
  return probableGroups(occurring, { ...rows, probable }, sums).with(
    "counted",
    inProbable("all_counted", ["u", "c", ...names]),
  );
}

/** The maximum number of regions that represent the possible answers. */
const coarse = 512;

/** The windows of several ranks in one query, as `windowsQuery` has each: `i` is the group times their number, and a rank. */
export function allWindowsQuery(rows: Rows & { keys: Keys }, whole: number, windows: RankWindow[]) {
  const { dialect } = rows;
  const byCells = cellsOf(rows);
  const query =
    byCells === undefined
      ? withRanks(pointsAsSource(rows, whole), windows)
      : withPieces(withRanks(weightedRows(rows, whole), windows), rows, byCells);
  return regions(rows, query, partOfRank(dialect), "bin", {
    i: `i * ${windows.length} + place`,
    joined: " CROSS JOIN ranks",
    isOfPieces: byCells !== undefined,
  });
}

const pointsAsSource = (rows: Rows, whole: number) =>
  points(rows, whole).with("source", "SELECT g AS i, k, w FROM points");

/** The cell of a key, if the weights of cells come first. */
const cellsOf = ({ keys }: Rows & { keys: Keys }) => keys.cell?.("k");

/**
 * Regions of each group: bins of weight `bin` around its rank, and any heavier key alone. Keys further out form
 * one region on either side.
 */
export function windowsQuery(
  rows: Rows & { keys: Keys },
  whole: number,
  { numerator, denominator, margin, bin }: Shape,
) {
  if (margin !== undefined && cellsOf(rows) !== undefined) {
    return allWindowsQuery(rows, whole, [{ numerator, denominator, margin, bin }]);
  }
  const { divided } = rows.dialect;
  const query = pointsAsSource(rows, whole);
  if (margin === undefined) {
    const size = `GREATEST(${bigint(bin)}, ${divided("total", `${coarse}`)})`;
    return regions(rows, query, "1", size);
  }
  const centre = `${divided("total", `${denominator}`)} * ${numerator}`;
  return regions(rows, query, partAround(centre, `${margin}`), bigint(bin));
}

/**
 * The contents of some regions, each by its place in the list: keys, or smaller regions. Rows of its first
 * `from` units of weight may be one region, so may be those from unit `to` on; bins of those between weigh
 * about `bin`.
 * @param wantsRows whether to return for each key how many rows it has of each weight
 */
export function contentsQuery(
  rows: Rows & { keys: Keys },
  whole: number,
  wanted: { group: number; first: string; last: string; from: bigint; to: bigint; bin: bigint }[],
  wantsRows: boolean,
) {
  const list = wanted.map(
    ({ group, first, last, from, to, bin }, i) =>
      `(${i}, ${group}, ${first}, ${last}, ${[from, to, bin].map(bigint).join(", ")})`,
  );
  const inside =
    "points JOIN wanted ON wanted.g = points.g AND points.k >= wanted.lo AND points.k <= wanted.hi";
  const isOfSpans = hasPlaces(rows);
  const query = keptRows(rows).with(
    "wanted(i, g, lo, hi, lowest, highest, size)",
    `VALUES ${list.join(", ")}`,
  );
  if (isOfSpans) {
    query.with("spans", "SELECT g, MIN(lo) AS lo, MAX(hi) AS hi FROM wanted GROUP BY g");
  }
  // Most keys are outside of all that is wanted, and need not be told apart.
  const listed = [...wanted, ...wanted.slice(0, 1)]; // two at least, as Spark needs
  const [lows, highs] = [listed.map(({ first }) => first), listed.map(({ last }) => last)];
  const near = ` AND k >= LEAST(${lows.join(", ")}) AND k <= GREATEST(${highs.join(", ")})`;
  weightedRows(rows, whole, { query, isOfSpans })
    .with(
      "points",
      `SELECT g, k, CAST(SUM(w) AS bigint) AS w FROM weighted WHERE w > 0${isOfSpans ? "" : near} GROUP BY g, k`,
    )
    .with(
      "source",
      `SELECT wanted.i AS i, points.k AS k, points.w AS w, lowest, highest, size FROM ${inside}`,
    );
  const part = "CASE WHEN upto < lowest THEN 0 WHEN upto - w > highest THEN 2 ELSE 1 END";
  return regions(rows, query, part, "size", { wantsRows });
}

/** Each key of a group with the weight of its rows. */
export const points = (rows: Rows, whole: number) =>
  weightedRows(rows, whole).with(
    "points",
    "SELECT g, k, CAST(SUM(w) AS bigint) AS w FROM weighted WHERE w > 0 GROUP BY g, k",
  );

/**
 * The table `source` (i, k, w) cut into regions, for each i.
 * @param part the part of a row; the query separates parts and cuts part 1 into bins
 * @param bin the weight of a bin
 * @param how `wantsRows`: of keys, each by how many there are of a weight; `i`, `joined`: the number of a region's
 *   list, and what the rows are joined with for it; `isOfPieces`: whether they are the table `pieces`, with its sums
 */
function regions(
  { dialect, keys }: Rows & { keys: Keys },
  query: Query,
  part: string,
  bin: string,
  { wantsRows = false, i = "i", joined = "", isOfPieces = false } = {},
) {
  const { asText, divided } = dialect;
  const columns = {
    i: asText("i"),
    first: keys.shown("least"),
    last: keys.shown("most"),
    w: asText("w"),
  };
  if (!isOfPieces) {
    query.with(
      "summed",
      `SELECT *, CAST(SUM(w) OVER (PARTITION BY i ORDER BY ${ascending("k")} ROWS UNBOUNDED PRECEDING) AS bigint) AS upto, CAST(SUM(w) OVER (PARTITION BY i) AS bigint) AS total FROM source`,
    );
  }
  const [summed, ends, least, most] = isOfPieces
    ? ["pieces", "least, most", "least", "most"]
    : ["summed", "k", "k", "k"];
  query
    .with(
      "placed",
      `SELECT ${i} AS i, ${ends}, w, upto, ${part} AS part, ${bin} AS bin FROM ${summed}${joined}`,
    )
    .with(
      "regions",
      `SELECT i, MIN(${least}) AS least, MAX(${most}) AS most, CAST(SUM(w) AS bigint) AS w FROM placed GROUP BY i, part, CASE WHEN part = 1 THEN ${divided("upto - 1", "bin")} END, CASE WHEN part = 1 AND w > bin THEN 1 ELSE 0 END`,
    );
  if (!wantsRows) return query.answer(dialect, columns, "regions", ["i", "least"]);
  const ofKeys =
    "SELECT regions.i AS i, least, most, weighted.w AS w, COUNT(*) AS c FROM regions JOIN wanted ON wanted.i = regions.i JOIN weighted ON weighted.g = wanted.g AND weighted.k = regions.least WHERE least = most AND weighted.w > 0 GROUP BY regions.i, least, most, weighted.w";
  return query
    .with(
      "told",
      `SELECT i, least, most, w, 1 AS c FROM regions WHERE least <> most UNION ALL ${ofKeys}`,
    )
    .answer(dialect, { ...columns, c: asText("c") }, "told", ["i", "least", "w"]);
}
