// Connections to engines, by packages that the user installs; to Spark by a client that the user names.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DialectName, SparkSession } from "logstar/sql";
import { Failure, failedOutside } from "./failures.js";

export type Run = (sql: string) => Promise<unknown[]>;

/** A connection to an engine. */
export interface Connection {
  dialect: DialectName;
  run: Run;
  close: () => Promise<void>;
}

export async function duckdbAt(file: string | true): Promise<Connection> {
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

export async function postgresAt(url: string): Promise<Connection> {
  const { default: pg } = await packageOf("postgres", () => import("pg"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    dialect: "postgres",
    run: async (sql) => (await client.query(sql)).rows,
    close: () => client.end(),
  };
}

/** A module that connects to Spark, as the user wrote or copied it. */
interface SparkClient {
  connectSpark?: (address: string) => Promise<SparkSession & { stop?: () => Promise<void> }>;
}

/** @param client the path of a module that exports `connectSpark` */
export async function sparkAt(address: string, client: string): Promise<Connection> {
  const { connectSpark } = await clientAt(client);
  if (typeof connectSpark !== "function") {
    throw new Failure(`--spark-client must export connectSpark(address), got none in ${client}`);
  }
  const session = await connectSpark(address);
  return {
    dialect: "spark",
    run: (sql) => session.run(sql),
    close: async () => session.stop?.(),
  };
}

async function clientAt(path: string): Promise<SparkClient> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const why = (error as Error | undefined)?.message;
    throw new Failure(`--spark-client ${path} cannot be loaded: ${why}`, failedOutside);
  }
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
