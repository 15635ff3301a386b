// Realistic files, through the command line and the page. The user of a row is read exactly, and unread cells
// are reported before the charge.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { readNames, readTable } from "../../build/programs/demo/data/read-table.js";
import { BothReaders, columnIn, people } from "./both-readers.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

const ask = (...args) => terminal.ask(...args);
const stopped = (...args) => terminal.stopped(...args);
const answered = (...args) => terminal.answered(...args);
const made = (name, content) => terminal.made(name, content);
const parquet = (name, query) => terminal.parquet(name, query);

/** 2,000 people with neighbouring ids of 64 bits, and the same without one of them: each has 5. */
const ids = (count) => people(count).map((i) => `${9007199254740992n + BigInt(i)}`);

// Regression: doubles, milliseconds and replacement letters merged many people into one.
test("neighbouring ids stay different people in every format, so that one person moves a sum by their own value", async () => {
  const lines = (count, line) => ids(count).map(line).join("\n");
  const rows = (count, id) => `SELECT ${id} AS person, 5 AS v FROM range(${count}) AS t(i)`;
  const cases = {
    "ids.csv": (count) => made("ids.csv", `person,v\n${lines(count, (id) => `${id},5`)}\n`),
    "ids.tsv": (count) => made("ids.tsv", `person\tv\n${lines(count, (id) => `${id}\t5`)}\n`),
    "ids.ndjson": (count) =>
      made(
        "ids.ndjson",
        lines(count, (id) => `{"person": ${id}, "v": 5}`),
      ),
    "ids.json": (count) => {
      const objects = lines(count, (id) => `{"person": {"id": ${id}}, "v": 5}`);
      return made("ids.json", `[${objects.replaceAll("\n", ",\n")}]`);
    },
    "ids.csv.gz": (count) =>
      made("ids.csv.gz", gzipSync(`person,v\n${lines(count, (id) => `${id},5`)}\n`)),
    "reals.ndjson": (count) =>
      made(
        "reals.ndjson",
        lines(count, (id) => `{"person": 0.${id}, "v": 5}`),
      ),
    "bigint.parquet": (count) => parquet("bigint.parquet", rows(count, "9007199254740992 + i")),
    "decimal.parquet": (count) =>
      parquet("decimal.parquet", rows(count, "(10::DECIMAL(38,0) * 1e36::DECIMAL(38,0) + i)")),
    "cents.parquet": (count) =>
      parquet(
        "cents.parquet",
        rows(count, "(90071992547409.92::DECIMAL(18,2) + i * 0.01::DECIMAL(3,2))::DECIMAL(18,2)"),
      ),
    "micros.parquet": (count) =>
      parquet("micros.parquet", rows(count, "TIMESTAMP '2026-01-01' + to_microseconds(i)")),
    "nanos.parquet": (count) =>
      parquet("nanos.parquet", rows(count, "make_timestamp_ns(1767225600000000000 + i)")),
    "uuid.parquet": (count) =>
      parquet(
        "uuid.parquet",
        rows(count, "('00000000-0000-4000-8000-' || lpad(i::VARCHAR, 12, '0'))::UUID"),
      ),
    "text.parquet": (count) =>
      parquet("text.parquet", rows(count, "(9007199254740992 + i)::VARCHAR")),
  };
  for (const [name, make] of Object.entries(cases)) {
    for (const count of [2000, 1999]) {
      const file = await make(count);
      const person = name === "ids.json" ? "person.id" : "person";
      const sum = `sum ${name} --column v --domain integers:0,9 --user ${person}`;
      assert.equal((await answered(sum)).value, `${5 * count}`, name);
      const { labels } = await columnIn(file, person, { person });
      assert.equal(labels.length, count, name);
    }
  }
});

test("a float that may be several whole numbers is a value but no user id", async () => {
  // DuckDB writes its widest whole numbers as doubles.
  const file = await parquet(
    "huge.parquet",
    "SELECT (9007199254740992 + i)::HUGEINT AS person, i AS v FROM range(200) AS t(i)",
  );
  const { status, err } = await stopped("count huge.parquet --user person");
  assert.equal(status, 2);
  assert.match(
    err,
    /person \(--user\): 200 of 200 cells cannot be read as a name\n {4}row 1: "9007199254740992"/,
  );
  assert.match(err, /write the column as text or DECIMAL\(38, 0\)/);
  const { unread } = await columnIn(file, "person", { person: "person" });
  assert.deepEqual(
    unread.map(({ as, count }) => [as, count]),
    [["name", 200]],
  );
  const median = "median huge.parquet --column person --domain reals:0,1e16 --user v";
  assert.equal((await ask(median)).status, 0);
});

test("days and times of Parquet are groups and items by the names in the file", async () => {
  const file = await parquet(
    "days.parquet",
    `SELECT 'p' || i AS person, DATE '2025-01-01' + (i % 2)::INTEGER AS day,
     TIMESTAMP '2025-01-01 10:00:00' + to_seconds(i % 2) AS time FROM range(200) AS t(i)`,
  );
  const byDay = await ask(
    "count days.parquet --user person --group-by day --groups 2025-01-01,2025-01-02 --per-user 1",
  );
  assert.match(byDay.out, / {2}2025-01-01 {2}100\n {2}2025-01-02 {2}100\n/);
  const items = ["--items", "2025-01-01 10:00:00,2025-01-01 10:00:01"];
  const byTime = await ask("histogram days.parquet --column time --user person", ...items);
  assert.match(byTime.out, / {2}2025-01-01 10:00:00 {2}100\n {2}2025-01-01 10:00:01 {2}100\n/);
  assert.deepEqual((await columnIn(file, "day")).labels, ["2025-01-01", "2025-01-02"]);
  assert.equal((await columnIn(file, "day")).isDate, true);
});

const money = people(2000).map((i) => `p${i},${i % 40 === 3 ? `"1,${100 + (i % 900)}.50"` : 500}`);

// Regression: money with thousands separators was dropped silently, and a confident median of the rest was
// printed.
test("an unreadable cell stops the command before the charge, and the error names its line", async () => {
  const file = made("money.csv", `person,spent\n${money.join("\n")}\n`);
  const median = "median money.csv --column spent --domain 0,2000,0 --user person";
  const { status, err } = await stopped(median);
  assert.equal(status, 2);
  assert.equal(
    err,
    `logstar: money.csv has unreadable parts; the ledger is not charged
  spent (--column): 50 of 2,000 cells cannot be read as a number
    line 5: "1,103.50"
    line 45: "1,143.50"
    line 85: "1,183.50"
    …
You can choose:
  --thousands , reads "1,103.50" as 1103.5
  --unreadable drop skips their rows
`,
  );
  const left = await answered(median, "--unreadable", "drop");
  assert.equal(left.value, "500");
  assert.match(left.err, /^Skipped 50 rows with an unreadable cell, of 2,000\.$/m);
  const { unread, isNumeric } = await columnIn(file, "spent");
  assert.equal(isNumeric, true);
  assert.deepEqual(unread, [
    {
      ...{ as: "number", count: 50, of: 2000, isTextFor: false },
      first: [5, 45, 85].map((place, i) => ({ place, what: `1,1${["03", "43", "83"][i]}.50` })),
    },
  ]);
});

test("a column with half of its cells non-numeric is text in the page, which says so", async () => {
  const rows = people(200).map((i) => `${i % 3 === 0 ? "12a" : i}`);
  const file = made("houses.csv", `house\n${rows.join("\n")}\n`);
  const { isNumeric, unread } = await columnIn(file, "house");
  assert.equal(isNumeric, false);
  assert.deepEqual(
    unread.map(({ isTextFor, count }) => [isTextFor, count]),
    [[true, 67]],
  );
});

test("empty cells and the words for them are missing in any case of letters, and --null adds others", async () => {
  const words = ["", "  ", "NULL", "null", "NA", "n/a", "NaN"];
  const rows = words.map((word, i) => `p${i},${word}`);
  const all = people(100).map((i) => `q${i},7`);
  const file = made("empty.csv", `person,v\n${[...rows, ...all].join("\n")}\n`);
  const sum = "sum empty.csv --column v --domain integers:0,9 --user person";
  const { value, err } = await answered(sum);
  assert.equal(value, "700");
  assert.match(
    err,
    /^v: 7 cells are empty \(or contain a word such as NULL\); their rows do not count\.$/m,
  );
  assert.equal((await columnIn(file, "v")).empty, 7);
  made("dash.csv", `person,v\n${[...all, "z,-", "y,None"].join("\n")}\n`);
  const dash = "sum dash.csv --column v --domain integers:0,9 --user person";
  const { err: told } = await stopped(dash, "--null", "none");
  assert.match(
    told,
    /1 of 102 cells .*\n {4}line 102: "-"\nYou can choose:\n {2}--null - reads it as an empty cell\n/,
  );
  assert.equal((await answered(dash, "--null", "none", "--null=-")).value, "700");
});

test("numbers are digits: other notations are unreadable", async () => {
  for (const cell of [
    "0x10",
    "0b1",
    "1_000",
    "12 €",
    "$5",
    "45%",
    "(12)",
    "1 234",
    "--1",
    "1e",
    "yes",
  ]) {
    const file = made(
      "odd.csv",
      `person;v\np;${cell}\n${people(99)
        .map((i) => `q${i};1`)
        .join("\n")}\n`,
    );
    const { status } = await stopped("sum odd.csv --column v --domain integers:0,9 --user person");
    assert.equal(status, 2, cell);
    assert.equal((await columnIn(file, "v")).unread[0].count, 1, cell);
  }
  const fine = ["1", "+1", "1.", ".5", "1e0", "-0", "inf", "-Infinity", "1e400"];
  const file = made("fine.csv", `person;v\n${fine.map((cell, i) => `q${i};${cell}`).join("\n")}\n`);
  await answered("sum fine.csv --column v --domain integers:0,9 --user person");
  assert.deepEqual((await columnIn(file, "v")).unread, []);
});

test("malformed lines stop the command, and --malformed drop omits them", async () => {
  const lines = people(200).map((i) => `p${i},1`);
  const file = made("lines.csv", `person,v\n${[...lines, 'x,"1', "y", "z,1,2"].join("\n")}\n`);
  const { status, err } = await stopped("count lines.csv --user person");
  assert.equal(status, 2);
  assert.match(
    err,
    / {2}3 lines are malformed\n {4}line 202: a quote too many, or one missing\n {4}line 203: 1 field where the first line has 2\n {4}line 204: 3 fields where the first line has 2\n/,
  );
  const { value, err: note } = await answered("count lines.csv --user person --malformed drop");
  assert.equal(value, "200");
  assert.match(note, /^Skipped 3 malformed lines and read 200 rows\.$/m);
  assert.equal((await readTable(file)).malformed.count, 3);
});

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
    /^Error: latin\.csv cannot be read: line 2 holds .*“Encoding”/,
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

test("lists and objects as a user, a group or a value are unreadable cells", async () => {
  const rest = people(100).map((i) => `{"person": "p${i}", "v": 1, "town": "x"}`);
  const odd = [
    '{"person": {"id": 1}, "v": 1, "town": "x"}',
    '{"person": "a", "v": [1], "town": "x"}',
  ];
  made("nested.ndjson", [...odd, '{"person": "b", "v": 1, "town": {}}', ...rest].join("\n"));
  const line =
    "sum nested.ndjson --column v --domain integers:0,9 --user person --group-by town --groups x";
  const { err } = await stopped(line);
  for (const told of [
    'v (--column): 1 of 103 cells cannot be read as a number\n    line 2: "[a list]"',
    'town (--group-by): 1 of 103 cells cannot be read as a name\n    line 3: "{an object}"',
    'person (--user): 1 of 103 cells cannot be read as a name\n    line 1: "{an object}"',
  ]) {
    assert.ok(err.includes(told), err);
  }
  const { value } = await answered(line, "--unreadable", "drop");
  assert.equal(value, "x  100");
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

// Regression: names were split at every comma, so that a group with a comma became two empty groups.
test("listed groups, items and edges are one record of CSV, and an option may be repeated", async () => {
  const towns = ['"R&D, Oslo"', "Sales", '"say ""so"""'];
  made(
    "towns.csv",
    `person,town,v\n${people(90)
      .map((i) => `p${i},${towns[i % 3]},${i % 3}`)
      .join("\n")}\n`,
  );
  const lines = async (...args) =>
    (await ask("count towns.csv --user person --per-user 1 --group-by town", ...args)).out
      .split("\n\n")[0]
      .split("\n")
      .slice(1);
  const all = [/^ {2}R&D, Oslo +30$/, /^ {2}Sales +30$/, /^ {2}say "so" +30$/];
  for (const args of [
    ["--groups", '"R&D, Oslo",Sales,"say ""so"""'],
    ["--groups", '"R&D, Oslo"', "--groups", 'Sales,"say ""so"""'],
  ]) {
    const found = await lines(...args);
    assert.equal(found.length, 3);
    found.forEach((line, i) => assert.match(line, all[i]));
  }
  const items = ["--items", '"R&D, Oslo"', "--items", "Sales"];
  const histogram = await ask("histogram towns.csv --column town --user person", ...items);
  assert.match(histogram.out, / {2}R&D, Oslo {2}30\n {2}Sales {6}30\n/);
  const edges = await ask("histogram towns.csv --column v --user person --edges 1 --edges 2");
  assert.match(edges.out, / {2}below 1 +30\n {2}1 to below 2 +30\n {2}from 2 +30\n/);
  for (const [args, message] of [
    [["--groups", '"R&D'], /^logstar: --groups must be names separated by commas/],
    [["--groups", "Sales,,x"], /^logstar: --groups must be names, got an empty one/],
    [
      ["--groups", "Sales,NA"],
      /^logstar: --groups must be names, got NA: cells that say so are empty/,
    ],
  ]) {
    const { status, err } = await stopped("count towns.csv --user person --group-by town", ...args);
    assert.equal(status, 2);
    assert.match(err, message);
  }
  const two = await stopped("count towns.csv --user person --group-by town,v --groups Sales/1/2");
  assert.match(two.err, /^logstar: --groups must be names of 2 parts with \/ between them/);
});

test("public dates are ISO 8601, and others are rejected by name", async () => {
  made(
    "days.csv",
    `person,day\n${people(90)
      .map((i) => `p${i},2026-01-0${1 + (i % 3)}`)
      .join("\n")}\n`,
  );
  for (const [args, message] of [
    [
      "median days.csv --column day --domain dates:2026-1-1,2026-12-31",
      /^logstar: --domain dates:2026-1-1,2026-12-31: from must be a Date, .* ISO 8601 .* got "2026-1-1"$/m,
    ],
    [
      "median days.csv --column day --domain dates:2026-01-01,2026-02-30",
      /to must be a Date, .* ISO 8601 .* got "2026-02-30"$/m,
    ],
    [
      "histogram days.csv --column day --edges 01/02/2026",
      /^logstar: --edges must be numbers or dates in ISO 8601 .*, got 01\/02\/2026$/m,
    ],
    ["histogram days.csv --column day --edges 2026-02-30", /got 2026-02-30$/m],
  ]) {
    const { status, err } = await stopped(`${args} --user person`);
    assert.equal(status, 2);
    assert.match(err, message);
  }
});

test("a date in another form is unreadable, in every time zone", async () => {
  const rows = people(90).map((i) => `p${i},2026-03-29 02:30:00`);
  made("zones.csv", `person,at\n${rows.join("\n")}\n`);
  made("american.csv", `person,at\nq,01/02/2026\n${rows.join("\n")}\n`);
  const median = (name) =>
    `${terminal.path(name)} --column at --domain dates:2026-01-01,2026-12-31,minute --user person --epsilon 100 --ledger none`.split(
      " ",
    );
  for (const zone of ["UTC", "America/New_York"]) {
    const node = (...args) =>
      terminal.node(
        [new URL("../../dist/cli.js", import.meta.url).pathname, ...args],
        `export TZ=${zone}`,
      );
    assert.match(
      node("median", ...median("zones.csv")).out,
      /^median of at\n {2}2026-03-29T02:30:00\.000Z\n/,
    );
    const { status, err } = node("median", ...median("american.csv"));
    assert.equal(status, 2);
    assert.match(
      err,
      /at \(--column\): 1 of 91 cells cannot be read as a date \(ISO 8601\)\n {4}line 2: "01\/02\/2026"/,
    );
  }
});
