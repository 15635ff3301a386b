import { Query } from "./query.js";
import { ascending, bigint } from "./writing.js";

/** @typedef {import("./writing.js").Dialect} Dialect */
/** @typedef {import("./columns.js").Identity} Identity */

/**
 * Which rows a release is about.
 * @typedef {object} Rows
 * @property {Dialect} dialect
 * @property {string} from
 * @property {Identity | null} user null: every row is another user's
 * @property {Identity} [group]
 * @property {{ number: number, sql: string }[]} [groups] those that there are, with their names; without them
 *   all that occur
 * @property {Pick<import("./keys.js").Keys, "steps"> & Partial<import("./keys.js").Keys>} [keys] without them, and without items, rows have no value
 * @property {{ identity: Identity, bins: { number: number, sql: string }[] }} [items] which value is in which bin,
 *   in place of keys
 * @property {{ most: number, salt: string }} [chosen] if at most so many rows of a user count, each as one: which,
 *   by a salt that nobody knows
 * @property {Placed} [placed] what becomes of the keys
 * @property {number} [bins] if a key is one of so many bins: then each bin of a group is a group, numbered on and on
 * @property {boolean} [isAcross] whether a bin is one of all groups together
 */

/**
 * What becomes of the keys of rows, which are doubles then.
 * @typedef {object} Placed
 * @property {boolean} isOfTotals whether a user's rows in a group are one first, with what they add up to
 * @property {{ name: string, sql: string }[]} steps from k to the last of them
 */

/**
 * The rows that count: u, whose; g, in which group, by its number or what tells it; k, the key.
 * @param {Rows} rows
 */
export function keptRows(rows) {
  if (rows.bins === undefined) return placedRows(rows, "kept");
  const bin = rows.isAcross ? "k" : `g * ${bigint(rows.bins)} + k`;
  return placedRows(rows, "binned").with("kept", `SELECT u, ${bin} AS g, 0 AS k FROM binned`);
}

/**
 * The same, a bin being a key like others.
 * @param {Rows} rows
 * @param {string} as how the table is called
 */
function placedRows(rows, as) {
  const { placed, user } = rows;
  if (placed === undefined) return keyedRows(rows, as);
  const { isOfTotals, steps } = placed;
  const query = keyedRows(rows, "keyed");
  const isAdded = isOfTotals && user !== null; // else each row is a user's only one
  // Doubles add up to something else in another order, which could depend on others' rows.
  if (isAdded) {
    const sum = `SUM(k ORDER BY ${ascending("k")})`;
    query.with("amounts", `SELECT u, g, ${sum} AS k FROM keyed GROUP BY u, g`);
  }
  steps.forEach(({ name, sql }, place) => {
    const before = place === 0 ? (isAdded ? "amounts" : "keyed") : `placed${place - 1}`;
    query.with(`placed${place}`, `SELECT *, ${sql} AS ${name} FROM ${before}`);
  });
  const last = steps.length - 1;
  return query.with(as, `SELECT u, g, ${steps[last].name} AS k FROM placed${last}`);
}

/**
 * The rows with the keys that they are read with.
 * @param {Rows} rows
 * @param {string} as how the table is called
 */
function keyedRows({ from, user, group, groups, keys, items }, as) {
  const isThere = [user, group, items?.identity].flatMap((one) => (one ? [one.isThere] : []));
  const g = groups ? "l.g" : (group?.sql ?? "0");
  const named = groups ? ` JOIN ${listed("l(g, name)", groups)} ON ${group?.sql} = l.name` : "";
  const binned = items
    ? ` JOIN ${listed("b(k, name)", items.bins)} ON ${items.identity.sql} = b.name`
    : "";
  const where = isThere.length > 0 ? ` WHERE ${isThere.join(" AND ")}` : "";
  const source = `${from} AS t${named}${binned}${where}`;
  const columns = [`${user?.sql ?? "0"} AS u`, `${g} AS g`].join(", ");
  const query = new Query();
  if (keys === undefined) {
    return query.with(as, `SELECT ${columns}, ${items ? "b.k" : "0"} AS k FROM ${source}`);
  }
  // Each step has a table of its own: written into each other they would grow beyond all measure.
  keys.steps.forEach(({ name, sql }, place) => {
    const before = place === 0 ? source : `read${place - 1}`;
    const taken = place === 0 ? columns : "*";
    query.with(`read${place}`, `SELECT ${taken}, ${sql} AS ${name} FROM ${before}`);
  });
  const last = `read${keys.steps.length - 1}`;
  return query.with(as, `SELECT u, g, k FROM ${last} WHERE k IS NOT NULL`);
}

/**
 * A table of numbers and names.
 * @param {string} as
 * @param {{ number: number, sql: string }[]} list
 */
const listed = (as, list) =>
  `(VALUES ${list.map(({ number, sql }) => `(${number}, ${sql})`).join(", ")}) AS ${as}`;

/**
 * Adds the table `weighted`: these rows with w, their weight. A user weighs `whole`, split over the user's rows in
 * an order of group and key, as the core does it: up to a row that many parts of `whole` as the share of rows up to
 * it makes, rounded down.
 * @param {Query} query with the table `counted`: u, g, c (how many rows of the user it stands for, 1 if there is an
 *   order) and the columns
 * @param {Rows} rows
 * @param {number} whole what a user weighs
 * @param {string[]} columns that are taken along, g first
 * @param {string[]} [order] in which a user's rows of one group are
 */
function weighed(query, rows, whole, columns, order = []) {
  const { dialect } = rows;
  const taken = columns.join(", ");
  if (isOneGroup(rows) && order.length === 0) {
    // All of a user's rows in one: it weighs what the user does.
    return query.with("weighted", `SELECT u, ${taken}, c, ${bigint(whole)} AS w FROM counted`);
  }
  const part = (/** @type {string} */ place) => dialect.divided(`(${place}) * ${whole}`, "m");
  const sized = (/** @type {string} */ more, /** @type {string} */ where) =>
    `SELECT counted.u AS u, ${taken}, c, ${more} FROM counted JOIN sizes ON sizes.u = counted.u WHERE ${where}`;
  const over = `OVER (PARTITION BY counted.u ORDER BY ${ascending(...groupOrder(rows), ...order)}`;
  // Numbered, where each is one row, which takes two thirds of the time of adding up.
  const upto =
    order.length > 0
      ? `ROW_NUMBER() ${over})`
      : `CAST(SUM(c) ${over} ROWS UNBOUNDED PRECEDING) AS bigint)`;
  // Joined with how many rows a user has, which takes half the time of counting them in a window. Users whose rows
  // divide `whole`, as all of up to 16 rows, need no order.
  return query
    .with("sizes", "SELECT u, CAST(SUM(c) AS bigint) AS m FROM counted GROUP BY u")
    .with("uneven", sized(`m, ${upto} AS upto`, `${whole} % m <> 0`))
    .with(
      "weighted",
      `${sized(`${part("c")} AS w`, `${whole} % m = 0`)} UNION ALL SELECT u, ${taken}, c, ${part("upto")} - ${part("upto - c")} AS w FROM uneven`,
    );
}

/** Whether all rows are in one group. @param {Rows} rows */
export const isOneGroup = ({ group, bins }) => group === undefined && bins === undefined;

/** What puts rows in the order of their groups. @param {Rows} rows */
const groupOrder = ({ group, groups, bins }) =>
  groups || group === undefined || bins !== undefined ? ["g"] : group.order("g");

/**
 * Rows with their keys and weights.
 * @param {Rows} rows
 * @param {number} whole
 */
function weightedRows(rows, whole) {
  const query = keptRows(rows);
  if (rows.chosen !== undefined) return chosenRows(query, rows, rows.chosen);
  if (rows.user === null) {
    return query.with("weighted", `SELECT g, k, ${bigint(whole)} AS w FROM kept`);
  }
  query.with("counted", "SELECT u, g, k, 1 AS c FROM kept");
  return weighed(query, rows, whole, ["g", "k"], ["k"]);
}

/**
 * Adds the table `weighted` (g, k, w) of at most so many rows a user, the first in an order that the salt chooses. Rows
 * that are equal in all are told apart by a number, which says nothing of where they are stored: they are alike.
 * @param {Query} query
 * @param {Rows} rows
 * @param {{ most: number, salt: string }} chosen
 */
function chosenRows(query, { dialect, user, group, groups, keys }, { most, salt }) {
  const one = `SELECT g, k, ${bigint(1)} AS w`;
  if (user === null) return query.with("weighted", `${one} FROM kept`);
  const inGroup = groups || group === undefined ? dialect.asText("g") : group.shown("g");
  const parts = [user.shown("u"), inGroup, keys?.shown?.("k"), dialect.asText("copy")];
  const place = dialect.identity(`md5('${salt}' || '/' || ${parts.join(" || '/' || ")})`);
  return query
    .with("copies", "SELECT u, g, k, ROW_NUMBER() OVER (PARTITION BY u, g, k) AS copy FROM kept")
    .with(
      "numbered",
      `SELECT g, k, ROW_NUMBER() OVER (PARTITION BY u ORDER BY ${ascending(place, "g", "k", "copy")}) AS place FROM copies`,
    )
    .with("weighted", `${one} FROM numbered WHERE place <= ${most}`);
}

/**
 * What users weigh in groups: the table `weighted` (u, g, c, w), c being how many rows a user has there.
 * @param {Rows} rows
 * @param {number} whole
 * @param {Record<string, string>} [sums] of the rows, taken along by their names
 */
export function weightedGroups(rows, whole, sums = {}) {
  const query = keptRows(rows);
  const summed = (/** @type {(value: string) => string} */ sum) =>
    Object.entries(sums)
      .map(([name, value]) => `, ${sum(value)} AS ${name}`)
      .join("");
  if (rows.user === null) {
    const columns = `0 AS u, g, 1 AS c, ${bigint(whole)} AS w`;
    return query.with("weighted", `SELECT ${columns}${summed((value) => value)} FROM kept`);
  }
  query.with(
    "counted",
    `SELECT u, g, COUNT(*) AS c${summed((value) => `SUM(${value})`)} FROM kept GROUP BY u, g`,
  );
  return weighed(query, rows, whole, ["g", ...Object.keys(sums)]);
}

/** So many regions at most stand for what may be drawn anywhere. */
const coarse = 512;

/**
 * Regions of each group: bins of so much weight around its rank, a key that is heavier alone, and what lies
 * further out as one region on either side.
 * @param {Rows & { keys: import("./keys.js").Keys }} rows
 * @param {number} whole
 * @param {import("./ranks.js").Shape} shape
 */
export function windowsQuery(rows, whole, { numerator, denominator, margin, bin }) {
  const { divided } = rows.dialect;
  const query = points(rows, whole).with("source", "SELECT g AS i, k, w FROM points");
  if (margin === undefined) {
    const size = `GREATEST(${bigint(bin)}, ${divided("total", `${coarse}`)})`;
    return regions(rows, query, "1", size);
  }
  const centre = `${divided("total", `${denominator}`)} * ${numerator}`;
  const part = `CASE WHEN upto < ${centre} - ${margin} THEN 0 WHEN upto - w > ${centre} + ${margin} THEN 2 ELSE 1 END`;
  return regions(rows, query, part, bigint(bin));
}

/**
 * What is inside of some regions, each by its place in the list: keys, or smaller regions. Rows of its first `from` units
 * of weight may be one region, so may be those from unit `to` on; bins of those between weigh about `bin`.
 * @param {Rows & { keys: import("./keys.js").Keys }} rows
 * @param {number} whole
 * @param {{ group: number, first: string, last: string, from: bigint, to: bigint, bin: bigint }[]} wanted
 * @param {boolean} wantsRows whether to say of each key how many rows it has of each weight
 */
export function contentsQuery(rows, whole, wanted, wantsRows) {
  const list = wanted.map(
    ({ group, first, last, from, to, bin }, i) =>
      `(${i}, ${group}, ${first}, ${last}, ${[from, to, bin].map(bigint).join(", ")})`,
  );
  const inside =
    "points JOIN wanted ON wanted.g = points.g AND points.k >= wanted.lo AND points.k <= wanted.hi";
  const query = points(rows, whole)
    .with("wanted(i, g, lo, hi, lowest, highest, size)", `VALUES ${list.join(", ")}`)
    .with(
      "source",
      `SELECT wanted.i AS i, points.k AS k, points.w AS w, lowest, highest, size FROM ${inside}`,
    );
  const part = "CASE WHEN upto < lowest THEN 0 WHEN upto - w > highest THEN 2 ELSE 1 END";
  return regions(rows, query, part, "size", wantsRows);
}

/**
 * Each key of a group with what its rows weigh.
 * @param {Rows} rows
 * @param {number} whole
 */
const points = (rows, whole) =>
  weightedRows(rows, whole).with(
    "points",
    "SELECT g, k, CAST(SUM(w) AS bigint) AS w FROM weighted WHERE w > 0 GROUP BY g, k",
  );

/**
 * The table `source` (i, k, w) cut into regions, for each i.
 * @param {Rows & { keys: import("./keys.js").Keys }} rows
 * @param {Query} query
 * @param {string} part which parts of it are cut apart; the one called 1 is cut into bins
 * @param {string} bin of so much weight
 * @param {boolean} [wantsRows] of keys, each by how many there are of a weight
 */
function regions({ dialect, keys }, query, part, bin, wantsRows = false) {
  const { asText, divided } = dialect;
  const columns = {
    i: asText("i"),
    first: keys.shown("least"),
    last: keys.shown("most"),
    w: asText("w"),
  };
  query
    .with(
      "summed",
      `SELECT *, CAST(SUM(w) OVER (PARTITION BY i ORDER BY ${ascending("k")} ROWS UNBOUNDED PRECEDING) AS bigint) AS upto, CAST(SUM(w) OVER (PARTITION BY i) AS bigint) AS total FROM source`,
    )
    .with("placed", `SELECT i, k, w, upto, ${part} AS part, ${bin} AS bin FROM summed`)
    .with(
      "regions",
      `SELECT i, MIN(k) AS least, MAX(k) AS most, CAST(SUM(w) AS bigint) AS w FROM placed GROUP BY i, part, CASE WHEN part = 1 THEN ${divided("upto - 1", "bin")} END, CASE WHEN part = 1 AND w > bin THEN 1 ELSE 0 END`,
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
