// A process that spends from a ledger that others share: for tests, which say how by its arguments.
import { renameSync, writeFileSync } from "node:fs";
import { ledgerFile } from "../../dist/file.js";
import { load, median, spend } from "../../dist/index.js";
import { ledgerTable } from "../../dist/sql.js";

const [kind, place, epsilon, how = ""] = process.argv.slice(2);

/** The file without lock and comparison. */
const careless = (path) => ({
  ...ledgerFile(path),
  write: async (text) => {
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
    return true;
  },
});

async function tableAt(address) {
  const { default: pg } = await import("pg");
  const client = new pg.Client(JSON.parse(address));
  await client.connect();
  return ledgerTable(async (sql) => (await client.query(sql)).rows, "people", {
    dialect: "postgres",
  });
}

const stores = { file: ledgerFile, careless, table: tableAt };

/** Waits for the test before its first write, when it has read. */
function gated(store) {
  let isFirst = true;
  const write = async (text, version) => {
    if (isFirst && how.includes("gated")) {
      isFirst = false;
      process.send("has read");
      await new Promise((resolve) => process.once("message", resolve));
    }
    return store.write(text, version);
  };
  return { ...store, write };
}

/** Rows that end the process as kill -9 does when they are read. */
const deadly = {
  *[Symbol.iterator]() {
    process.kill(process.pid, "SIGKILL");
    yield 1;
  },
};

await load();
const store = gated(await stores[kind](place));
const values = how.includes("deadly") ? deadly : [1, 2, 3, 4, 5];
try {
  await spend(store, (ledger) => median(values, { epsilon: Number(epsilon), ledger }));
  process.send("answered");
} catch (error) {
  process.send(error.name);
}
process.exit();
