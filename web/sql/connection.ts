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
  const read = reader(immutable);
  const ask = async (/** @type {string} */ sql) => read(await run(sql));
  if (immutable) {
    await checkProbe(run, read, dialect);
    return work(ask);
  }
  await run(dialect.begin);
  try {
    await checkProbe(run, read, dialect);
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
 * @param {(answer: any) => Row[]} read
 * @param {Dialect} dialect
 */
async function checkProbe(run, read, { name, probe, probed }) {
  let answer;
  try {
    answer = await run(probe);
  } catch (cause) {
    throw new TypeError(
      `dialect must be what the connection speaks, got "${name}", whose probe it refused: ${/** @type {any} */ (cause)?.message}`,
      { cause },
    );
  }
  const rows = read(answer);
  const [row] = rows;
  for (const [what, expected] of Object.entries(probed)) {
    if (rows.length === 1 && row[what] === expected) continue;
    throw new TypeError(
      `run must hand over what a ${name} engine says, got ${describe(row[what])} in place of ${describe(expected)} (${what})`,
    );
  }
}

/**
 * Reads the answers of one release. All are of one transaction, unless nobody writes to the table: a pool that takes
 * another connection for each would show two states of it.
 * @param {boolean} immutable
 * @returns {(answer: any) => Row[]}
 */
function reader(immutable) {
  /** @type {string | null | undefined} */
  let first;
  return (answer) => {
    const rows = rowsOf(answer);
    first ??= rows[0].state;
    if (!immutable && rows.some(({ state }) => state !== first)) {
      throw new TypeError(
        "run must ask over one connection, got answers of two transactions: hand over one client of a pool, or say `immutable: true` of a table that nobody writes to",
      );
    }
    return rows.filter(({ rows }) => rows !== null);
  };
}

/**
 * The rows of an answer, at least one. How many there are a column says, of queries that have it: NULL where there is
 * none.
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
    if (row.rows === undefined || Number(row.rows ?? 1) === rows.length) continue;
    throw new RangeError(`run must promise all rows, got ${rows.length} of ${row.rows}`);
  }
  if (rows.length === 0) throw new RangeError("run must promise all rows, got none");
  return rows;
}
