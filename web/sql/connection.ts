import { describe, kindOf } from "../core/options.js";
import type { Dialect } from "./writing.js";

/** A row of an answer: text or null, by the names that the query gave. */
export type Row = Record<string, string | null>;

/** Asks the engine. */
export type QueryRows = (sql: string) => Promise<Row[]>;

/**
 * The last work on each connection, by the caller's `run`: a connection runs one transaction at a time.
 */
const busy: WeakMap<(sql: string) => Promise<unknown>, Promise<unknown>> = new WeakMap();

/**
 * Runs work in one read-only transaction that sees one state of the table, after all earlier work on the same
 * connection.
 */
export function reading<T>(
  connection: {
    run: (sql: string) => Promise<unknown>;
    dialect: Dialect;
    /** whether the table never changes: then no transaction is needed */
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
 * Rejects a connection of another dialect than the declared one, or one that changes the engine's answers.
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
  const [row] = rows as [Row]; // `read` has rejected an answer without rows
  for (const [what, expected] of Object.entries(probed)) {
    if (rows.length === 1 && row[what] === expected) continue;
    throw new TypeError(
      `run must return the answers of a ${name} engine unchanged, got ${describe(row[what])} instead of ${describe(expected)} (${what})`,
    );
  }
}

/**
 * Reads the answers of one release. All must come from one transaction, unless the table never changes: a pool
 * that switches connections would show two states of it.
 */
function reader(immutable: boolean): (answer: unknown) => Row[] {
  let first: string | null | undefined;
  return (answer) => {
    const rows = rowsOf(answer);
    first ??= rows[0]!.state;
    if (!immutable && rows.some(({ state }) => state !== first)) {
      throw new TypeError(
        "run must query over one connection, got answers of two transactions: use one client of a pool, or set `immutable: true` if the table never changes",
      );
    }
    return rows.filter(({ rows }) => rows !== null);
  };
}

/**
 * The rows of an answer, at least one. Queries with a column `rows` state the number of rows there, NULL if
 * zero.
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
