// Kinds of files and their encodings, through the command line and the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readNames, readTable } from "../../build/programs/demo/data/read-table.js";
import { answered, made, parquet, stopped, terminal } from "./asked-files.mjs";
import { columnIn, people } from "./both-readers.mjs";

const latin = (text) => Buffer.from(text, "latin1");

// Regression: bytes that are not UTF-8 became one letter, so that 2,000 names counted as 500.
test("names in another encoding are an error that names the line, and are read if the encoding is given", async () => {
  const names = ["é", "è", "ê", "ë"].flatMap((letter) => people(50).map((i) => `Jos${letter}${i}`));
  const content = latin(`person,v\n${names.map((name) => `${name},1`).join("\n")}\n`);
  const file = made("latin.csv", content);
  const { status, err } = await stopped("count latin.csv --user person");
  assert.equal(status, 2);
  assert.match(
    err,
    /^logstar: latin\.csv cannot be read: line 2 holds bytes that are not UTF-8; --encoding windows-1252 /,
  );
  assert.equal(
    (await answered("count latin.csv --user person --encoding windows-1252")).value,
    "200",
  );
  await assert.rejects(
    readTable(file),
    /^Error: latin\.csv cannot be read: line 2 holds .*Choose its encoding/,
  );
  const { labels } = await columnIn(file, "person", { encoding: "windows-1252" });
  assert.equal(labels.length, 200);
  const { err: unknown } = await stopped("count latin.csv --user person --encoding latin-9000");
  assert.match(unknown, /^logstar: --encoding must be a label of the Encoding Standard/);
  const dropped = await answered("count latin.csv --user person --malformed drop");
  assert.equal(dropped.value, "0");
  assert.match(dropped.err, /^Skipped 200 malformed lines/m);
});

test("text in UTF-16 is read by its byte order mark, and by name without one", async () => {
  const text = `person,v\n${people(100)
    .map((i) => `ü${i},1`)
    .join("\n")}\n`;
  const file = made("wide.csv", Buffer.from(`\ufeff${text}`, "utf16le"));
  assert.equal((await answered("count wide.csv --user person")).value, "100");
  assert.equal((await readTable(file)).rows, 100);
  const bare = made("bare.csv", Buffer.from(text, "utf16le"));
  const { err } = await stopped("count bare.csv --user person");
  assert.match(
    err,
    /its first line contains zero bytes, .* UTF-16 text without a mark; .*utf-16le/,
  );
  await assert.rejects(readNames(bare, {}), /UTF-16 text without a mark/);
  assert.equal((await answered("count bare.csv --user person --encoding utf-16le")).value, "100");
});

// Cause: every file that was not Parquet was read as CSV: a JSON array counted as 826 people, a picture as 20.
test("an unsupported kind of file is rejected by name, with the remedy, in command line and page", async () => {
  const csv = "person\na\n";
  const zip = (name) => Buffer.from(`PK\u0003\u0004\u0014\u0000\u0006\u0000${name}`, "latin1");
  const cases = {
    "a.csv": ['["person", "a"]', /a JSON array of lists or values; write an array of objects/],
    "c.json": ['{\n  "person": 1\n}\n', /a JSON object of several lines; .*jq -c \./],
    "d.csv": [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /a picture, not a table/],
    "e.csv.gz": [gzipSync(gzipSync(csv)), /packed by gzip twice; unpack it first \(gunzip\)/],
    "t.csv.gz": [gzipSync(csv).subarray(0, 15), /damaged; its packing ends too early/],
    "u.csv.gz": [csv, /called a packed file, but is not one/],
    "v.json": [csv, /called JSON, but is not/],
    "f.xlsx": [zip("[Content_Types].xml"), /a workbook that cannot be read; .*; save it as CSV/],
    "g.csv": [zip("xl/workbook.xml"), /a workbook that cannot be read/],
    "h.ods": [
      zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
      /an OpenDocument sheet; save it as .xlsx or CSV/,
    ],
    "i.zip": [zip("data.csv"), /a zip archive; unpack/],
    "j.xls": [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /an old Excel workbook \(\.xls\)/],
    "k.arrow": ["ARROW1\u0000\u0000", /an Arrow file; save it as Parquet/],
    "l.txt": ["%PDF-1.7\n", /a PDF/],
    "m.db": ["SQLite format 3\u0000", /a SQLite database/],
    "n.csv": ["<!DOCTYPE html>\n<table>", /HTML or XML/],
    "o.parquet": [csv, /not a Parquet file/],
    "p.xlsx": [csv, /called a workbook, but is not one/],
    "q.avro": ["Obj\u0001", /an Avro file/],
    "r.bin": [Buffer.from([1, 0, 0, 0, 7]), /of an unsupported kind/],
    "s.csv": [Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), /UTF-32/],
  };
  for (const [name, [content, message]] of Object.entries(cases)) {
    const file = made(name, content);
    const { status, err } = await stopped(`count ${name} --user person`);
    assert.equal(status, 2, name);
    assert.ok(err.startsWith(`logstar: ${name} cannot be read: the file is `), err);
    assert.match(err, message);
    await assert.rejects(readNames(file, {}), { message });
  }
});

test("the first bytes of a file determine its kind before its name does", async () => {
  await parquet("real.parquet", "SELECT 'p' || i AS person FROM range(50) AS t(i)");
  const file = made("called.csv", readFileSync(terminal.path("real.parquet")));
  assert.equal((await answered("count called.csv --user person")).value, "50");
  assert.equal((await readTable(file)).rows, 50);
  const objects = made(
    "objects.json",
    people(50)
      .map((i) => `{"person": ${i}}`)
      .join("\n"),
  );
  assert.equal((await answered("count objects.json --user person")).value, "50");
  assert.equal((await readTable(objects)).rows, 50);
});

test("a first line of NDJSON that another person could have written costs only itself", async () => {
  const rest = people(100).map((i) => `{"person": "p${i}", "v": 1}`);
  const sum =
    "sum first.ndjson --column v --domain integers:0,9 --user person --malformed drop --unreadable drop";
  for (const first of [
    "[1, 2]",
    "{}",
    '{"other": 1}',
    "oops",
    '{"person": ["p1"], "v": 9}',
    '{"v": 9',
  ]) {
    const file = made("first.ndjson", [first, ...rest].join("\n"));
    assert.equal((await answered(sum)).value, "100", first);
    const { rows, malformed, columns } = await readTable(file, { person: "person" });
    assert.equal(rows + malformed.count, 101);
    assert.equal(columns.find(({ name }) => name === "person").labels.length, 100, first);
  }
});

test("an unknown field of NDJSON is an error that lists the fields", async () => {
  made(
    "typo.ndjson",
    people(50)
      .map((i) => `{"person": ${i}, "v": 1}`)
      .join("\n"),
  );
  const { status, err } = await stopped("count typo.ndjson --user persn");
  assert.equal(status, 2);
  assert.match(err, / {2}persn \(--user\): no object has this field; the fields are person, v\n/);
});
