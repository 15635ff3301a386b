// Awkward tables, in the form of each engine and in the form of the reader of columns in memory.

/** Types by the names of either engine. */
const types = {
  duckdb: { double: "DOUBLE", text: "VARCHAR", exact: "DECIMAL(18, 4)", wide: "DECIMAL(38, 6)" },
  postgres: {
    ...{ double: "double precision", text: "text" },
    ...{ exact: "numeric(18, 4)", wide: "numeric" },
  },
};
for (const names of Object.values(types)) {
  Object.assign(names, { whole: "bigint", day: "date", time: "timestamp", zone: "timestamptz" });
}
types.spark = {
  ...{ double: "DOUBLE", text: "STRING", exact: "DECIMAL(18, 4)", wide: "DECIMAL(38, 6)" },
  ...{ whole: "BIGINT", day: "DATE", time: "TIMESTAMP_NTZ", zone: "TIMESTAMP" },
};

/** The ends of Spark's times, in place of infinite ones, which it has not. */
const ends = {
  DATE: (sign) => `date_from_unix_date(${sign}2147483647)`,
  TIMESTAMP: (sign) => `timestamp_micros(${sign}9223372036854775807)`,
  TIMESTAMP_NTZ: (sign) =>
    sign
      ? "TIMESTAMP_NTZ'-290308-12-21 19:59:05.224193'"
      : "TIMESTAMP_NTZ'+294247-01-10 04:00:54.775807'",
};

/** A value as SQL of Spark, whose strings have escapes: its text by its bytes. */
function writtenForSpark(value, type) {
  if (value === null || value === undefined) return `CAST(NULL AS ${type})`;
  const infinite = /^(-?)infinity$/.exec(value);
  if (infinite && ends[type]) return ends[type](infinite[1]);
  const text = Object.is(value, -0) ? "-0.0" : `${value}`;
  if (type === "BINARY") return `X'${text}'`;
  return `CAST(CAST(X'${Buffer.from(text).toString("hex")}' AS STRING) AS ${type})`;
}

/** A view of the rows: a session of Spark Connect keeps it. */
async function createInSpark(command, name, columns) {
  const quoted = (text) => `\`${text.replaceAll("`", "``")}\``;
  const typed = Object.entries(columns).map(([column, [kind, values]]) => ({
    ...{ name: quoted(column), type: types.spark[kind] ?? kind, values },
  }));
  const rows = typed[0].values.map(
    (_, row) =>
      `(${typed.map(({ type, values }) => writtenForSpark(values[row], type)).join(", ")})`,
  );
  const names = typed.map((column) => column.name).join(", ");
  const nothing = typed.map((column) => `CAST(NULL AS ${column.type}) AS ${column.name}`);
  const rowsOf =
    rows.length > 0
      ? `SELECT * FROM (VALUES ${rows.join(", ")}) AS t(${names})`
      : `SELECT ${nothing.join(", ")} WHERE false`;
  await command(`CREATE OR REPLACE TEMPORARY VIEW ${quoted(name)} AS ${rowsOf}`);
}

/** NUL, which text in DuckDB can hold, would end the query. */
const quoted = (text) => `'${text.replaceAll("'", "''")}'`.replaceAll("\0", "' || chr(0) || '");

/** A value of plain JavaScript as SQL that every engine reads. */
export function written(value, type) {
  if (value === null) return "NULL";
  return `CAST(${quoted(Object.is(value, -0) ? "-0.0" : `${value}`)} AS ${type})`;
}

/**
 * A table in an engine.
 * @param {import("./engines.mjs").Engine} engine
 * @param {string} name
 * @param {Record<string, [kind: string, values: any[]]>} columns
 */
export async function create({ dialect, run, command }, name, columns) {
  if (dialect === "spark") return createInSpark(command, name, columns);
  const typed = Object.entries(columns).map(([column, [kind, values]]) => ({
    name: `"${column.replaceAll('"', '""')}"`,
    type: types[dialect][kind] ?? kind,
    values,
  }));
  const table = `"${name.replaceAll('"', '""')}"`;
  await run(`DROP TABLE IF EXISTS ${table}`);
  await run(
    `CREATE TABLE ${table} (${typed.map(({ name, type }) => `${name} ${type}`).join(", ")})`,
  );
  const plain = (type) => type.replace(/ COLLATE .*/, "");
  const rows = typed[0].values.map(
    (_, row) =>
      `(${typed.map(({ type, values }) => written(values[row], plain(type))).join(", ")})`,
  );
  if (rows.length > 0) await run(`INSERT INTO ${table} VALUES ${rows.join(", ")}`);
}
