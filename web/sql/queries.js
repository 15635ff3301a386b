import { bigint } from "./writing.js";

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
 * @property {import("./keys.js").Keys} [keys] without them rows have no value
 */

/** A query from the tables that it defines one after the other. */
class Query {
  /** @type {string[]} */
  #tables = [];

  /**
   * @param {string} name
   * @param {string} sql
   */
  with(name, sql) {
    this.#tables.push(`${name} AS (${sql})`);
    return this;
  }

  /** @param {string} sql */
  select(sql) {
    return `WITH ${this.#tables.join(",\n")}\n${sql}`;
  }
}

/** In each answer, that none of its rows was left out on the way. */
const howMany = (/** @type {Dialect} */ { asText }) => `${asText("COUNT(*) OVER ()")} AS "rows"`;

/**
 * The rows that count: u, whose; g, in which group, by its number or what tells it; k, the key.
 * @param {Rows} rows
 */
function keptRows({ dialect, from, user, group, groups, keys }) {
  const isThere = [user, group].flatMap((one) => (one ? [one.isThere] : []));
  const g = groups ? "l.g" : (group?.sql ?? "0");
  const listed = (groups ?? []).map(({ number, sql }) => `(${number}, ${sql})`).join(", ");
  const join = groups ? ` JOIN (VALUES ${listed}) AS l(g, name) ON ${group?.sql} = l.name` : "";
  const where = isThere.length > 0 ? ` WHERE ${isThere.join(" AND ")}` : "";
  const columns = [`${user?.sql ?? "0"} AS u`, `${g} AS g`];
  const query = new Query();
  if (keys === undefined) {
    const sql = `SELECT ${[...columns, "0 AS k"].join(", ")} FROM ${from} AS t${join}${where}`;
    return query.with("kept", sql);
  }
  // Each step has a table of its own: written into each other they would grow beyond all measure.
  keys.steps.forEach(({ name, sql }, place) => {
    const before = place === 0 ? `${from} AS t${join}${where}` : `read${place - 1}`;
    const taken = place === 0 ? columns.join(", ") : "*";
    query.with(`read${place}`, `SELECT ${taken}, ${sql} AS ${name} FROM ${before}`);
  });
  const last = `read${keys.steps.length - 1}`;
  return query.with("kept", `SELECT u, g, k FROM ${last} WHERE k IS NOT NULL`);
}

/**
 * The same with w, what each of them weighs: what a user weighs is spread over the user's rows; of a user with
 * more rows than that the first count, by group and key, and weigh 1.
 * @param {Rows} rows
 * @param {number} whole what a user weighs
 */
function weightedRows(rows, whole) {
  const query = keptRows(rows);
  if (rows.user === null)
    return query.with("weighted", `SELECT g, k, ${bigint(whole)} AS w FROM kept`);
  const share = `CAST(${rows.dialect.divided(`${whole}`, "m")} AS bigint)`;
  return query
    .with("counted", "SELECT u, g, k, COUNT(*) OVER (PARTITION BY u) AS m FROM kept")
    .with(
      "many",
      `SELECT g, k, ROW_NUMBER() OVER (PARTITION BY u ORDER BY g, k) AS place FROM counted WHERE m > ${whole}`,
    )
    .with(
      "weighted",
      `SELECT g, k, ${share} AS w FROM counted WHERE m <= ${whole} UNION ALL SELECT g, k, ${bigint(1)} AS w FROM many WHERE place <= ${whole}`,
    );
}

/**
 * What the users give to each group that occurs.
 * @param {Rows & { group: Identity }} rows
 * @param {number} whole
 */
export function groupWeightsQuery(rows, whole) {
  const { dialect, group } = rows;
  return weightedRows(rows, whole).select(
    `SELECT ${named(rows, group)} AS "name", ${dialect.asText("CAST(SUM(w) AS bigint)")} AS "w", ${howMany(dialect)} FROM weighted GROUP BY g`,
  );
}

/**
 * A group as answers name it: by its number, or by itself.
 * @param {Rows} rows
 * @param {Identity} [group]
 */
const named = ({ dialect, groups }, group) =>
  groups || group === undefined ? dialect.asText("g") : group.shown("g");

/**
 * In how many groups users are, each of them in at most so many, chosen by a salt that nobody knows.
 * @param {Rows & { group: Identity }} rows
 * @param {number} most
 * @param {string} salt hexadecimal digits
 */
export function chosenGroupsQuery(rows, most, salt) {
  const { dialect, user, group } = rows;
  const select = `SELECT ${named(rows, group)} AS "name", ${dialect.asText("COUNT(*)")} AS "w", ${howMany(dialect)} FROM`;
  const query = keptRows(rows);
  if (user === null) return query.select(`${select} kept GROUP BY g`);
  const inGroup = rows.groups ? dialect.asText("g") : group.hashed("g");
  const place = `md5('${salt}' || '/' || ${user.hashed("u")} || '/' || ${inGroup})`;
  return query
    .with("pairs", "SELECT DISTINCT u, g FROM kept")
    .with(
      "chosen",
      `SELECT g, ROW_NUMBER() OVER (PARTITION BY u ORDER BY ${dialect.identity(place)}, g) AS place FROM pairs`,
    )
    .select(`${select} chosen WHERE place <= ${most} GROUP BY g`);
}

/** @param {Rows} rows */
export function usersQuery(rows) {
  const { asText } = rows.dialect;
  return keptRows(rows).select(`SELECT ${asText("COUNT(DISTINCT u)")} AS "w" FROM kept`);
}

/** So many regions at most stand for what may be drawn anywhere. */
const coarse = 512;
/** And so many for a region whose contents are wanted. */
const fine = 64;

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
 * What is inside of some regions, each by its place in the list: keys, or smaller regions.
 * @param {Rows & { keys: import("./keys.js").Keys }} rows
 * @param {number} whole
 * @param {{ group: number, first: string, last: string }[]} wanted
 */
export function contentsQuery(rows, whole, wanted) {
  const { divided } = rows.dialect;
  const list = wanted.map(({ group, first, last }, i) => `(${i}, ${group}, ${first}, ${last})`);
  const query = points(rows, whole)
    .with("wanted(i, g, lo, hi)", `VALUES ${list.join(", ")}`)
    .with(
      "source",
      "SELECT wanted.i AS i, points.k AS k, points.w AS w FROM points JOIN wanted ON wanted.g = points.g AND points.k >= wanted.lo AND points.k <= wanted.hi",
    );
  return regions(rows, query, "1", `GREATEST(${bigint(1)}, ${divided("total", `${fine}`)})`);
}

/**
 * Each key of a group with what its rows weigh.
 * @param {Rows} rows
 * @param {number} whole
 */
const points = (rows, whole) =>
  weightedRows(rows, whole).with(
    "points",
    "SELECT g, k, CAST(SUM(w) AS bigint) AS w FROM weighted GROUP BY g, k",
  );

/**
 * The table `source` (i, k, w) cut into regions, for each i.
 * @param {Rows & { keys: import("./keys.js").Keys }} rows
 * @param {Query} query
 * @param {string} part which parts of it are cut apart; the one called 1 is cut into bins
 * @param {string} bin of so much weight
 */
function regions({ dialect, keys }, query, part, bin) {
  const { asText, divided } = dialect;
  return query
    .with(
      "summed",
      "SELECT i, k, w, CAST(SUM(w) OVER (PARTITION BY i ORDER BY k ROWS UNBOUNDED PRECEDING) AS bigint) AS upto, CAST(SUM(w) OVER (PARTITION BY i) AS bigint) AS total FROM source",
    )
    .with("placed", `SELECT i, k, w, upto, ${part} AS part, ${bin} AS bin FROM summed`)
    .with(
      "regions",
      `SELECT i, MIN(k) AS least, MAX(k) AS most, CAST(SUM(w) AS bigint) AS w FROM placed GROUP BY i, part, CASE WHEN part = 1 THEN ${divided("upto - 1", "bin")} END, CASE WHEN part = 1 AND w > bin THEN 1 ELSE 0 END`,
    )
    .select(
      `SELECT ${asText("i")} AS "i", ${keys.shown("least")} AS "first", ${keys.shown("most")} AS "last", ${asText("w")} AS "w", ${howMany(dialect)} FROM regions ORDER BY regions.i, regions.least`,
    );
}
