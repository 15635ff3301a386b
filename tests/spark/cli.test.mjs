// The command line asks Spark about a folder of Parquet, by the client of these tests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { load } from "../../dist/index.js";
import { OneProcess } from "../cli/one-process.mjs";
import { connectSpark } from "./connect.mjs";
import { startSpark } from "./server.mjs";

/** @type {OneProcess} */
let terminal;
let server;
before(async () => {
  await load();
  server = await startSpark();
  terminal = new OneProcess();
  const session = await connectSpark(server.address, server.folders);
  await session.command(`INSERT OVERWRITE DIRECTORY '${terminal.path("visits")}' USING parquet
    SELECT concat('p', id % 500) AS person, id % 500 % 50 AS v,
      CASE WHEN id % 500 < 250 THEN 'north' ELSE 'south' END AS town FROM range(1000)`);
  await session.stop();
  // As users write their client: where packages and .proto files are, it knows.
  terminal.write(
    "client.mjs",
    `import { connectSpark as connect } from ${JSON.stringify(new URL("connect.mjs", import.meta.url).href)};
    export const connectSpark = (address) => connect(address, ${JSON.stringify(server.folders)});\n`,
  );
  await terminal.run(..."ledger new budget.json --epsilon 1000 --unit user".split(" "));
});
after(async () => {
  terminal?.remove();
  await server?.stop();
});

const ask = (line, query) =>
  terminal.run(
    ...line.split(" "),
    ...["--spark", server.address, "--spark-client", terminal.path("client.mjs"), "--immutable"],
    ...["--query", query, "--user", "person", "--epsilon", "100", "--ledger", "budget.json"],
  );

const visits = () => `SELECT * FROM parquet.\`${terminal.path("visits")}\``;

test("questions of a folder of Parquet are answered, charged to the ledger", async () => {
  const groups = "--group-by town --groups north,south";
  const median = await ask(`median --column v --domain integers:0,60 ${groups}`, visits());
  assert.equal(median.status, 0, median.err);
  assert.match(median.out, /^median of v by town\n {2}north {2}2[45]\n {2}south {2}2[45]\n\n/);
  const { out, err } = await ask("count", visits());
  assert.match(out, /^count\n {2}500\n/, err);
  assert.equal(JSON.parse(terminal.read("budget.json")).spent.epsilon, 200);
});

test("a table that Spark does not know exits with its words, before the charge", async () => {
  const { status, err } = await ask("count", "SELECT * FROM nobody");
  assert.equal(status, 3);
  assert.match(err, /^logstar: the engine failed: .*nobody/m);
  assert.equal(JSON.parse(terminal.read("budget.json")).spent.epsilon, 200);
});
