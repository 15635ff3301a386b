// Numbers and dates as offices write them, through the command line and the page: an option declares the form,
// and a message suggests the option.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BothReaders, columnIn, people } from "./both-readers.mjs";
import { workbook } from "./workbook.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

/** A file of 90 people, each with the cell. */
const fileOf = (name, cell) =>
  terminal.made(
    name,
    `person;v\n${people(90)
      .map((i) => `p${i};${cell}`)
      .join("\n")}\n`,
  );

const median = (name) => `median ${name} --column v --domain -2000000,2000000,2 --user person`;

/** Each form: the cell, its number, the notation, and the suggestion if there is one. */
const forms = [
  ["1,234.50", 1234.5, { thousands: "," }],
  ["1.234,50", 1234.5, { decimal: ",", thousands: "." }],
  ["1 234,50", 1234.5, { decimal: ",", thousands: " " }],
  ["1\u00a0234,50", 1234.5, { decimal: ",", thousands: " " }],
  ["1\u202f234,50", 1234.5, { decimal: ",", thousands: " " }],
  ["1'234.50", 1234.5, { thousands: "'" }],
  ["1’234.50", 1234.5, { thousands: "’" }],
  ["1,23,456.50", 123456.5, { thousands: "," }],
  ["1.234.567", 1234567, { decimal: ",", thousands: "." }],
  ["12,5", 12.5, { decimal: "," }],
  [",5", 0.5, { decimal: "," }],
  ["$12", 12, { affix: ["$"] }],
  ["-$12", -12, { affix: ["$"] }],
  ["$ -12", -12, { affix: ["$"] }],
  ["12 €", 12, { affix: ["€"] }],
  ["45%", 45, { affix: ["%"] }],
  ["EUR 1.234,50", 1234.5, { decimal: ",", thousands: ".", affix: ["EUR"] }],
  ["(12)", -12, { negative: "parentheses" }],
  ["($12.50)", -12.5, { affix: ["$"], negative: "parentheses" }],
  ["$(12.50)", -12.5, { affix: ["$"], negative: "parentheses" }],
  ["($1,234.50)", -1234.5, { thousands: ",", affix: ["$"], negative: "parentheses" }],
];

/** The notation as words of a terminal. */
const wordsOf = ({ affix = [], ...one }) => [
  ...Object.entries(one).flatMap(([name, text]) => [`--${name}`, text]),
  ...affix.flatMap((text) => ["--affix", text]),
];

test("a declared form reads its numbers, and the message without it names the options", async () => {
  for (const [cell, number, notation] of forms) {
    const file = fileOf("form.csv", cell);
    const { status, err } = await terminal.stopped(median("form.csv"));
    assert.equal(status, 2, cell);
    assert.ok(err.includes(`as ${number}\n`), `${cell}: ${err}`);
    const { value } = await terminal.answered(median("form.csv"), ...wordsOf(notation));
    assert.equal(Number(value), number, cell);
    const { numbers } = await columnIn(file, "v", { notationOf: () => notation });
    assert.equal(numbers[0], number, cell);
  }
});

test("an interval has ends in the units of the value, in every format and notation", async () => {
  const lines = people(90).map((i) => `{"user": {"id": ${i}}, "v": 1234.5}`);
  terminal.made("packed.ndjson.gz", gzipSync(lines.join("\n")));
  const day = new Date("2026-03-29");
  const rows = people(90).map((i) => [`p${i}`, day, 1234.5]);
  terminal.made("typed.xlsx", workbook({ S: [["person", "on", "v"], ...rows] }));
  fileOf("german.csv", "1.234,50");
  fileOf("tage.csv", "29.03.2026");
  const amount = "--domain 0,9999,2";
  const year = "--domain dates:2026-01-01,2026-12-31";
  for (const [line, value] of [
    [`german.csv --column v ${amount} --decimal , --thousands . --user person`, "1234.5"],
    [`packed.ndjson.gz --column v ${amount} --user user.id`, "1234.5"],
    [`typed.xlsx --column v ${amount} --user person`, "1234.5"],
    [`typed.xlsx --column on ${year} --user person`, "2026-03-29"],
    [`tage.csv --column v ${year} --dates %d.%m.%Y --user person`, "2026-03-29"],
  ]) {
    const { value: shown } = await terminal.answered(`median ${line} --interval data`);
    const ends = `(between ${value} and ${value}|at most ${value}|at least ${value})`;
    assert.match(shown, new RegExp(`^${value} {2}${ends}$`), line);
  }
});

test("the suggested options are words of a shell that read the file", async () => {
  for (const [cell, number] of forms) {
    fileOf("form.csv", cell);
    const { err } = await terminal.stopped(median("form.csv"));
    const [, options] = new RegExp(`^ {2}(--.*) reads ".*" as ${number}$`, "m").exec(err);
    const words = [...options.matchAll(/'([^']*)'|(\S+)/g)].map(([, one, other]) => one ?? other);
    if (options.includes("\\'")) continue; // an apostrophe, which this test cannot take apart
    const { value } = await terminal.answered(median("form.csv"), ...words);
    assert.equal(Number(value), number, cell);
  }
});

test("a cell in another form than the declared one stays unreadable", async () => {
  for (const [cell, notation] of [
    ["1,5", { thousands: "," }],
    ["12,34", { thousands: "," }],
    ["1,2345", { thousands: "," }],
    ["1234.5", { decimal: "," }],
    ["1.5", { decimal: ",", thousands: "." }],
    ["1.234.50", { decimal: ",", thousands: "." }],
    ["12 £", { affix: ["$"] }],
    ["$12", { affix: ["%"] }],
    ["$$12", { affix: ["$"] }],
    ["(-12)", { negative: "parentheses" }],
    ["((12))", { negative: "parentheses" }],
    ["--$12", { affix: ["$"] }],
    ["-$-12", { affix: ["$"] }],
    ["$", { affix: ["$"] }],
    [",", { decimal: "," }],
  ]) {
    const file = fileOf("other.csv", cell);
    const { status, err } = await terminal.stopped(median("other.csv"), ...wordsOf(notation));
    assert.equal(status, 2, cell);
    assert.match(err, /90 of 90 cells cannot be read as a number/, cell);
    const { numbers } = await columnIn(file, "v", { notationOf: () => notation });
    assert.equal(numbers, undefined, cell);
  }
});

test("a form that may be two numbers is suggested in both readings", async () => {
  fileOf("either.csv", "1,234");
  const { err } = await terminal.stopped(median("either.csv"));
  assert.match(
    err,
    /^ {2}--thousands , reads "1,234" as 1234\n {2}--decimal , reads "1,234" as 1.234$/m,
  );
});

test("an option before = is for one column, and the others keep their own", async () => {
  const rows = people(90).map((i) => `p${i};12,5;1.5;-`);
  terminal.made("two.csv", `person;x;y=z;w\n${rows.join("\n")}\n`);
  const line = "median two.csv --domain 0,100,2 --user person --column";
  assert.equal((await terminal.answered(`${line} x`, "--decimal", "x=,")).value, "12.5");
  assert.equal((await terminal.answered(`${line} y=z`, "--decimal", "y=z=.")).value, "1.5");
  const { err } = await terminal.stopped(`${line} x`, "--decimal", "y=z=,");
  assert.match(err, /--decimal must be one character, .* or COLUMN= and one, .* got y=z=,$/m);
  const empty = await terminal.answered(`${line} w --null w=- --no-abstain`);
  assert.match(empty.err, /^w: 90 cells are empty/m);
  const stop = await terminal.stopped(`${line} w --null person=-`);
  assert.match(stop.err, /w \(--column\): 90 of 90 cells cannot be read/);
  const left = await terminal.answered(`${line} w --unreadable w=drop --no-abstain`);
  assert.match(left.err, /^Skipped 90 rows with an unreadable cell, of 90\.$/m);
  const other = await terminal.stopped(`${line} w --unreadable person=drop`);
  assert.match(other.err, /w \(--column\): 90 of 90 cells cannot be read/);
});

test("a form that cannot be meant is rejected by name", async () => {
  fileOf("form.csv", "1");
  for (const [words, message] of [
    [["--decimal", "1"], /^logstar: --decimal must be one character/],
    [["--decimal", ""], /^logstar: --decimal must be one character/],
    [["--thousands", "ab"], /^logstar: --thousands must be one character/],
    [
      ["--thousands", "."],
      /^logstar: --thousands must differ from --decimal, got \. for both; --decimal , --thousands \. reads 1\.234,50$/m,
    ],
    [["--affix", "4"], /^logstar: --affix must be text without digits/],
    [["--affix", " "], /^logstar: --affix must be text without digits/],
    [["--negative", "brackets"], /^logstar: --negative must be parentheses, .* got brackets$/m],
    [["--dates", "d.m.Y"], /^logstar: --dates must be a form in letters of strftime/],
    [["--dates", "%d.%m.%Y %f"], /^logstar: --dates must be/],
    [["--dates", "%Z %d.%m.%Y"], /^logstar: --dates must be/],
    [["--unreadable", "keep"], /^logstar: --unreadable must be drop, .* got keep$/m],
  ]) {
    const { err } = await terminal.stopped(median("form.csv"), ...words);
    assert.match(err, message);
  }
});

/** Forms of dates, as offices write them. */
const dates = [
  ["29.03.2026", "%d.%m.%Y", "2026-03-29"],
  ["9.3.2026", "%d.%m.%Y", "2026-03-09"],
  ["3/29/2026", "%m/%d/%Y", "2026-03-29"],
  ["29/03/26", "%d/%m/%y", "2026-03-29"],
  ["29-Mar-2026", "%d-%b-%Y", "2026-03-29"],
  ["March 29, 2026", "%B %d, %Y", "2026-03-29"],
  ["20260329", "%Y%m%d", "2026-03-29"],
  ["29.03.2026 14:30", "%d.%m.%Y %H:%M", "2026-03-29T14:30:00.000Z"],
  ["3/29/2026 2:30 PM", "%m/%d/%Y %I:%M %p", "2026-03-29T14:30:00.000Z"],
  ["29.03.2026 14:30 +0200", "%d.%m.%Y %H:%M %Z", "2026-03-29T12:30:00.000Z"],
  ["29.03.2026 14:30-05:30", "%d.%m.%Y %H:%M%Z", "2026-03-29T20:00:00.000Z"],
  ["1774794600", "%s", "2026-03-29T14:30:00.000Z"],
];

const middle = (name) =>
  `median ${name} --column v --domain dates:2026-01-01,2026-12-31,minute --user person`;

test("a declared form of dates reads them, in every time zone", async () => {
  for (const [cell, form, day] of dates) {
    const file = fileOf("dates.csv", cell);
    const { value } = await terminal.answered(middle("dates.csv"), "--dates", form);
    assert.equal(value, day, cell);
    const { isDate } = await columnIn(file, "v", { notationOf: () => ({ dates: form }) });
    assert.equal(isDate, true, cell);
  }
  fileOf("dates.csv", dates[7][0]);
  for (const zone of ["UTC", "America/New_York"]) {
    const words = [...middle(terminal.path("dates.csv")).split(" "), "--dates", dates[7][1]];
    const program = new URL("../../dist/cli.js", import.meta.url).pathname;
    const { out } = terminal.node(
      [program, ...words, "--epsilon", "100", "--ledger", "none"],
      `export TZ=${zone}`,
    );
    assert.match(out, /^median of v\n {2}2026-03-29T14:30:00\.000Z\n/);
  }
});

test("a time without a zone is UTC, and a note says so once", async () => {
  const zoneless = "v: times without a zone are read as UTC.\n";
  for (const [cell, words, isTold] of [
    ["2026-03-29 02:30:00", [], true],
    ["2026-03-29T02:30", [], true],
    ["2026-03-29 02:30:00Z", [], false],
    ["2026-03-29 02:30:00+01:00", [], false],
    ["2026-03-29", [], false],
    ["29.03.2026 02:30", ["--dates", "%d.%m.%Y %H:%M"], true],
    ["29.03.2026 02:30 Z", ["--dates", "%d.%m.%Y %H:%M %Z"], false],
    ["29.03.2026", ["--dates", "%d.%m.%Y"], false],
  ]) {
    fileOf("zone.csv", cell);
    const { err } = await terminal.answered(middle("zone.csv"), ...words);
    assert.equal(err.split(zoneless).length - 1, isTold ? 1 : 0, cell);
  }
  const query = (type) =>
    `SELECT 'p' || i AS person, '2026-03-29 02:30:00'::${type} AS v FROM range(90) AS t(i)`;
  await terminal.parquet("naive.parquet", query("TIMESTAMP"));
  await terminal.parquet("zoned.parquet", query("TIMESTAMPTZ"));
  assert.ok((await terminal.answered(middle("naive.parquet"))).err.includes(zoneless));
  assert.ok(!(await terminal.answered(middle("zoned.parquet"))).err.includes(zoneless));
});

test("a day that no calendar has is unreadable in a declared form, and so is a year without its century", async () => {
  for (const [cell, form] of [
    ["30.02.2026", "%d.%m.%Y"],
    ["1.2.26", "%d.%m.%Y"],
    ["32.01.2026", "%d.%m.%Y"],
    ["2026-13-01", "%Y-%m-%d"],
    ["29.03.2026 24:30", "%d.%m.%Y %H:%M"],
    ["Tue 02.02.2026", "%a %d.%m.%Y"],
    ["29.03.2026", "%d.%m.%Y %H:%M"],
    ["29.03.2026 14:30", "%d.%m.%Y %H:%M %Z"],
  ]) {
    const file = fileOf("days.csv", cell);
    const { err } = await terminal.stopped(middle("days.csv"), "--dates", form);
    assert.ok(err.includes(`90 of 90 cells cannot be read as a date (${form})`), err);
    const { isDate } = await columnIn(file, "v", { notationOf: () => ({ dates: form }) });
    assert.equal(isDate, false, cell);
  }
});

test("the message for dates suggests each form that reads them", async () => {
  fileOf("days.csv", "01/02/2026");
  const { err } = await terminal.stopped(middle("days.csv"));
  assert.match(err, /^ {2}--dates %d\/%m\/%Y reads "01\/02\/2026" as 2026-02-01$/m);
  assert.match(err, /^ {2}--dates %m\/%d\/%Y reads "01\/02\/2026" as 2026-01-02$/m);
  const number = await terminal.stopped(median("days.csv"));
  assert.match(number.err, /^ {2}--domain dates:\S+ --dates %d\/%m\/%Y reads /m);
});

test("booleans are the numbers 0 and 1, so that their mean is a share", async () => {
  const bought = (i) => i % 4 === 0;
  const rows = people(400);
  const objects = rows.map((i) => JSON.stringify({ person: `p${i}`, v: bought(i) }));
  const files = [
    terminal.made("bought.csv", `person,v\n${rows.map((i) => `p${i},${bought(i)}`).join("\n")}\n`),
    terminal.made(
      "upper.csv",
      `person,v\n${rows.map((i) => `p${i},${`${bought(i)}`.toUpperCase()}`).join("\n")}\n`,
    ),
    terminal.made("bought.ndjson", objects.join("\n")),
    await terminal.parquet(
      "bought.parquet",
      "SELECT 'p' || i AS person, i % 4 = 0 AS v FROM range(400) AS t(i)",
    ),
  ];
  for (const file of files) {
    const mean = `mean ${file.name} --column v --domain 0,1,0 --user person`;
    const { value } = await terminal.answered(mean);
    assert.ok(Math.abs(Number.parseFloat(value) - 0.25) < 0.01, `${file.name}: ${value}`);
    assert.equal((await columnIn(file, "v")).isNumeric, true);
  }
});
