import { describe, kindOf } from "../core/options.js";

/** @typedef {import("./writing.js").Dialect} Dialect */

/**
 * A row of an answer: text or null, by the names that the query gave.
 * @typedef {Record<string, string | null>} Row
 */

/**
 * Asks the engine.
 * @typedef {(sql: string) => Promise<Row[]>} Ask
 */

/**
 * What is going on over a connection, by what the caller runs queries with: two transactions do not fit into
 * one.
 * @type {WeakMap<Function, Promise<unknown>>}
 */
const busy = new WeakMap();

/**
 * Does something in one read-only transaction that sees one state of the table, after whatever else is asked
 * over the same connection.
 * @template T
 * @param {object} connection
 * @param {(sql: string) => Promise<any>} connection.run
 * @param {Dialect} connection.dialect
 * @param {boolean} connection.immutable whether nobody writes to the table: then there is no transaction
 * @param {(ask: Ask) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function reading(connection, work) {
  const before = busy.get(connection.run) ?? Promise.resolve();
  const now = before.then(() => inTransaction(connection, work));
  busy.set(
    connection.run,
    now.catch(() => {}),
  );
  return now;
}

/**
 * @template T
 * @param {Parameters<typeof reading>[0]} connection
 * @param {(ask: Ask) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inTransaction({ run, dialect, immutable }, work) {
  const ask = async (/** @type {string} */ sql) => rowsOf(await run(sql));
  if (immutable) {
    await checkProbe(run, dialect);
    return work(ask);
  }
  await run(dialect.begin);
  try {
    await checkProbe(run, dialect);
    const result = await work(ask);
    await run("COMMIT");
    return result;
  } catch (error) {
    await run("ROLLBACK").catch(() => {}); // the error itself says more
    throw error;
  }
}

/**
 * Refuses a connection of another dialect than was declared, or one that does not hand over what the engine
 * says.
 * @param {(sql: string) => Promise<any>} run
 * @param {Dialect} dialect
 */
async function checkProbe(run, { name, probe, probed }) {
  let answer;
  try {
    answer = await run(probe);
  } catch (cause) {
    throw new TypeError(
      `dialect must be what the connection speaks, got "${name}", whose probe it refused: ${/** @type {any} */ (cause)?.message}`,
      { cause },
    );
  }
  const rows = rowsOf(answer);
  const [row = {}] = rows;
  for (const [what, expected] of Object.entries(probed)) {
    if (rows.length === 1 && row[what] === expected) continue;
    throw new TypeError(
      `run must hand over what a ${name} engine says, got ${describe(row[what])} in place of ${describe(expected)} (${what})`,
    );
  }
}

/**
 * The rows of an answer. How many there are the last column says, of queries that have it.
 * @param {any} rows
 * @returns {Row[]}
 */
function rowsOf(rows) {
  if (!Array.isArray(rows)) {
    throw new TypeError(`run must promise an array of rows, got ${kindOf(rows)}`);
  }
  for (const row of rows) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw new TypeError(`run must promise rows that are objects, got ${kindOf(row)}`);
    }
    for (const [name, value] of Object.entries(row)) {
      if (value === null || typeof value === "string") continue;
      throw new TypeError(`run must promise text as text, got ${kindOf(value)} (${name})`);
    }
    if (row.rows === undefined || Number(row.rows) === rows.length) continue;
    throw new RangeError(`run must promise all rows, got ${rows.length} of ${row.rows}`);
  }
  return rows;
}
