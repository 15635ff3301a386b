// Columns of DuckDB from real queries, by its Node package and by its WebAssembly package (Arrow).
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { columnOf } from "../../../dist/data/values.js";
import {
  bigIntegers,
  boundContributions,
  dates,
  decimals,
  integers,
  load,
  median,
  reals,
  text,
  topK,
} from "../../../dist/index.js";
import { connect } from "../../../dist/worker.js";

const require = createRequire(import.meta.url);
let remote;
let native;
let wasm;

before(async () => {
  await load();
  remote = await connect();
  const instance = await DuckDBInstance.create();
  native = await instance.connect();
  wasm = await connectWasm();
});
after(() => remote?.dispose());

async function connectWasm() {
  const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs");
  const module = (kind) => ({
    mainModule: require.resolve(`@duckdb/duckdb-wasm/dist/duckdb-${kind}.wasm`),
    mainWorker: "",
  });
  const bundles = { mvp: module("mvp"), eh: module("eh") };
  const db = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  return db.connect();
}

/** The first column of a query, in the form of each package. */
const engines = {
  "node-api, all columns": async (sql) => (await native.runAndReadAll(sql)).getColumns()[0],
  "node-api, a vector": async (sql) => {
    const chunk = await (await native.run(sql)).fetchChunk();
    return chunk.getColumnVector(0);
  },
  "duckdb-wasm": async (sql) => wasm.query(sql).getChildAt(0),
};

const year = dates("2026-01-01", "2026-12-31", "millisecond");
const noon = new Date("2026-03-04T12:00:00.123Z");
const midnight = new Date("2026-03-04T00:00:00Z");
const second = new Date("2026-03-04T12:00:00Z");

/** SQL of a value, the domain for reading it, and the expected result. */
const values = [
  ["7::tinyint", reals(), 7],
  ["70000::integer", integers(0, 100000), 70000],
  ["9007199254740993::bigint", integers(0n, 2n ** 60n), 9007199254740993n],
  ["18446744073709551615::ubigint", integers(0n, 2n ** 64n - 1n), 2n ** 64n - 1n],
  ["1.5::float", reals(), 1.5],
  ["0.1::double", reals(), 0.1],
  ["12.34::decimal(4,2)", reals(), 12.34],
  ["12.34::decimal(9,2)", decimals(0, 100, 2), 12.34],
  ["12345678.25::decimal(18,2)", reals(), 12345678.25],
  // biome-ignore lint/correctness/noPrecisionLoss: the test expects the double nearest to the decimal
  ["123456789012345678901234567890.5::decimal(38,1)", reals(), 123456789012345678901234567890.5],
  ["12.5::decimal(18,1)", integers(0, 100), 12],
  ["170141183460469231731687303715884105727::hugeint", bigIntegers(127), 2n ** 127n - 1n],
  ["7::hugeint", integers(0, 9), 7],
  ["date '2026-03-04'", year, midnight],
  ["timestamp '2026-03-04 12:00:00.123456'", year, noon],
  ["timestamp_s '2026-03-04 12:00:00'", year, second],
  ["timestamp_ms '2026-03-04 12:00:00.123'", year, noon],
  ["timestamp_ns '2026-03-04 12:00:00.123456789'", year, noon],
  ["timestamptz '2026-03-04 12:00:00.123+00'", year, noon],
  ["timestamp 'infinity'", year, new Date("2026-12-31T00:00:00Z")],
  ["'Åse'", text(8), { text: "Åse", after: false }],
  ["'low'::enum('low', 'high')", text(8), { text: "low", after: false }],
];

/** Two of three rows have the value: nulls lie between them. */
const rows = (sql) => `select case when i % 3 = 0 then null else ${sql} end from range(1500) t(i)`;

/** How many values the core draws from: numbers may have NaNs among them, which it drops. */
function presentIn({ data }, domain) {
  if (domain.core.type === "text") return data.length;
  const words = { bigIntegers: 2 }[domain.core.type] ?? 1;
  return data.filter((word) => !Number.isNaN(word)).length / words;
}

test("every type is read as its value without nulls, in the main entry and in the worker", async () => {
  for (const [engine, column] of Object.entries(engines)) {
    for (const [sql, domain, expected] of values) {
      const given = await column(rows(sql));
      const read = columnOf(given, domain, "clamp");
      assert.equal(presentIn(read, domain), 1000, `${engine}: ${sql}`);
      assert.equal(read.records, 1500);
      const options = { epsilon: 1, domain, ...(domain.pack && { delta: 1e-6 }) };
      assert.deepEqual(median(given, options).value, expected, `${engine}: ${sql}`);
      const there = await remote.median(given, options);
      assert.deepEqual(there.value, expected, `${engine} in the worker: ${sql}`);
    }
  }
});

test("unsupported types are rejected by name", async () => {
  const refused = ["time '10:00:00'", "interval 1 day", "[1, 2]", "{'a': 1}", "'ab'::blob"];
  for (const [engine, column] of Object.entries(engines)) {
    for (const sql of refused) {
      const given = await column(rows(sql));
      for (const domain of [reals(), year, text(8), bigIntegers(64)]) {
        assert.throws(
          () => columnOf(given, domain, "clamp"),
          ({ name, message }) =>
            name === "TypeError" && /DuckDB\w+Value|an Arrow column of/.test(message),
          `${engine}: ${sql}`,
        );
      }
    }
    const day = await column(rows("date '2026-03-04'"));
    assert.throws(() => columnOf(day, reals(), "clamp"), /points in time \(in days\)/, engine);
    const whole = await column(rows("7::bigint"));
    assert.throws(() => columnOf(whole, reals(), "clamp"), /convert them with Number/, engine);
  }
});

test("columns of mixed kinds of values are rejected", async () => {
  const [first] = (await native.runAndReadAll("select 1.5::decimal(4,1)")).getColumns()[0];
  const [finer] = (await native.runAndReadAll("select 1.55::decimal(4,2)")).getColumns()[0];
  const message = /all of one type/;
  assert.throws(() => columnOf([first, finer], reals(), "clamp"), { name: "TypeError", message });
  assert.throws(() => columnOf([first, 1.5], reals(), "clamp"), { name: "TypeError", message });
});

test("rows with users and items of a query: a null user is no user", async () => {
  const sql = `select case when i % 4 = 0 then null else i // 2 end u, 'item ' || i % 2 c
    from range(4000) t(i)`;
  const [users, items] = (await native.runAndReadAll(sql)).getColumns();
  const table = wasm.query(sql);
  const pairs = [
    [users, items],
    [table.getChild("u"), table.getChild("c")],
  ];
  for (const [u, c] of pairs) {
    const { values: named, counts } = boundContributions({ users: u, items: c }, { perUser: 2 });
    assert.deepEqual(Object.fromEntries(named.map((name, i) => [name, counts[i]])), {
      "item 0": 1000,
      "item 1": 2000,
    });
    const top = await remote.topK(
      { users: u, items: c },
      { k: 2, epsilon: 1, delta: 1e-6, perUser: 1 },
    );
    assert.equal(top.items[0].item, "item 1");
  }
  const grouped = "select 'item ' || i % 2 c, count(*)::hugeint n from range(4001) t(i) group by 1";
  const counted = wasm.query(grouped);
  for (const [values, counts] of [
    (await native.runAndReadAll(grouped)).getColumns(),
    [counted.getChild("c"), counted.getChild("n")],
  ]) {
    const { items: found } = topK({ values, counts }, { k: 2, epsilon: 1, delta: 1e-6 });
    assert.deepEqual(new Set(found.map(({ item }) => item)), new Set(["item 0", "item 1"]));
  }
});
