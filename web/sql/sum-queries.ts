import type { Identity } from "./columns.js";
import { keptRows, type Rows } from "./kept-rows.js";
import { weightedGroups } from "./queries.js";
import type { Query } from "./query.js";
import { isNumbered, isOneGroup } from "./weighed.js";
import { ascending, bigint, type Dialect } from "./writing.js";

/** Sums are clamped here, as in the core. */
const furthest = 2n ** 61n;

/** A group as answers name it: by its number, or by itself. */
const named = (rows: Rows) =>
  isNumbered(rows) ? rows.dialect.asText("g") : rows.group!.shown("g");

/**
 * The users' contributions to each group, each user spread over their rows.
 * @param whole a user's weight
 */
export function groupWeightsQuery(rows: Rows, whole: number) {
  const { dialect } = rows;
  const columns = { name: named(rows), w: dialect.asText("CAST(SUM(w) AS bigint)") };
  return weightedGroups(rows, whole).answer(dialect, columns, "weighted GROUP BY g");
}

/**
 * The number of users in each group; a secret salt chooses at most `most` groups of a user.
 * @param most undefined for any number
 * @param salt hexadecimal digits
 */
export function chosenGroupsQuery(rows: Rows, most: number | undefined, salt: string) {
  const { dialect } = rows;
  const columns = { name: named(rows), w: dialect.asText("COUNT(*)") };
  return chosenRows(rows, most, salt).answer(dialect, columns, "chosen GROUP BY g");
}

/**
 * The most frequent items, which are the groups, as the ranking of items in memory has them: ties in an order of
 * the items themselves.
 * @param most the maximum number of items per user; absent for any number
 * @param limit how many
 */
export function topItemsQuery(
  rows: Rows & { group: Identity },
  most: number | undefined,
  salt: string,
  limit: number,
) {
  const { dialect, group } = rows;
  return chosenRows(rows, most, salt)
    .with("tallied", "SELECT g, COUNT(*) AS n FROM chosen GROUP BY g")
    .with(
      "first",
      `SELECT g, n FROM tallied ORDER BY n DESC NULLS LAST, ${ascending("g")} LIMIT ${limit}`,
    )
    .answer(dialect, { name: group.shown("g"), w: dialect.asText("n") }, "first", ["-n", "g"]);
}

/** The table `chosen` (g): one row for each user and group, at most `most` groups of a user. */
function chosenRows(rows: Rows, most: number | undefined, salt: string) {
  const { user } = rows;
  const query = keptRows(rows);
  if (user === null) return query.with("chosen", "SELECT g FROM kept");
  query.with("pairs", "SELECT DISTINCT u, g FROM kept");
  if (most === undefined || isOneGroup(rows)) return query.with("chosen", "SELECT g FROM pairs");
  return chosenOf(query, rows, { from: "pairs", as: "chosen", columns: "g" }, most, salt);
}

/**
 * Adds a table of at most `most` groups per user, the first in an order that the salt chooses.
 * @param tables `from`: users and groups, each pair once
 */
function chosenOf(
  query: Query,
  rows: Rows,
  { from, as, columns }: { from: string; as: string; columns: string },
  most: number,
  salt: string,
) {
  const { dialect, user } = rows;
  const place = dialect.hash(`'${salt}' || '/' || ${user?.shown("u")} || '/' || ${named(rows)}`);
  return query
    .with(
      "placed",
      `SELECT ${columns}, ROW_NUMBER() OVER (PARTITION BY u ORDER BY ${ascending(place, "g")}) AS place FROM ${from}`,
    )
    .with(as, `SELECT ${columns} FROM placed WHERE place <= ${most}`);
}

/**
 * Each group's sum of the users' totals, each total within low..high. The totals of one user are scaled down
 * together, towards 0, to the greatest of both. Otherwise a secret salt chooses at most `most` groups in which
 * the user counts.
 */
export function totalsQuery(
  rows: Rows,
  [low, high]: [bigint, bigint],
  { most, salt }: { most?: number; salt: string },
) {
  const { dialect, user } = rows;
  const greatest = -low > high ? -low : high;
  const total = (sum: string) => `CAST(${clamped(sum, low, high)} AS bigint) AS total`;
  const query = keptRows(rows);
  if (user === null) {
    query.with("scaled", `SELECT g, ${total("k")} FROM kept`); // one total each, so scaling changes none
  } else {
    query
      .with("added", `SELECT u, g, ${dialect.sum("k")} AS s FROM kept GROUP BY u, g`)
      .with("totals", `SELECT u, g, ${total("s")} FROM added`);
    if (isOneGroup(rows)) {
      query.with("scaled", "SELECT g, total FROM totals"); // one total each, as above
    } else if (most !== undefined) {
      chosenOf(query, rows, { from: "totals", as: "scaled", columns: "g, total" }, most, salt);
    } else {
      query
        .with(
          "together",
          `SELECT g, ${dialect.wide("total")} AS total, ${dialect.wide(`${dialect.sum("ABS(total)")} OVER (PARTITION BY u)`)} AS every FROM totals`,
        )
        .with(
          "scaled",
          `SELECT g, CASE WHEN every > ${bigint(greatest)} THEN ${dialect.wideDivided(`total * ${bigint(greatest)}`, "every")} ELSE total END AS total FROM together`,
        );
    }
  }
  const columns = { name: named(rows), w: cutSum(rows, dialect.sum("total")) };
  return query.answer(dialect, columns, "scaled GROUP BY g");
}

/**
 * The users' weights of each group at either end of low..high. The high end gets the mean place of a user's
 * rows above low, as a share of the user's weight there, rounded once to a whole number; the low end gets the
 * rest.
 * @param whole a user's weight
 */
export function endsQuery(rows: Rows, whole: number, [low, high]: [bigint, bigint]) {
  const { dialect } = rows;
  // Of whole sums: a sum of wide numbers takes longer than one of plain ones.
  const above = `(${dialect.wide("s")} - c * ${dialect.wide(`'${low}'`)})`;
  const farthest = `c * ${dialect.wide(`'${high - low}'`)}`; // of 64 bits without a sign
  const atHigh = dialect.wideDivided(`2 * w * ${above} + ${farthest}`, `2 * ${farthest}`);
  const columns = {
    name: named(rows),
    high: cutSum(rows, dialect.sum("high")),
    low: cutSum(rows, `${dialect.sum("w")} - ${dialect.sum("high")}`),
  };
  return weightedGroups(rows, whole, { s: "k" })
    .with("ends", `SELECT g, w, ${atHigh} AS high FROM weighted`)
    .answer(dialect, columns, "ends GROUP BY g");
}

/** The maximum number of equal steps of a domain, for variances. */
const mostSteps = 2n ** 30n;

/**
 * The users' weights of each group by x^2, 2x(1 - x) and (1 - x)^2, where x is a value's place in low..high
 * from 0 to 1, by the nearest of its steps. For each user, high and high + middle are rounded to whole numbers,
 * and low is the rest.
 * @param whole a user's weight
 */
export function momentsQuery(rows: Rows, whole: number, [low, high]: [bigint, bigint]) {
  const { dialect } = rows;
  const steps = high - low < mostSteps ? high - low : mostSteps;
  const placed = {
    isOfTotals: false,
    steps: [{ name: "p", sql: stepOf(dialect, [low, high], steps) }],
  };
  const all = `c * ${dialect.wide(`'${steps * steps}'`)}`;
  const share = (part: string) =>
    dialect.wideDivided(`2 * w * ${dialect.wide(part)} + ${all}`, `2 * ${all}`);
  const columns = {
    name: named(rows),
    high: cutSum(rows, dialect.sum("high")),
    middle: cutSum(rows, `${dialect.sum("upper")} - ${dialect.sum("high")}`),
    low: cutSum(rows, `${dialect.sum("w")} - ${dialect.sum("upper")}`),
  };
  const sums = { squares: "k * k", uppers: `k * (${bigint(2n * steps)} - k)` };
  return weightedGroups({ ...rows, placed }, whole, sums)
    .with(
      "moments",
      `SELECT g, w, ${share("squares")} AS high, ${share("uppers")} AS upper FROM weighted`,
    )
    .answer(dialect, columns, "moments GROUP BY g");
}

/**
 * The nearest of `steps` equal steps of low..high to the key k, counted from low.
 * @param steps as many as the domain is wide, or fewer
 */
function stepOf(dialect: Dialect, [low, high]: [bigint, bigint], steps: bigint) {
  const width = high - low;
  if (steps === width) return `k - ${bigint(low)}`;
  const [wideWidth, wideSteps] = [width, steps].map((one) => dialect.wide(`'${one}'`)); // of 64 bits without a sign
  const above = `${dialect.wide("k")} - ${bigint(low)}`;
  const step = `2 * (${above}) * ${wideSteps} + ${wideWidth}`;
  return `CAST(${dialect.wideDivided(step, `2 * ${wideWidth}`)} AS bigint)`;
}

/**
 * The number of distinct items of users, where groups are items. A secret salt chooses at most `most` items of
 * each user.
 */
export function distinctQuery(rows: Rows & { group: Identity }, most: number, salt: string) {
  const { dialect } = rows;
  return chosenRows(rows, most, salt)
    .with("items", "SELECT g FROM chosen GROUP BY g")
    .answer(dialect, { w: dialect.asText("COUNT(*)") }, "items");
}

const clamped = (value: string, low: bigint, high: bigint) =>
  `CASE WHEN ${value} < ${bigint(low)} THEN ${bigint(low)} WHEN ${value} > ${bigint(high)} THEN ${bigint(high)} ELSE ${value} END`;

const cutSum = ({ dialect }: Rows, sum: string) =>
  dialect.asText(`CAST(${clamped(sum, -furthest, furthest)} AS bigint)`);
