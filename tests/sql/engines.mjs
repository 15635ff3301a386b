// The engines that tests run: each with its own connection.
import { createRequire } from "node:module";
import { DuckDBInstance } from "@duckdb/node-api";
import * as logstar from "../../dist/sql.js";
import { startPostgres } from "./postgres-server.mjs";

/**
 * @typedef {object} Engine
 * @property {"duckdb" | "postgres" | "spark"} dialect
 * @property {(sql: string) => Promise<any[]>} run the options of `sqlTable`
 * @property {boolean} [immutable] whether it has no transactions, so that its tables must not change
 * @property {(sql: string) => Promise<any[]>} [command] what changes tables, if `run` only reads
 * @property {string[]} [unset] settings that stay unset, as it would fetch an extension for them
 * @property {() => Promise<(sql: string) => Promise<any[]>>} another the same queries over another connection
 * @property {(sql: string) => AsyncIterable<any[][]>} [stream] rows, a few thousand at a time
 * @property {() => import("../../dist/sql.js").SqlEngine} [adaptor] over the same connection
 * @property {object} [address] of the server, for other clients
 * @property {number} [pid] of the server, if it is another process
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<Engine>} */
async function duckdb(threads = 1) {
  const instance = await DuckDBInstance.create(":memory:", { threads: `${threads}` });
  const connection = await instance.connect();
  const over = (connected) => async (sql) => (await connected.runAndReadAll(sql)).getRowObjects();
  const run = over(connection);
  const another = async () => over(await instance.connect());
  async function* stream(sql) {
    const result = await connection.stream(sql);
    for (let chunk = await result.fetchChunk(); chunk?.rowCount > 0; ) {
      yield chunk.getRows();
      chunk = await result.fetchChunk();
    }
  }
  const adaptor = () => logstar.duckdb(connection);
  const stop = async () => connection.closeSync();
  return { dialect: "duckdb", run, another, stream, adaptor, stop };
}

/** The DuckDB of web pages. @returns {Promise<Engine>} */
async function duckdbWasm() {
  const require = createRequire(import.meta.url);
  const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs");
  const module = (kind) => ({
    mainModule: require.resolve(`@duckdb/duckdb-wasm/dist/duckdb-${kind}.wasm`),
    mainWorker: "",
  });
  const bundles = { mvp: module("mvp"), eh: module("eh") };
  const db = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  const connection = db.connect();
  const over = (connected) => async (sql) =>
    connected
      .query(sql)
      .toArray()
      .map((row) => row.toJSON());
  const another = async () => over(db.connect());
  return {
    dialect: "duckdb",
    isBlocking: true, // a query runs in this thread, where no signal arrives meanwhile
    adaptor: () => logstar.duckdb(connection),
    ...{ run: over(connection), another, unset: ["TimeZone", "Calendar"] },
    stop: async () => connection.close(),
  };
}

/** @returns {Promise<Engine>} */
async function postgres() {
  const server = await startPostgres();
  const client = await server.connect();
  const over = (connected) => async (sql) => (await connected.query(sql)).rows;
  const run = over(client);
  const another = async () => over(await server.connect());
  async function* stream(sql) {
    await client.query("BEGIN");
    await client.query(`DECLARE part NO SCROLL CURSOR FOR ${sql}`);
    const fetched = () => client.query({ text: "FETCH 10000 FROM part", rowMode: "array" });
    for (let part = await fetched(); part.rows.length > 0; part = await fetched()) yield part.rows;
    await client.query("COMMIT");
  }
  const adaptor = () => logstar.postgres(client);
  const { address, pid, stop } = server;
  return { dialect: "postgres", run, another, stream, adaptor, address, pid, stop };
}

/**
 * A server of Spark Connect that is started for it.
 * @param {number} [cores] absent for tables of few rows
 * @returns {Promise<Engine>}
 */
async function spark(cores) {
  const { startSpark } = await import("../spark/server.mjs");
  const { connectSpark } = await import("../spark/connect.mjs");
  const server = await startSpark({ cores, isForFewRows: cores === undefined });
  const session = await connectSpark(server.address, server.folders);
  await session.config({
    "spark.sql.session.timeZone": "America/St_Johns",
    // Else the optimizer answers about tables of few rows, in place of the engine.
    "spark.sql.optimizer.excludedRules":
      "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation",
  });
  return {
    ...{ dialect: "spark", immutable: true, run: session.run, command: session.command },
    adaptor: () => logstar.spark(session),
    pid: server.pid,
    stop: async () => {
      await session.stop();
      await server.stop();
    },
  };
}

/** @type {Record<string, (threads?: number) => Promise<Engine>>} */
export const engines = { duckdb, "duckdb-wasm": duckdbWasm, postgres, spark };

const names = (process.env.ENGINES ?? "duckdb,postgres").split(",");
/** The engines that every test starts: one of each kind, unless `ENGINES` names others. */
export const tried = names.map((name) => engines[name]);
