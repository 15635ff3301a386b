// Readers of files: each field as its format has it, and one record never a matter of another one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { fieldsOf } from "../../bin/options.js";
import { questions } from "../../bin/questions.js";
import { optionWords } from "../../bin/words.js";
import { formatOf, formats, readRows } from "../../demo/files/formats.js";
import { OneProcess } from "./one-process.mjs";
import { delimited, names, visits } from "./terminal.mjs";

/** @type {OneProcess} */
let terminal;
before(() => {
  terminal = new OneProcess();
});
after(() => terminal.remove());

/** All of a file. */
async function all(source, how) {
  const found = { header: [], rows: [], leftOut: 0 };
  for await (const { header, rows, leftOut } of readRows(source, how)) {
    Object.assign(found, { header, leftOut });
    found.rows.push(...rows);
  }
  return found;
}

/** A Parquet file of what DuckDB answers. */
async function parquet(query, name = "file.parquet") {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${terminal.path(name)}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return new Blob([readFileSync(terminal.path(name))]);
}

test("a file's name tells its format, and CSV is what none tells", () => {
  const told = { "a.csv": "csv", "a.TSV": "tsv", "a.jsonl": "ndjson", "b.ndjson": "ndjson" };
  for (const [name, format] of Object.entries({ ...told, "c.parquet": "parquet", data: "csv" })) {
    assert.equal(formatOf(name), format);
  }
  assert.deepEqual(formats, ["csv", "tsv", "ndjson", "parquet"]);
});

test("in TSV a tab ends a field, whatever else the first line holds", async () => {
  const { header, rows } = await all("a, b\tc;d\n1, 2\t3;4\n", { format: "tsv" });
  assert.deepEqual(header, ["a, b", "c;d"]);
  assert.deepEqual(rows, [["1, 2", "3;4"]]);
});

test("of NDJSON a line that is no object is left out, alone; a field that is missing is null", async () => {
  const text = [
    '{"a": 1, "b": "x", "c": true}',
    "",
    '{"b": "y", "d": 5, "a": null}',
    "[1, 2]",
    '{"a": 1,',
    '"text"',
    '{"a": {"deep": 1}, "b": [2], "__proto__": 3}',
    '{"a": 2.5e3, "b": "é\\n", "c": false}',
  ].join("\r\n");
  assert.deepEqual(await all(text, { format: "ndjson" }), {
    header: ["a", "b", "c"],
    rows: [
      [1, "x", true],
      [null, "y", null],
      [null, null, null],
      [2500, "é\n", false],
    ],
    leftOut: 3,
  });
  for (const first of ["[1]\n", "{}\n", "nothing\n"]) {
    await assert.rejects(all(first, { format: "ndjson" }), /first line has to name the columns/);
  }
});

test("columns of Parquet are read by their declared type", async () => {
  const file = await parquet(`
    SELECT * FROM (VALUES
      (1::INTEGER, 9007199254740993::BIGINT, 18446744073709551615::UBIGINT, 0.1::DOUBLE, 1.1::DECIMAL(9, 2),
       -12345678901234.56::DECIMAL(18, 2), 'é', TRUE, DATE '2026-02-28', TIMESTAMP '2026-02-28 12:30:00.25', [1, 2]),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    ) AS t("int", "big", "unsigned", "double", "decimal", "long decimal", "text", "flag", "day", "time", "list")`);
  const { header, rows } = await all(file, { format: "parquet" });
  const single = ["int", "big", "unsigned", "double", "decimal", "long decimal", "text", "flag"];
  assert.deepEqual(header, [...single, "day", "time"], "lists are no columns");
  assert.deepEqual(rows, [
    [
      ...[1, 9007199254740993n, 18446744073709551615n, 0.1, 1.1, -12345678901234.56, "é", true],
      ...[new Date("2026-02-28"), new Date("2026-02-28T12:30:00.250Z")],
    ],
    Array(10).fill(null),
  ]);
});

test("of Parquet in many groups of rows only what is asked for is read, in order", async () => {
  const file = await parquet("SELECT i, i % 7 AS j, 'x' || i AS k FROM range(300000) AS t(i)");
  const { header, rows } = await all(file, { format: "parquet", columns: ["k"] });
  assert.deepEqual(header, ["i", "j", "k"]);
  assert.equal(rows.length, 300_000);
  assert.deepEqual(rows[0], [null, null, "x0"]);
  assert.deepEqual(rows[299_999], [null, null, "x299999"]);
});

test("compressed Parquet is read, and what is no Parquet is refused", async () => {
  for (const codec of ["snappy", "gzip", "zstd", "brotli", "lz4_raw"]) {
    const name = `${codec}.parquet`;
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const query = "SELECT i % 10 AS i FROM range(2000) AS t(i)";
    await connection.run(
      `COPY (${query}) TO '${terminal.path(name)}' (FORMAT parquet, COMPRESSION ${codec})`,
    );
    connection.closeSync();
    instance.closeSync();
    const { rows } = await all(new Blob([readFileSync(terminal.path(name))]), {
      format: "parquet",
    });
    assert.equal(rows.length, 2000, codec);
  }
  await assert.rejects(all(new Blob(["a,b\n1,2\n"]), { format: "parquet" }), /no Parquet file/);
});

test("one table gives one answer in each format", async () => {
  const rows = visits();
  const objects = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  terminal.write("visits.csv", delimited(","));
  terminal.write("visits.tsv", delimited("\t"));
  terminal.write("visits.ndjson", objects.map((row) => JSON.stringify(row)).join("\n"));
  const quoted = terminal.path("visits.csv");
  await parquet(`SELECT * FROM read_csv('${quoted}')`, "visits.parquet");
  const asked = "--column minutes --domain integers:0,120 --user person --group-by town".split(" ");
  const surely = "--groups north,south --epsilon 100 --ledger none".split(" ");
  for (const format of formats) {
    const { groups } = await terminal.json("median", `visits.${format}`, ...asked, ...surely);
    assert.deepEqual(groups, [
      { group: "north", value: 40 },
      { group: "south", value: 90 },
    ]);
    const edges = "--column day --edges 2026-02-01 --user person --epsilon 100 --ledger none";
    const { value } = await terminal.json("histogram", `visits.${format}`, ...edges.split(" "));
    assert.deepEqual(
      value.map((bin) => Math.round(bin.count)),
      [500, 500],
      format,
    );
  }
});

test("a line that is not well formed costs itself only, and the terminal says how many there were", async () => {
  const lines = delimited(",").split("\n");
  lines.splice(500, 0, 'p1,"north,40,2026-01-15,no', "too,few");
  terminal.write("broken.csv", lines.join("\n"));
  const asked = "count broken.csv --user person --epsilon 100 --ledger none".split(" ");
  const { out, err } = await terminal.run(...asked);
  assert.match(out, /^count\n {2}1000\n/);
  assert.match(err, /^2 lines were left out as not well formed, beside 2,000 rows\.$/m);
});

test("empty cells and what is no number do not count, cell by cell", async () => {
  const cells = ["", "  ", "none", "0x", "NaN", "1e400", " 7 "];
  const rows = cells.map((cell, i) => `p${i},${cell}`);
  const all = Array.from({ length: 200 }, (_, i) => `q${i},7`);
  terminal.write("odd.csv", ["person,v", ...rows, ...all].join("\n"));
  const asked =
    "histogram odd.csv --column v --edges 0,10 --user person --epsilon 100 --ledger none";
  const { value } = await terminal.json(...asked.split(" "));
  // Infinity lies above the last edge.
  assert.deepEqual(
    value.map(({ count }) => Math.round(count) + 0), // of -0.1 it is -0
    [0, 201, 1],
  );
});

test("quoted fields hold line breaks if that is said, and cost the line if not", async () => {
  terminal.write("notes.csv", 'person,v,note\na,1,"two\nlines"\nb,1,one\n');
  const asked = "count notes.csv --user person --epsilon 100 --ledger none".split(" ");
  assert.match((await terminal.run(...asked)).out, /^count\n {2}1\n/);
  assert.match((await terminal.run(...asked, "--multiline")).out, /^count\n {2}2\n/);
});

test("each option of each question has words for a terminal, and none has words in vain", () => {
  const used = new Set(questions.flatMap(({ asks }) => Object.keys(fieldsOf(asks))));
  assert.deepEqual([...used].sort(), Object.keys(optionWords).sort());
});
