import { describe, kindOf } from "../core/options.js";
import type { Dialect } from "./writing.js";

/** A row of an answer: text or null, by the names that the query gave. */
export type Row = Record<string, string | null>;

/** Asks the engine. */
export type QueryRows = (sql: string) => Promise<Row[]>;

/**
 * What is going on over a connection, by what the caller runs queries with: two transactions do not fit into
 * one.
 */
const busy: WeakMap<(sql: string) => Promise<unknown>, Promise<unknown>> = new WeakMap();

/**
 * Does something in one read-only transaction that sees one state of the table, after whatever else is asked
 * over the same connection.
 */
export function reading<T>(
  connection: {
    run: (sql: string) => Promise<unknown>;
    dialect: Dialect;
    /** whether nobody writes to the table: then there is no transaction */
    immutable: boolean;
  },
  work: (queryRows: QueryRows) => Promise<T>,
): Promise<T> {
  const before = busy.get(connection.run) ?? Promise.resolve();
  const now = before.then(() => inTransaction(connection, work));
  busy.set(
    connection.run,
    now.catch(() => {}),
  );
  return now;
}

async function inTransaction<T>(
  { run, dialect, immutable }: Parameters<typeof reading>[0],
  work: (queryRows: QueryRows) => Promise<T>,
): Promise<T> {
  const read = reader(immutable);
  const queryRows = async (sql: string) => read(await run(sql));
  if (immutable) {
    await checkProbe(run, read, dialect);
    return work(queryRows);
  }
  await run(dialect.begin);
  try {
    await checkProbe(run, read, dialect);
    const result = await work(queryRows);
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
 */
async function checkProbe(
  run: (sql: string) => Promise<unknown>,
  read: (answer: unknown) => Row[],
  { name, probe, probed }: Dialect,
) {
  let answer: unknown;
  try {
    answer = await run(probe);
  } catch (cause) {
    throw new TypeError(
      `dialect must be what the connection speaks, got "${name}", whose probe it refused: ${(cause as Error | undefined)?.message}`,
      { cause },
    );
  }
  const rows = read(answer);
  const [row] = rows as [Row]; // an answer without rows is refused before
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
 */
function reader(immutable: boolean): (answer: unknown) => Row[] {
  let first: string | null | undefined;
  return (answer) => {
    const rows = rowsOf(answer);
    first ??= rows[0]!.state;
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
 */
function rowsOf(rows: unknown): Row[] {
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
