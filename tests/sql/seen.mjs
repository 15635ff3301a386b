// The core's view of a table: each key of each group with its weight, from the reader of columns in memory and
// from an engine.
import { ExactColumn } from "../../dist/data/exact-column.js";
import { readUserRows, userColumns } from "../../dist/data/user-rows.js";
import { duckdb } from "../../dist/sql/duckdb.js";
import { boundsOf, checkColumnFor, keysOf } from "../../dist/sql/keys.js";
import { postgres } from "../../dist/sql/postgres.js";
import { windowsQuery } from "../../dist/sql/queries.js";
import { rowsOf as columnsAndRows } from "../../dist/sql/rows.js";
import { spark } from "../../dist/sql/spark.js";
import { groupWeightsQuery } from "../../dist/sql/sum-queries.js";

const dialects = { duckdb, postgres, spark };
export const whole = 720720;
const noGroup = 0xffffffff;

/** All keys, each separately, even the lightest. */
const everyKey = { numerator: 1, denominator: 2, margin: 2n ** 60n, bin: 1n };

/** Columns of decimals, days and points in time, as an engine's reader returns them. */
export function inMemory(kind, values) {
  if (kind === "exact" || kind === "wide") {
    const scale = kind === "exact" ? 4 : 6;
    const scaled = (text) => {
      const [before, after = ""] = text.split(".");
      return BigInt(before + after.padEnd(scale, "0"));
    };
    return new ExactColumn(
      values.map((text) => text && scaled(text)),
      { scale },
    );
  }
  if (!["day", "time", "zone"].includes(kind)) return values;
  const farthest = 2n ** 63n - 1n;
  const micros = (text) => {
    if (text === "infinity") return farthest;
    if (text === "-infinity") return -farthest;
    const [seconds, parts = ""] = text.replace(/\+00$/, "").replace(" ", "T").split(".");
    const start = Date.parse(seconds.length === 10 ? seconds : `${seconds}Z`);
    return BigInt(start) * 1000n + BigInt(parts.padEnd(6, "0"));
  };
  return new ExactColumn(
    values.map((text) => text && micros(text)),
    { time: "microsecond" },
  );
}

/** Beyond every domain, or at its end. */
const far = 2 ** 62;

function halfEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

/** The key of a value as the reader passes it to the core, counted from the domain's lower end; null: dropped. */
function keyOf(value, { kind, domain, outside }, { core }) {
  if (core.type === "reals") {
    const [low, high] = [core.min ?? -Number.MAX_VALUE, core.max ?? Number.MAX_VALUE];
    if (outside === "drop" && (value < low || value > high)) return null;
    return Math.min(Math.max(value, low), high) + 0;
  }
  const [low, high] = boundsOf({ core: domain });
  const limit = kind === "numbers" ? BigInt(halfEven(Math.min(Math.max(value, -far), far))) : value;
  if (outside === "drop" && (limit < low || limit > high)) return null;
  return (limit < low ? low : limit > high ? high : limit) - low;
}

/** The rows that count, in the core's form: key, user and group. */
export function keyedRows(rows, options) {
  return namedRows(rows, options).rows;
}

function namedRows({ values, users, groups }, { domain, outside, list }) {
  const columns = userColumns({ values, users, ...(groups && { groups }) });
  const { data, reading, nameOf } = readUserRows(columns, { domain, outside, groups: list });
  const rows = Array.from(data.column, (value, row) => ({
    key: keyOf(value, reading, domain),
    user: data.users === undefined || data.users === null ? row : data.users[row],
    group: data.groups?.[row] ?? 0,
  })).filter(({ key, group }) => key !== null && group !== noGroup);
  return { rows, nameOf };
}

/** The name of a group, which distinguishes it. */
export const written = (name) => JSON.stringify([name].flat().map(String));

/** The weight of each group, by its written name. */
export function groupsInMemory(columns, { userWeight, ...options }) {
  const { rows, nameOf } = namedRows(columns, options);
  const seen = new Map();
  for (const { group, weight } of weighed(rows, userWeight)) {
    const name = written(nameOf(group));
    seen.set(name, (seen.get(name) ?? 0) + weight);
  }
  return seen;
}

/** Rows with their weights: a user's rows, ordered by group and key, divide the user weight at its parts. */
export function weighed(rows, userWeight = whole) {
  const weigh = (own) => {
    const upTo = (place) => Math.floor((place * userWeight) / own.length);
    return own
      .sort((a, b) => a.group - b.group || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map((row, place) => ({ ...row, weight: upTo(place + 1) - upTo(place) }));
  };
  return [...grouped(rows).values()].flatMap(weigh);
}

/** @returns {Map<string, number>} by group and key, with a positive weight */
export function seenInMemory(columns, options) {
  const seen = new Map();
  for (const { key, group, weight } of weighed(keyedRows(columns, options), options.userWeight)) {
    const name = `${group}: ${key}`;
    if (weight > 0) seen.set(name, (seen.get(name) ?? 0) + weight);
  }
  return seen;
}

/** The rows of each user: Map.groupBy is newer than Node 20. */
function grouped(rows) {
  const by = new Map();
  for (const row of rows) by.set(row.user, [...(by.get(row.user) ?? []), row]);
  return by;
}

/** The rows of a table that queries read, and the column of values. */
export async function columnIn({ dialect: name, run }, table, columns, list) {
  const dialect = dialects[name];
  const { user = null, group: by } = columns;
  const asked = { dialect, from: dialect.quoted(table), user, by, groups: list };
  return columnsAndRows(asked, run, columns.value);
}

/** The encoded keys of a column. */
export function keysIn({ dialect }, value, { domain, outside }) {
  checkColumnFor(value, domain);
  return keysOf(dialect, value, { domain, outside });
}

/** The rows with their keys. */
export async function rowsIn(engine, table, columns, { domain, outside, list }) {
  const { value, rows } = await columnIn(engine, table, columns, list);
  return { ...rows, keys: value && keysIn(rows, value, { domain, outside }) };
}

/** The rows of a reply, without the row that reports an empty result. */
export const rowsOf = async (engine, sql) =>
  (await engine.run(sql)).filter(({ rows }) => rows !== null);

/** The keys of an engine. */
export async function seenInEngine(engine, table, columns, options) {
  const rows = await rowsIn(engine, table, columns, options);
  if (rows.groups?.length === 0) return new Map();
  const seen = await rowsOf(engine, windowsQuery(rows, options.userWeight ?? whole, everyKey));
  const weighty = seen.filter(({ w }) => Number(w) > 0);
  return new Map(
    weighty.map(({ i, first, last, w }) => {
      if (first !== last) throw new Error(`${first} to ${last} is no key`);
      return [`${i}: ${rows.keys.read([first])[0]}`, Number(w)];
    }),
  );
}

/** The weight of each group, by its name. */
export async function groupsInEngine(engine, table, columns, options) {
  const rows = await rowsIn(engine, table, columns, { ...options, list: undefined });
  const seen = await rowsOf(engine, groupWeightsQuery(rows, options.userWeight ?? whole));
  return new Map(seen.map(({ name, w }) => [rows.group.read(name), Number(w)]));
}
