import { describe, kindOf } from "../core/options.js";
import type { CancelSignal } from "../worker/controls.js";
import type { EngineConnection } from "./engines.js";
import { RunFailed } from "./failed.js";
import type { Dialect } from "./writing.js";

/** A row of an answer: text or null, by the names that the query gave. */
export type Row = Record<string, string | null>;

/**
 * What a query is for. The first four depend on no row. "contents" and "weights" name key ranges around a draw.
 * Where groups are private, a second query for regions, sums or bins names the drawn groups.
 */
export type Purpose =
  | ("transaction" | "probe" | "columns" | "types")
  | ("groups" | "regions" | "contents" | "weights" | "sums" | "bins" | "items");

/** A query that was answered, for `onQuery`. */
export interface AnsweredQuery {
  /** As it was sent. */
  sql: string;
  /** What it is for. */
  purpose: Purpose;
  /** The number of rows of its answer. */
  rows: number;
  /** The time from the request to the answer. */
  milliseconds: number;
}

/** Asks the engine. */
export type QueryRows = (sql: string, purpose: Purpose) => Promise<Row[]>;

/** Where releases get their connections. */
export interface Source {
  /** for one release */
  connect: () => Promise<EngineConnection>;
  /** identifies the connection that releases use in turn, if they share one */
  shared?: object | undefined;
  /** whether logstar may change settings of the transaction: an adaptor's connection is in no other use */
  isOwn?: boolean;
}

interface Reading {
  source: Source;
  dialect: Dialect;
  /** whether the table never changes: then no transaction is needed */
  immutable: boolean;
  onQuery?: ((query: AnsweredQuery) => void) | undefined;
  signal?: CancelSignal | undefined;
  /** whether the engine spoke the dialect in an earlier try */
  isAgain?: boolean;
  /** whether an earlier answer about the table has probed the connection, once for all that follow */
  isProbed?: boolean;
}

/** The last work on each connection: a connection runs one transaction at a time. */
const busy: WeakMap<object, Promise<unknown>> = new WeakMap();

/**
 * Runs work in one read-only transaction that sees one state of the table, after all earlier work on the same
 * connection.
 */
export function reading<T>(
  connection: Reading,
  work: (queryRows: QueryRows) => Promise<T>,
): Promise<T> {
  const { shared } = connection.source;
  if (shared === undefined) return connected(connection, work);
  const before = busy.get(shared) ?? Promise.resolve();
  const now = before.then(() => connected(connection, work));
  busy.set(
    shared,
    now.catch(() => {}),
  );
  return now;
}

async function connected<T>(reading: Reading, work: (queryRows: QueryRows) => Promise<T>) {
  const { source, signal } = reading;
  const connection = await source.connect().catch(failed);
  const cancelling = cancelledBy(signal, connection);
  let isBroken = true;
  try {
    const result = await inTransaction({ ...reading, connection }, work);
    isBroken = false;
    return result;
  } finally {
    // A late cancellation would hit whatever runs over this connection next.
    connection.close?.(isBroken || cancelling.isPending);
    cancelling.end();
  }
}

const failed = (cause: unknown): never => {
  throw new RunFailed(cause);
};

/** Cancels the query that runs when the signal is given. */
function cancelledBy(signal: CancelSignal | undefined, { cancel }: EngineConnection) {
  const cancelling = { isPending: false, end: () => signal?.removeEventListener("abort", abort) };
  const abort = () => {
    cancelling.isPending = true;
    const settled = () => {
      cancelling.isPending = false;
    };
    // If the engine cannot be told, the query ends by itself, and the release with it.
    Promise.resolve(cancel?.()).then(settled, () => {});
  };
  signal?.addEventListener("abort", abort);
  return cancelling;
}

type Connected = Reading & { connection: EngineConnection };

/** Sends a query, and tells the caller about it. */
async function asked(
  { connection, onQuery, signal }: Connected,
  sql: string,
  purpose: Purpose,
): Promise<unknown> {
  if (signal?.aborted) throw new RunFailed(signal.reason);
  const start = performance.now();
  let answer: unknown;
  try {
    answer = await connection.run(sql);
  } catch (cause) {
    throw new RunFailed(signal?.aborted ? signal.reason : cause);
  }
  const rows = Array.isArray(answer) && purpose !== "transaction" ? answer.length : 0;
  onQuery?.({ sql, purpose, rows, milliseconds: performance.now() - start });
  return answer;
}

async function inTransaction<T>(
  reading: Connected,
  work: (queryRows: QueryRows) => Promise<T>,
): Promise<T> {
  const { connection, source, dialect, immutable } = reading;
  const read = reader(immutable);
  const queryRows: QueryRows = async (sql, purpose) => read(await asked(reading, sql, purpose));
  if (immutable || dialect.begin === undefined) {
    if (!reading.isProbed) await checkProbe(reading, read);
    return work(queryRows);
  }
  await asked(reading, dialect.begin, "transaction");
  try {
    for (const sql of source.isOwn ? dialect.settings : [])
      await asked(reading, sql, "transaction");
    await checkProbe(reading, read);
    const result = await work(queryRows);
    await asked(reading, "COMMIT", "transaction");
    return result;
  } catch (error) {
    await connection.run("ROLLBACK").catch(() => {}); // the error itself says more
    throw error;
  }
}

/**
 * Rejects a connection of another dialect than the declared one, or one that changes the engine's answers.
 */
async function checkProbe(reading: Connected, read: (answer: unknown) => Row[]) {
  const { name, probe, probed } = reading.dialect;
  let answer: unknown;
  try {
    answer = await asked(reading, probe, "probe");
  } catch (error) {
    if (reading.signal?.aborted || reading.isAgain) throw error;
    const { cause } = error as RunFailed;
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
        "run must query over one connection, got answers of two transactions: use one client of a pool, as the adaptor postgres(pool) does, or set `immutable: true` if the table never changes",
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
    // How many there are depends on rows.
    throw new RangeError("run must promise all rows, got some of them");
  }
  if (rows.length === 0) throw new RangeError("run must promise all rows, got none");
  return rows;
}
