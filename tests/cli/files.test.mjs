// Readers of files: each field is read by its format, and one record never affects another.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { fieldsOf } from "../../build/programs/bin/options.js";
import { questions } from "../../build/programs/bin/questions.js";
import { optionWords } from "../../build/programs/bin/words.js";
import { Cell } from "../../build/programs/demo/files/cells.js";
import { formatOf, formats } from "../../build/programs/demo/files/file-kind.js";
import { readRows } from "../../build/programs/demo/files/formats.js";
import { OneProcess } from "./one-process.mjs";
import { delimited, names, visits } from "./terminal.mjs";
import { workbook } from "./workbook.mjs";

/** @type {OneProcess} */
let terminal;
before(() => {
  terminal = new OneProcess();
});
after(() => terminal.remove());

/** A field of a typed file as text. */
const asShown = (cell) => (cell instanceof Cell ? (cell.text ?? { unread: cell.shown }) : cell);

/** The whole text of a file. */
async function all(source, how) {
  const found = { header: [], rows: [], leftOut: 0 };
  for await (const { header, rows, malformed } of readRows(source, how)) {
    Object.assign(found, { header, leftOut: malformed.count });
    found.rows.push(...rows.map((row) => row.map(asShown)));
  }
  return found;
}

/** A Parquet file with the result of a DuckDB query. */
async function parquet(query, name = "file.parquet") {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${terminal.path(name)}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return new Blob([readFileSync(terminal.path(name))]);
}

test("the file name determines the format, CSV by default", () => {
  const told = {
    "a.csv": "csv",
    "a.TSV": "tsv",
    "a.jsonl": "ndjson",
    "b.ndjson": "ndjson",
    "d.json": "json",
  };
  for (const [name, format] of Object.entries({ ...told, "c.parquet": "parquet", data: "csv" })) {
    assert.equal(formatOf(name), format);
  }
  assert.deepEqual(formats, ["csv", "tsv", "ndjson", "json", "parquet", "xlsx"]);
});

test("in TSV only a tab ends a field, whatever else the first line contains", async () => {
  const { header, rows } = await all("a, b\tc;d\n1, 2\t3;4\n", { format: "tsv" });
  assert.deepEqual(header, ["a, b", "c;d"]);
  assert.deepEqual(rows, [["1, 2", "3;4"]]);
});

// Cause: the first line, which belongs to one person, decided which columns there are.
test("NDJSON returns the requested columns, whatever the first line or any other contains", async () => {
  const lines = [
    '{"d": 5}',
    '{"a": 1, "b": "x", "c": true}',
    "",
    '{"b": "y", "a": null}',
    "[1, 2]",
    '{"a": 1,',
    '"text"',
    '{"a": {"deep": 1}, "b": [2], "__proto__": 3}',
    '{"a": 2.5e3, "b": "é\\n", "c": false}',
  ];
  const rows = [
    [null, null, null],
    [1, "x", true],
    [null, "y", null],
    [{ unread: "{an object}" }, { unread: "[a list]" }, null],
    [2500, "é\n", false],
  ];
  const columns = ["a", "b", "c"];
  for (const first of [[], ["[1]"], ["{}"], ["nothing"], ['{"e": 1}']]) {
    const text = [...first, ...lines].join("\r\n");
    const isRow = first[0]?.startsWith("{");
    assert.deepEqual(await all(text, { format: "ndjson", columns }), {
      header: columns,
      rows: isRow ? [[null, null, null], ...rows] : rows,
      leftOut: first.length + 3 - (isRow ? 1 : 0),
    });
  }
});

// Cause: JavaScript's parser rounds numbers to doubles, which merged many people into one.
test("NDJSON numbers are read by their digits: different numbers stay different, and equal ones are equal", async () => {
  const numbers = [
    ...["9007199254740992", "9007199254740993", "9007199254740994", "-9007199254740993"],
    ...["123456789012345678901234567890", "123456789012345678901234567891"],
    ...["0.1", "0.10000000000000001", "1e400", "1e401", "1e-400", "5e-324", "1e21", "1e22"],
  ];
  const read = async (texts) => {
    const lines = texts.map((text) => `{"id": ${text}}`).join("\n");
    const { rows } = await all(lines, { format: "ndjson", columns: ["id"] });
    return rows.map(([id]) => `${id}`);
  };
  const ids = await read(numbers);
  assert.equal(new Set(ids).size, numbers.length, ids.join());
  assert.deepEqual(ids.slice(0, 4), numbers.slice(0, 4));
  for (const same of [
    ["1", "1.0", "1e0", "10e-1", "0.1e1"],
    ["0", "-0", "0.000", "0e9"],
    ["9007199254740993", "9007199254740993.0", "9.007199254740993e15", "90071992547409930e-1"],
    ["1e400", "10e399", "0.1e401"],
  ]) {
    assert.equal(new Set(await read(same)).size, 1, same.join());
  }
  const long = await read([`1${"0".repeat(500)}`, `1${"0".repeat(499)}1`]);
  assert.notEqual(long[0], long[1]);
});

test("columns of Parquet are read by their declared type, without loss", async () => {
  const file = await parquet(`
    SELECT * FROM (VALUES
      (1::INTEGER, 9007199254740993::BIGINT, 18446744073709551615::UBIGINT, 0.1::DOUBLE, 1.10::DECIMAL(9, 2),
       -12345678901234.56::DECIMAL(18, 2), 12345678901234567890123456789012345678::DECIMAL(38, 0), 'é', TRUE,
       DATE '2026-02-28', TIMESTAMP '2026-02-28 12:30:00.25', TIMESTAMP_NS '1969-12-31 23:59:59.123456789',
       TIMESTAMPTZ '2026-02-28 12:30:00+00', TIME '12:30:00.5', '00000000-0000-4000-8000-000000000001'::UUID, [1, 2]),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    ) AS t("int", "big", "unsigned", "double", "decimal", "long decimal", "wide", "text", "flag", "day", "time",
      "nanos", "zoned", "clock", "uuid", "list")`);
  const { header, rows } = await all(file, { format: "parquet" });
  assert.deepEqual(
    header,
    [
      ...["int", "big", "unsigned", "double", "decimal", "long decimal", "wide", "text", "flag"],
      ...["day", "time", "nanos", "zoned", "clock", "uuid"],
    ],
    "lists are no columns",
  );
  assert.deepEqual(rows, [
    [
      ...[1, 9007199254740993n, 18446744073709551615n, 0.1, "1.10", "-12345678901234.56"],
      ...[
        12345678901234567890123456789012345678n,
        "é",
        true,
        "2026-02-28",
        "2026-02-28 12:30:00.25",
      ],
      ...["1969-12-31 23:59:59.123456789", "2026-02-28 12:30:00+00", "12:30:00.5"],
      "00000000-0000-4000-8000-000000000001",
    ],
    Array(15).fill(null),
  ]);
});

test("Parquet with many row groups is read in order, and only its requested columns", async () => {
  const file = await parquet("SELECT i, i % 7 AS j, 'x' || i AS k FROM range(300000) AS t(i)");
  const { header, rows } = await all(file, { format: "parquet", columns: ["k"] });
  assert.deepEqual(header, ["i", "j", "k"]);
  assert.equal(rows.length, 300_000);
  assert.deepEqual(rows[0], [null, null, "x0"]);
  assert.deepEqual(rows[299_999], [null, null, "x299999"]);
});

test("compressed Parquet is read, and other bytes are rejected", async () => {
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
  await assert.rejects(all(new Blob(["a,b\n1,2\n"]), { format: "parquet" }), /not a Parquet file/);
  await assert.rejects(all(new Blob(["PAR1 is all"])), /Parquet file cannot be read/);
});

test("a table has the same answer in each format", async () => {
  const rows = visits();
  const objects = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  terminal.write("visits.csv", delimited(","));
  terminal.write("visits.tsv", delimited("\t"));
  terminal.write("visits.ndjson", objects.map((row) => JSON.stringify(row)).join("\n"));
  terminal.write("visits.json", JSON.stringify(objects, undefined, 1));
  terminal.write("visits.xlsx", workbook({ Visits: [names, ...rows] }));
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

test("quoted fields may contain line breaks with the option, and stop the command without it", async () => {
  terminal.write("notes.csv", 'person,v,note\na,1,"two\nlines"\nb,1,one\n');
  const asked = "count notes.csv --user person --epsilon 100 --ledger none".split(" ");
  const { status, err } = await terminal.run(...asked);
  assert.equal(status, 2);
  assert.match(err, /^ {2}2 lines are malformed\n {4}line 2: .*\n {4}line 3: .*$/m);
  assert.match(err, /^ {2}--multiline reads quoted fields with line breaks$/m);
  assert.match((await terminal.run(...asked, "--malformed", "drop")).out, /^count\n {2}1\n/);
  assert.match((await terminal.run(...asked, "--multiline")).out, /^count\n {2}2\n/);
});

test("each option of each question has words for the terminal, and no words are unused", () => {
  const used = new Set(questions.flatMap(({ asks }) => Object.keys(fieldsOf(asks))));
  // A guess is a range inside a domain.
  assert.deepEqual([...used, "expect"].sort(), Object.keys(optionWords).sort());
});
