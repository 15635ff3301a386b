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
export async function create({ dialect, run }, name, columns) {
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
