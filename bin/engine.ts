// Questions to an engine instead of a file: DuckDB or PostgreSQL, by packages that the user installs.
import type { Command } from "commander";
import type { StoredLedger } from "logstar";
import type { sqlTable as SqlTable } from "logstar/sql";
import { Failure, failedOutside } from "./failures.js";

/** The options of an engine. */
export interface EngineOptions {
  /** a database's file, or true for one in memory */
  duckdb?: string | true;
  /** the address of a database */
  postgres?: string;
  from?: string;
  query?: string;
  /** prints the SQL, and sends none */
  showSql?: boolean;
  /** whether errors after the charge have the engine's own words */
  showEngineErrors?: boolean;
}

export type Run = (sql: string) => Promise<unknown[]>;

/** A connection to an engine. */
interface Connection {
  dialect: "duckdb" | "postgres";
  run: Run;
  close: () => Promise<void>;
}

export function engineOptions(command: Command) {
  command
    .optionsGroup("Engine, instead of a file:")
    .option(
      "--duckdb [file]",
      "ask DuckDB: a database's file, by default one in memory; with --from or --query",
    )
    .option("--postgres <url>", "ask PostgreSQL, with --from or --query")
    .option("--from <table>", "a table of the engine; a.b is table b of schema a")
    .option(
      "--query <select>",
      "your own SELECT instead of a table: for filters, derived columns, months, other files",
    )
    .option("--show-sql", "print the SQL of the question; sends and charges nothing")
    .option(
      "--show-engine-errors",
      "show the engine's own words if it fails after the charge: they may quote rows",
    );
}

/** Whether a question is for an engine. */
export const asksEngine = ({ duckdb, postgres }: EngineOptions) =>
  duckdb !== undefined || postgres !== undefined;

/** @throws {Failure} if the options name no table of one engine, or a file as well */
export function checkEngine(options: EngineOptions, file: string | undefined) {
  const { duckdb, postgres, from, query, showSql } = options;
  if (!asksEngine(options)) {
    if (showSql) throw new Failure("--show-sql needs an engine: --duckdb or --postgres URL");
    if (from !== undefined || query !== undefined) {
      throw new Failure("--from and --query need an engine: --duckdb or --postgres URL");
    }
    if (file === undefined) {
      throw new Failure(
        "a file must be named (- for standard input), or an engine: --duckdb, --postgres",
      );
    }
    return;
  }
  if (file !== undefined) {
    throw new Failure(
      `--duckdb and --postgres take no file beside them, got ${file}; --query "SELECT * FROM '${file}'" lets DuckDB read it`,
    );
  }
  if (duckdb !== undefined && postgres !== undefined) {
    throw new Failure("--duckdb and --postgres must not be given together");
  }
  if ((from === undefined) === (query === undefined)) {
    throw new Failure(
      "--from TABLE or --query 'SELECT ...' must be given with an engine, one of them",
    );
  }
}

async function duckdbAt(file: string | true): Promise<Connection> {
  const { DuckDBInstance } = await packageOf("duckdb", () => import("@duckdb/node-api"));
  const path = file === true ? ":memory:" : file;
  // DuckDB makes a database that does not exist; a typing error must not.
  const settings: Record<string, string> = file === true ? {} : { access_mode: "READ_ONLY" };
  const instance = await DuckDBInstance.create(path, settings);
  const connection = await instance.connect();
  return {
    dialect: "duckdb",
    run: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function postgresAt(url: string): Promise<Connection> {
  const { default: pg } = await packageOf("postgres", () => import("pg"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    dialect: "postgres",
    run: async (sql) => (await client.query(sql)).rows,
    close: () => client.end(),
  };
}

const packages = { duckdb: "@duckdb/node-api", postgres: "pg" };

/** A package that the user installs beside logstar. */
async function packageOf<Package>(flag: keyof typeof packages, load: () => Promise<Package>) {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const name = packages[flag];
    throw new Failure(`--${flag} needs the package ${name}; npm install ${name}`, failedOutside);
  }
}

/** After the charge an engine's own words may quote rows. */
function wordsOf(error: Error, { showEngineErrors }: EngineOptions) {
  if (error.name !== "EngineFailed") return `the engine failed: ${error.message}`;
  if (showEngineErrors) return `the engine failed: ${(error.cause as Error | undefined)?.message}`;
  return "the engine failed after the release began, and the ledger, if any, stays charged; --show-engine-errors shows its own words, which may quote rows";
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
  }: Pick<EngineOptions, "from" | "query"> & {
    run: Run;
    dialect: "duckdb" | "postgres";
    people: string | null;
    ledger?: StoredLedger | undefined;
  },
): EngineTable {
  const table = sqlTable(run, {
    ...{ from: from === undefined ? { query: query as string } : from.split(".") },
    ...{ dialect, user: people },
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
  const { duckdb, postgres, from, query } = options;
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
    const made = await noted(
      duckdb === undefined ? postgresAt(postgres as string) : duckdbAt(duckdb),
    );
    connection = made;
    const run: Run = (sql) => noted(made.run(sql));
    return await work((ledger) =>
      tableOn(sqlTable, { run, dialect: made.dialect, people, ledger, from, query }),
    );
  } catch (error) {
    if (failure === undefined || failure instanceof Failure) throw error;
    throw new Failure(wordsOf(error as Error, options), failedOutside);
  } finally {
    await connection?.close().catch(() => {}); // the error itself says more
  }
}
