// `--spark` as far as it goes without Spark; tests/spark/cli.test.mjs asks a real one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../dist/index.js";
import { spark } from "../../dist/sql/spark.js";
import { OneProcess } from "./one-process.mjs";

/** @type {OneProcess} */
let terminal;
before(async () => {
  await load();
  terminal = new OneProcess();
  await terminal.run(..."ledger new budget.json --epsilon 10 --unit user".split(" "));
});
after(() => terminal.remove());

const client = fileURLToPath(new URL("spark-client.mjs", import.meta.url));
const address = ["--spark", "localhost:15002"];
const all = [...address, "--spark-client", client, "--immutable", "--from", "visits"];
const ask = (words, line = "count") =>
  terminal.run(
    ...line.split(" "),
    ...words,
    ..."--user person --epsilon 1 --ledger budget.json".split(" "),
  );

test("a wrong use of --spark is refused by name before the charge", async () => {
  const before = terminal.read("budget.json");
  const own = ["--spark-client", client];
  for (const [words, message] of [
    [[...address, ...own, "--from", "visits"], /^logstar: --spark needs --immutable, your promise/],
    [
      [...address, "--immutable", "--from", "visits"],
      /^logstar: --spark needs --spark-client FILE/,
    ],
    [
      ["--spark", "localhost", ...own, "--immutable", "--from", "v"],
      /^logstar: --spark must be HOST/,
    ],
    [[...own, "--duckdb", "--from", "visits"], /^logstar: --spark-client needs --spark HOST:PORT/],
    [["--immutable"], /^logstar: --immutable needs an engine: --duckdb, --postgres URL or --spark/],
    [[...address, ...own, "--immutable"], /^logstar: --from TABLE or --query/],
    [[...all, "--duckdb"], /^logstar: --duckdb and --spark must not be given together/],
    [["a.csv", ...all], /^logstar: --spark must be given without a file, got a\.csv/],
  ]) {
    const { status, err, out } = await ask(words);
    assert.equal(status, 2, `${words}: ${err}`);
    assert.equal(out, "");
    assert.match(err, message);
  }
  assert.equal(terminal.read("budget.json"), before);
});

test("a client that is missing, exports nothing or cannot connect exits with its reason before the charge", async () => {
  const before = terminal.read("budget.json");
  terminal.write("empty.mjs", "export {};\n");
  const by = (file, place = address) =>
    ask([...place, "--spark-client", file, "--immutable", "--from", "visits"]);
  const missing = await by("none.mjs");
  assert.equal(missing.status, 3);
  assert.match(missing.err, /^logstar: --spark-client none\.mjs cannot be loaded: /m);
  const empty = await by(terminal.path("empty.mjs"));
  assert.equal(empty.status, 2);
  assert.match(
    empty.err,
    /^logstar: --spark-client must export connectSpark\(address\), got none/m,
  );
  const refused = await by(client, ["--spark", "localhost:1"]);
  assert.equal(refused.status, 3);
  assert.match(refused.err, /^logstar: the engine failed: nobody listens at localhost:1$/m);
  assert.equal(terminal.read("budget.json"), before);
});

test("after the charge Spark's own words show only with --show-engine-errors", async () => {
  const { status, err } = await ask(all);
  assert.equal(status, 3);
  assert.match(
    err,
    /the engine failed after the release began, and the ledger, if any, stays charged/,
  );
  assert.doesNotMatch(err, /Jane Doe/);
  const shown = await ask([...all, "--show-engine-errors"]);
  assert.match(shown.err, /^logstar: the engine failed: the value 'Jane Doe' is wrong$/m);
  assert.equal(JSON.parse(terminal.read("budget.json")).spent.epsilon, 2);
});

test("--show-sql prints the SQL of Spark, and needs no client", async () => {
  const before = terminal.read("budget.json");
  const words = [...address, "--immutable", "--from", "shop.visits", "--show-sql"];
  const { out, err } = await ask(words, "median --column v --domain integers:0,60");
  assert.match(out, /^-- SQL for spark\. Nothing was sent, and nothing is charged\.$/m, err);
  assert.match(out, /Assumed here: v is bigint, person is string\./);
  assert.ok(out.includes(`${spark.probe};\n`));
  assert.match(out, /^DESCRIBE QUERY SELECT \* FROM `shop`\.`visits` AS t;$/m);
  assert.equal(terminal.read("budget.json"), before);
});
