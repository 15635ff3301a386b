import { describe } from "../core/options.js";
import type { DialectName } from "./options.js";

/** A connection of one release, from an adaptor. */
export interface EngineConnection {
  /** Asks the engine, and promises all rows of the answer as objects by column name. */
  run(sql: string): Promise<unknown[]>;
  /** Stops the query that runs. It settles when the engine was told. */
  cancel?: (() => Promise<unknown>) | undefined;
  /** Gives the connection back, or ends it if it may be broken. */
  close?: ((isBroken: boolean) => void) | undefined;
}

/** An engine as an adaptor hands it to `sqlTable`. */
export interface SqlEngine {
  /** The SQL that it speaks. */
  dialect: DialectName;
  /** Connects for one release. */
  connect(): Promise<EngineConnection>;
  /** The one connection that all releases share, if there is one: they wait for each other. */
  shared?: object | undefined;
}

/** A client of `pg`, as far as the adaptor uses it. */
export interface PostgresClient {
  /** Asks the server. */
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** A client that a pool lends. */
export interface PostgresPoolClient extends PostgresClient {
  /** Gives it back, or ends it. */
  release(isBroken?: boolean): void;
  /** Adds a listener. */
  on?: (event: "error", listener: () => void) => unknown;
  /** Removes a listener. */
  off?: (event: "error", listener: () => void) => unknown;
}

/** A pool of `pg`, as far as the adaptor uses it. */
export interface PostgresPool extends PostgresClient {
  /** How many clients there are. */
  totalCount: number;
  /** Lends a client. */
  connect(): Promise<PostgresPoolClient>;
}

/**
 * PostgreSQL by a client or a pool of the package `pg`. A pool lends one client for each release, and a second one
 * tells the server to cancel a query.
 *
 * @throws {TypeError}
 */
export function postgres(clientOrPool: PostgresClient | PostgresPool): SqlEngine {
  checkMethod("postgres", "a client or a pool of pg", clientOrPool, "query");
  if (!isPool(clientOrPool)) {
    const run = async (sql: string) => (await clientOrPool.query(sql)).rows;
    return { dialect: "postgres", shared: clientOrPool, connect: async () => ({ run }) };
  }
  const pool = clientOrPool;
  const connect = async () => {
    const client = await pool.connect();
    const { processID } = client as { processID?: number };
    // Without a listener a lost connection would end the process; the query that runs rejects with it as well.
    client.on?.("error", ignored);
    return {
      run: async (sql: string) => (await client.query(sql)).rows,
      close: (isBroken: boolean) => {
        client.off?.("error", ignored);
        client.release(isBroken);
      },
      cancel: Number.isSafeInteger(processID)
        ? () => pool.query(`SELECT pg_cancel_backend(${processID})`)
        : undefined,
    };
  };
  return { dialect: "postgres", connect };
}

const ignored = () => {};

const isPool = (source: object): source is PostgresPool =>
  typeof (source as { totalCount?: unknown }).totalCount === "number";

/** A connection of `@duckdb/node-api`, as far as the adaptor uses it. */
export interface DuckDBConnection {
  /** Asks the engine and reads the whole answer. */
  runAndReadAll(sql: string): Promise<{ getRowObjects(): unknown[] }>;
  /** Stops the query that runs. */
  interrupt?: () => void;
}

/** A connection of `@duckdb/duckdb-wasm`, as far as the adaptor uses it. */
export interface DuckDBWasmConnection {
  /** Asks the engine, for a table of Arrow or a promise of it. */
  query(sql: string): ArrowRows | Promise<ArrowRows>;
}

/** Rows as Arrow returns them. */
export interface ArrowRows {
  /** The rows. */
  toArray(): { toJSON(): unknown }[];
}

/**
 * DuckDB by a connection of `@duckdb/node-api` or `@duckdb/duckdb-wasm`.
 *
 * @throws {TypeError}
 */
export function duckdb(connection: DuckDBConnection | DuckDBWasmConnection): SqlEngine {
  const engine = (run: EngineConnection["run"], cancel?: EngineConnection["cancel"]) => ({
    ...{ dialect: "duckdb" as const, shared: connection },
    connect: async () => ({ run, cancel }),
  });
  if ("runAndReadAll" in Object(connection)) {
    const native = connection as DuckDBConnection;
    return engine(
      async (sql) => (await native.runAndReadAll(sql)).getRowObjects(),
      async () => native.interrupt?.(),
    );
  }
  checkMethod("duckdb", "a connection of DuckDB", connection, "query");
  const wasm = connection as DuckDBWasmConnection;
  return engine(async (sql) => (await wasm.query(sql)).toArray().map((row) => row.toJSON()));
}

/** A session of Spark, as far as the adaptor uses it: a client of Spark Connect in tests/spark. */
export interface SparkSession {
  /** Asks the engine. Each query is one that only reads. */
  run(sql: string): Promise<unknown[]>;
  /** Stops the queries that run. */
  interrupt?: () => Promise<unknown>;
}

/**
 * Spark 4 by a session of a client. Its tables need `immutable: true`.
 *
 * @throws {TypeError}
 */
export function spark(session: SparkSession): SqlEngine {
  checkMethod("spark", "a session with run", session, "run");
  const connect = async () => ({
    run: (sql: string) => session.run(sql),
    cancel: async () => session.interrupt?.(),
  });
  return { dialect: "spark", shared: session, connect };
}

function checkMethod(name: string, wanted: string, source: unknown, method: string) {
  if (typeof (source as Record<string, unknown> | null | undefined)?.[method] === "function")
    return;
  throw new TypeError(`${name} must be given ${wanted}, got ${describe(source)}`);
}
