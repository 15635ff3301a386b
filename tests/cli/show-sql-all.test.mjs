// Every question of the command line as SQL: by `--show-sql`, and by `plan.sql` in every dialect.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { questions } from "../../build/programs/bin/questions.js";
import { showSql } from "../../build/programs/bin/show-sql.js";
import { integers, load } from "../../dist/index.js";
import { dialects } from "../../dist/sql/options.js";
import { StandIn } from "../../dist/sql/stand-in.js";
import { sqlTable } from "../../dist/sql.js";
import { OneProcess } from "./one-process.mjs";

/** @type {OneProcess} */
let terminal;
before(async () => {
  await load();
  terminal = new OneProcess();
});
after(() => terminal.remove());

const inEngines = questions.filter(({ name }) => name !== "learn-threshold");

/** Whose rows, and of which groups. */
const whose = ["--user person", "--user none"];
const grouped = ["", "--group-by town --groups north,south", "--group-by town --groups private"];

/** By group these are told how many groups of a person count. */
const perGroup = ["count", "sum", "histogram"];

const shown = (engine, { name, example }, more) =>
  terminal.run(
    ...`${name} ${example} --epsilon 1 --ledger none --show-sql --from visits ${more}`
      .split(" ")
      .filter(Boolean),
    ...engine,
  );

const engines = { duckdb: ["--duckdb"], postgres: ["--postgres", "postgresql://nobody@host/none"] };

// Cause: an answer about all items was read as if each table had one, and `--user none` without a column found none.
for (const [name, engine] of Object.entries(engines)) {
  test(`--show-sql prints the SQL of every question, for ${name}`, async () => {
    for (const question of inEngines) {
      for (const groups of question.isOfAll ? [""] : grouped) {
        for (const user of whose) {
          const hasDelta = groups.endsWith("private") && !question.example.includes("--delta");
          const perUser = groups !== "" && perGroup.includes(question.name) ? "--per-user 1" : "";
          const line = `${user} ${groups} ${hasDelta ? "--delta 1e-6" : ""} ${perUser}`;
          const { status, out, err } = await shown(engine, question, line);
          if (user.endsWith("none") && status === 2) {
            assert.match(err, /^logstar: .*(user|person)/, `${question.name} ${line}`);
            continue;
          }
          assert.equal(err, "", `${question.name} ${line}`);
          assert.equal(status, 0);
          assert.match(out, /^-- SQL for [\s\S]*\nWITH [\s\S]*FROM "visits"/);
        }
      }
    }
  });
}

test("--show-sql rejects the question that no engine answers", async () => {
  const question = questions.find(({ name }) => name === "learn-threshold");
  const { status, err } = await shown(engines.duckdb, question, "--user person");
  assert.equal(status, 2);
  assert.match(
    err,
    /^logstar: a table in an engine must be asked for median, .*, got learnThreshold/,
  );
});

// Cause: once a private group was found, each error passed for the lack of rows that ends some questions.
test("--show-sql shows an error that comes after a private group was found", async () => {
  const asked = { people: "person", by: ["town"], isPrivate: true };
  const { load: loadPackage } = await import("logstar"); // which the program asks
  await loadPackage();
  const ask = async (table) => {
    await table.groupBy("town", "private").count({ epsilon: 100, delta: 0.5, perUser: 1 });
    await table.findBounds("salary", { epsilon: 1 });
  };
  await assert.rejects(showSql({ duckdb: "", from: "visits" }, asked, ask), {
    name: "TypeError",
    message: /salary/,
  });
});

const types = {
  duckdb: { v: "DOUBLE", town: "VARCHAR", person: "VARCHAR" },
  postgres: { v: "double precision", town: "text", person: "text" },
  spark: { v: "double", town: "string", person: "string" },
};

const epsilon = 1;
const ranked = { epsilon, domain: integers(0, 9) };

/** The call of each question: its columns and arguments, and its options. */
const calls = {
  median: ["v", ranked],
  quantile: ["v", 0.9, ranked],
  quantiles: ["v", [0.25, 0.75], ranked],
  interiorPoint: ["v", ranked],
  count: [{ epsilon }],
  sum: ["v", ranked],
  mean: ["v", ranked],
  variance: ["v", ranked],
  standardDeviation: ["v", ranked],
  countDistinct: ["town", { epsilon, perUser: 3 }],
  findBounds: ["v", { epsilon }],
  histogram: ["v", { epsilon, edges: [1, 5] }],
  topK: ["town", { epsilon, delta: 1e-6, k: 3, perUser: 3 }],
};

/** The salts of hashes are new each time. */
const withoutSalt = (sql) => sql.replaceAll(/'[0-9a-f]{32}'/g, "'salt'");

for (const dialect of Object.keys(types)) {
  test(`plan.sql has the first queries of every question in ${dialect}, which an answer sends`, async () => {
    assert.deepEqual(Object.keys(calls).toSorted(), inEngines.map(({ asks }) => asks).toSorted());
    const { begin } = dialects[dialect];
    const before = begin === undefined ? 0 : 1;
    for (const [asks, call] of Object.entries(calls)) {
      const named = [...(typeof call[0] === "string" ? [call[0]] : []), "person"];
      const engine = new StandIn(dialects[dialect], {
        named,
        types: named.map((name) => types[dialect][name]),
      });
      const table = sqlTable(engine.run, {
        ...{ from: "visits", dialect, user: "person", immutable: begin === undefined },
      });
      const unknown = await table.plan.sql[asks](...call);
      assert.equal(unknown.length, before + 3, asks);
      assert.deepEqual(engine.sent, []);
      await table[asks](...call);
      const known = (await table.plan.sql[asks](...call)).map(withoutSalt);
      const sent = engine.sent.slice(0, before + 4).map(withoutSalt);
      // Without transactions an engine is asked about the table once.
      assert.deepEqual(known, begin === undefined ? sent.slice(3) : sent, asks);
      assert.deepEqual(unknown, sent.slice(0, before + 3));
      assert.match(known.at(-1), /^WITH /);
    }
  });
}
