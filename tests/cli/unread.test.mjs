// Realistic files, through the command line and the page. The user of a row is read exactly, and unread cells
// are reported before the charge.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readTable } from "../../build/programs/demo/data/read-table.js";
import { answered, ask, made, parquet, stopped } from "./asked-files.mjs";
import { columnIn, people } from "./both-readers.mjs";

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
