// Who a row of a file belongs to, by exact laws: a sum over two people whose ids are neighbours beyond 2^53 has the
// law of two people, and without one of them the law of the other, in every format and by both readers.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { integers, load, table } from "../../build/enumerating/index.js";
import { notationsOf } from "../../build/programs/bin/notations.js";
import { readTable } from "../../build/programs/bin/read-table.js";
import { readTable as readInPage } from "../../build/programs/demo/data/read-table.js";
import { workbook } from "../cli/workbook.mjs";
import { keeps } from "./divergence.mjs";
import { enumerate } from "./enumerate.mjs";

let folder;
let connection;
before(async () => {
  await load();
  folder = mkdtempSync(join(tmpdir(), "logstar-laws-"));
  connection = await (await DuckDBInstance.create()).connect();
});
after(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true });
});

const epsilon = 1;
const ids = [9007199254740992n, 9007199254740993n];
const amounts = [3, 4];

/** The law of the sum of people's totals, each within 0 and 5: two merged people would have 5, not 7. */
const lawOf = ({ values, users }) =>
  enumerate(
    () =>
      table({ values, users }, { user: "users" }).sum("values", { epsilon, domain: integers(0, 5) })
        .value,
  );

/** The columns of a file as the command line reads them. */
async function byCommand(path, person, { unreadable } = {}) {
  const wanted = {
    values: { column: "v", flag: "--column", cells: "number" },
    users: { column: person, flag: "--user", cells: "user" },
  };
  const { columns } = await readTable(path, wanted, {
    notationOf: notationsOf({ unreadable }, ["v", person]),
    onProgress() {},
  });
  return columns;
}

/** And as the page does. */
async function byPage(path, person) {
  const { columns } = await readInPage(new File([readFileSync(path)], path), { person });
  const named = (name) => columns.find((column) => column.name === name);
  const codes = named(person).codes;
  const users = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
  return { values: named("v").numbers, users };
}

/** Writes a file of rows with an id and an amount each. */
function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function parquet(name, rows, id) {
  const path = join(folder, name);
  const selects = rows.map(([one, v]) => `SELECT ${id(one)} AS person, ${v} AS v`);
  await connection.run(`COPY (${selects.join(" UNION ALL ")}) TO '${path}' (FORMAT parquet)`);
  return path;
}

const lines = (rows, line) => rows.map(line).join("\n");
const objects = (rows) => rows.map(([id, v]) => `{"person": {"id": ${id}}, "v": ${v}}`);
const csv = (rows) => `person,v\n${lines(rows, (row) => row.join(","))}\n`;

/** Each writes rows of an id and an amount, and returns the path. */
const formats = {
  csv: (rows) => file("ids.csv", csv(rows)),
  tsv: (rows) => file("ids.tsv", `person\tv\n${lines(rows, (row) => row.join("\t"))}\n`),
  "csv.gz": (rows) => file("ids.csv.gz", gzipSync(csv(rows))),
  "csv in UTF-16": (rows) => file("wide.csv", Buffer.from(`\ufeff${csv(rows)}`, "utf16le")),
  ndjson: (rows) => file("ids.ndjson", objects(rows).join("\n")),
  json: (rows) => file("ids.json", `[${objects(rows).join(", ")}]`),
  xlsx: (rows) =>
    file("ids.xlsx", workbook({ S: [["person", "v"], ...rows.map(([id, v]) => [`${id}`, v])] })),
  // Odd numbers: an even one may be what a program has rounded, and names nobody.
  "xlsx of digits": (rows) =>
    file(
      "digits.xlsx",
      workbook({
        S: [["person", "v"], ...rows.map(([id, v]) => [2n * id - 9007199254740991n, v])],
      }),
    ),
  "Parquet of BIGINT": (rows) => parquet("bigint.parquet", rows, (id) => `${id}::BIGINT`),
  "Parquet of DECIMAL": (rows) => parquet("decimal.parquet", rows, (id) => `${id}::DECIMAL(38, 0)`),
  "Parquet of TIMESTAMP": (rows) =>
    parquet("micros.parquet", rows, (id) => `make_timestamp(${id}::BIGINT)`),
  "Parquet of text": (rows) => parquet("text.parquet", rows, (id) => `'${id}'`),
};

const personIn = (format) => (/json/.test(format) ? "person.id" : "person");

function assertSame(law, expected, words) {
  assert.deepEqual([...law.mass.keys()].sort(), [...expected.mass.keys()].sort(), words);
  for (const [output, mass] of expected.mass) assert.equal(law.mass.get(output), mass, words);
}

test("two people with neighbouring ids have the law of two people, and one of them that of one", async () => {
  const both = await lawOf({ values: amounts, users: ["a", "b"] });
  const alone = amounts.map((v) => lawOf({ values: [v], users: ["a"] }));
  const merged = await lawOf({ values: amounts, users: ["a", "a"] });
  assert.throws(() => assertSame(merged, both), "the law tells two people from one");
  const rows = ids.map((id, i) => [id, amounts[i]]);
  for (const [format, write] of Object.entries(formats)) {
    for (const read of [byCommand, byPage]) {
      const lawIn = async (some) => lawOf(await read(await write(some), personIn(format)));
      const words = `${format}, ${read.name}`;
      const law = await lawIn(rows);
      assertSame(law, both, words);
      for (const [left, other] of [
        [0, 1],
        [1, 0],
      ]) {
        const without = await lawIn([rows[other]]);
        assertSame(without, await alone[other], `${words}, without ${ids[left]}`);
        assert.ok(keeps(law, without, { epsilon, delta: 0 }), words);
      }
    }
  }
});

test("rows of an unreadable id have no effect on the law, and another id is not read as theirs", async () => {
  const alone = await lawOf({ values: [amounts[0]], users: ["a"] });
  const [kept] = ids.map((id, i) => [id, amounts[i]]);
  const cases = {
    "a list": ["ids.ndjson", `${objects([kept])[0]}\n{"person": {"id": [${ids[0]}]}, "v": 4}\n`],
    "an object": [
      "ids.ndjson",
      `{"person": {"id": {"id": ${ids[0]}}}, "v": 4}\n${objects([kept])[0]}\n`,
    ],
    "a list in an array": ["ids.json", `[{"person": {"id": [1]}, "v": 4}, ${objects([kept])[0]}]`],
    "a formula's error": [
      "ids.xlsx",
      workbook({
        S: [
          ["person", "v"],
          [`${kept[0]}`, kept[1]],
          [{ error: "#N/A" }, 4],
        ],
      }),
    ],
  };
  for (const [words, [name, content]] of Object.entries(cases)) {
    const path = file(name, content);
    const person = /json/.test(name) ? "person.id" : "person";
    await assert.rejects(byCommand(path, person), /1 of 2 cells cannot be read as a name/, words);
    for (const read of [byCommand, byPage]) {
      const law = await lawOf(await read(path, person, { unreadable: ["drop"] }));
      assertSame(law, alone, `${words}, ${read.name}`);
    }
  }
  // DuckDB writes its widest whole numbers as doubles, where two ids are one number: neither may be a user.
  const path = join(folder, "huge.parquet");
  const selects = ids.map((id, i) => `SELECT ${id}::HUGEINT AS person, ${amounts[i]} AS v`);
  const rest = `SELECT 7::HUGEINT AS person, ${kept[1]} AS v`;
  await connection.run(
    `COPY (${[...selects, rest].join(" UNION ALL ")}) TO '${path}' (FORMAT parquet)`,
  );
  await assert.rejects(byCommand(path, "person"), /2 of 3 cells cannot be read as a name/);
  for (const read of [byCommand, byPage]) {
    assertSame(await lawOf(await read(path, "person", { unreadable: ["drop"] })), alone, read.name);
  }
});

test("bytes that are not text are refused, as they would merge neighbours into one", async () => {
  const rows = [
    ["Ren\xe9", 3],
    ["Ren\xe8", 4],
  ];
  const path = file("names.csv", Buffer.from(csv(rows), "latin1"));
  const wanted = { users: { column: "person", flag: "--user", cells: "user" } };
  const how = { notationOf: notationsOf({}, []), onProgress() {} };
  await assert.rejects(readTable(path, wanted, how), /line 2 holds bytes that are not UTF-8/);
  await assert.rejects(byPage(path, "person"), /line 2 holds bytes that are not UTF-8/);
  const { columns } = await readTable(
    path,
    { ...wanted, values: { column: "v", flag: "--column", cells: "number" } },
    { ...how, encoding: "windows-1252" },
  );
  assertSame(await lawOf(columns), await lawOf({ values: amounts, users: ["a", "b"] }), "Latin-1");
});
