// The least client of Spark Connect: SQL in, rows of text out. The .proto files are those of the server's own archive.
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} address of the server
 * @param {{ packages: string, protos: string }} folders with the packages beside this file, and with the .proto files
 */
export async function connectSpark(address, { packages, protos }) {
  const require = createRequire(join(packages, "package.json"));
  const imported = (name) => import(pathToFileURL(require.resolve(name)).href);
  const { default: grpc } = await imported("@grpc/grpc-js");
  const { default: loader } = await imported("@grpc/proto-loader");
  const { tableFromIPC } = require("apache-arrow");
  const read = { includeDirs: [protos], longs: String, enums: String, oneofs: true };
  const { spark } = grpc.loadPackageDefinition(loader.loadSync("spark/connect/base.proto", read));
  const client = new spark.connect.SparkConnectService(address, grpc.credentials.createInsecure(), {
    "grpc.max_receive_message_length": 128 << 20,
  });
  const session = { sessionId: randomUUID(), userContext: { userId: "logstar" } };
  const unary = (name, request) =>
    new Promise((resolve, reject) => {
      client[name]({ ...session, ...request }, (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });
  /** Runs a plan, for the batches of its answer. */
  const execute = (plan) =>
    new Promise((resolve, reject) => {
      const batches = [];
      const call = client.executePlan({ ...session, operationId: randomUUID(), plan });
      call.on("data", ({ arrowBatch }) => arrowBatch && batches.push(arrowBatch.data));
      call.on("error", reject);
      call.on("end", () => resolve(batches));
    });
  const sqlOf = (query) => ({ common: { planId: "1" }, sql: { query } });
  return {
    /** One query that only reads, for its rows. */
    run: async (sql) => {
      const batches = await execute({ root: sqlOf(sql) });
      return batches.flatMap((data) =>
        tableFromIPC(data)
          .toArray()
          .map((row) => row.toJSON()),
      );
    },
    /** What changes the session or its tables. */
    command: async (sql) => {
      await execute({ command: { sqlCommand: { input: sqlOf(sql) } } });
      return [];
    },
    interrupt: () => unary("interrupt", { interruptType: "INTERRUPT_TYPE_ALL" }),
    config: (pairs) =>
      unary("config", {
        operation: {
          set: { pairs: Object.entries(pairs).map(([key, value]) => ({ key, value })) },
        },
      }),
    stop: async () => {
      await unary("releaseSession", {}).catch(() => {}); // the server ends it by itself too
      client.close();
    },
  };
}
