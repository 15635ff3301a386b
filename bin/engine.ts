// Questions to an engine instead of a file: DuckDB, PostgreSQL or Spark.
import type { Command } from "commander";
import type { StoredLedger } from "logstar";
import type { DialectName, sqlTable as SqlTable } from "logstar/sql";
import { type Connection, duckdbAt, postgresAt, type Run, sparkAt } from "./connections.js";
import { Failure, failedOutside } from "./failures.js";

/** The options of an engine. */
export interface EngineOptions {
  /** a database's file, or true for one in memory */
  duckdb?: string | true;
  /** the address of a database */
  postgres?: string;
  /** the address of a Spark Connect server, and the module that connects to it */
  spark?: string;
  sparkClient?: string;
  from?: string;
  query?: string;
  /** whether nobody changes the table while it is asked */
  immutable?: boolean;
  /** prints the SQL, and sends none */
  showSql?: boolean;
  /** whether errors after the charge have the engine's own words */
  showEngineErrors?: boolean;
}

export function engineOptions(command: Command) {
  command
    .optionsGroup("Engine, instead of a file:")
    .option(
      "--duckdb [file]",
      "ask DuckDB: a database's file, by default one in memory; with --from or --query",
    )
    .option("--postgres <url>", "ask PostgreSQL, with --from or --query")
    .option("--spark <host:port>", "ask Spark Connect, with --immutable and --from or --query")
    .option(
      "--spark-client <file>",
      "a module that exports connectSpark(address), which --spark connects by",
    )
    .option("--from <table>", "a table of the engine; a.b is table b of schema a")
    .option(
      "--query <select>",
      "your own SELECT instead of a table: for filters, derived columns, months, other files",
    )
    .option(
      "--immutable",
      "your promise that nobody changes the table meanwhile: Spark needs it, as it reads the table anew for each query",
    )
    .option("--show-sql", "print the SQL of the question; sends and charges nothing")
    .option(
      "--show-engine-errors",
      "show the engine's own words if it fails after the charge: they may quote rows",
    );
}

const engines = ["duckdb", "postgres", "spark"] as const;

const named = (options: EngineOptions) => engines.filter((name) => options[name] !== undefined);

/** Whether a question is for an engine. */
export const asksEngine = (options: EngineOptions) => named(options).length > 0;

/** The dialect of the engine that the options name. */
export const dialectOf = (options: EngineOptions): DialectName => named(options)[0]!;

const anEngine = "an engine: --duckdb, --postgres URL or --spark HOST:PORT";

/** @throws {Failure} if the options name no table of one engine, or a file as well */
export function checkEngine(options: EngineOptions, file: string | undefined) {
  const { spark, from, query, showSql, immutable, sparkClient } = options;
  if (sparkClient !== undefined && spark === undefined) {
    throw new Failure("--spark-client needs --spark HOST:PORT");
  }
  const flags = named(options).map((name) => `--${name}`);
  if (flags.length === 0) {
    if (showSql) throw new Failure(`--show-sql needs ${anEngine}`);
    if (immutable) throw new Failure(`--immutable needs ${anEngine}`);
    if (from !== undefined || query !== undefined) {
      throw new Failure(`--from and --query need ${anEngine}`);
    }
    if (file === undefined) {
      throw new Failure(`a file must be named (- for standard input), or ${anEngine}`);
    }
    return;
  }
  if (file !== undefined) {
    throw new Failure(
      `${flags.join(" and ")} must be given without a file, got ${file}; --duckdb --query "SELECT * FROM '${file}'" lets DuckDB read it`,
    );
  }
  if (flags.length > 1) throw new Failure(`${flags.join(" and ")} must not be given together`);
  if ((from === undefined) === (query === undefined)) {
    throw new Failure(
      "--from TABLE or --query 'SELECT ...' must be given with an engine, one of them",
    );
  }
  if (spark !== undefined) checkSpark(spark, options);
}

function checkSpark(address: string, { immutable, sparkClient, showSql }: EngineOptions) {
  if (!/^[^\s/]+:\d{1,5}$/.test(address)) {
    throw new Failure(`--spark must be HOST:PORT, such as localhost:15002, got ${address}`);
  }
  if (!immutable) {
    throw new Failure(
      "--spark needs --immutable, your promise that nobody changes the table while it is asked: Spark reads it anew for each query",
    );
  }
  if (sparkClient === undefined && !showSql) {
    throw new Failure(
      "--spark needs --spark-client FILE, a module that exports connectSpark(address) (docs/command-line.md)",
    );
  }
}

/** After the charge an engine's own words may quote rows. */
function wordsOf(error: Error, { showEngineErrors }: EngineOptions) {
  if (error.name !== "EngineFailed") return `the engine failed: ${error.message}`;
  if (showEngineErrors) return `the engine failed: ${(error.cause as Error | undefined)?.message}`;
  return "the engine failed after the release began, and the ledger, if any, stays charged; --show-engine-errors shows its own words, which may quote rows";
}

function connectionTo({ duckdb, postgres, spark, sparkClient }: EngineOptions) {
  if (duckdb !== undefined) return duckdbAt(duckdb);
  if (postgres !== undefined) return postgresAt(postgres);
  return sparkAt(spark as string, sparkClient as string);
}

/** A table in an engine, as `table` is of a file. */
export type EngineTable = Record<string, (...asked: unknown[]) => Promise<unknown>> & {
  groupBy(by: unknown, groups: unknown): EngineTable;
};

/** The table or the query that the options name. */
export function tableOn(
  sqlTable: typeof SqlTable,
  {
    run,
    dialect,
    people,
    ledger,
    from,
    query,
    immutable = false,
  }: Pick<EngineOptions, "from" | "query" | "immutable"> & {
    run: Run;
    dialect: DialectName;
    people: string | null;
    ledger?: StoredLedger | undefined;
  },
): EngineTable {
  const table = sqlTable(run, {
    ...{ from: from === undefined ? { query: query as string } : from.split(".") },
    ...{ dialect, user: people, immutable },
    ...(ledger === undefined ? {} : { ledger }),
  });
  return table as object as EngineTable;
}

/**
 * Does work with a table of the engine, and closes the connection.
 * @param work receives a function that makes the table with a ledger
 * @throws {Failure} in the engine's words, if it fails
 */
export async function withEngine<T>(
  options: EngineOptions,
  people: string | null,
  work: (tableWith: (ledger: StoredLedger | undefined) => EngineTable) => Promise<T>,
): Promise<T> {
  const { sqlTable } = await import("logstar/sql");
  const { from, query, immutable } = options;
  let failure: unknown;
  const noted = async <Result>(done: Promise<Result>) => {
    try {
      return await done;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  let connection: Connection | undefined;
  try {
    const made = await noted(connectionTo(options));
    connection = made;
    const run: Run = (sql) => noted(made.run(sql));
    return await work((ledger) =>
      tableOn(sqlTable, { run, dialect: made.dialect, people, ledger, from, query, immutable }),
    );
  } catch (error) {
    if (failure === undefined || failure instanceof Failure) throw error;
    throw new Failure(wordsOf(error as Error, options), failedOutside);
  } finally {
    await connection?.close().catch(() => {}); // the error itself says more
  }
}
