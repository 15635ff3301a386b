// Workbooks of Excel, through the command line and the page: cells come typed, and who a row belongs to is exact.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { Cell } from "../../build/programs/demo/files/cells.js";
import { readRows } from "../../build/programs/demo/files/formats.js";
import { BothReaders, columnIn, people } from "./both-readers.mjs";
import { workbook } from "./workbook.mjs";

/** @type {BothReaders} */
let terminal;
before(() => {
  terminal = new BothReaders();
  return terminal.begin();
});
after(() => terminal.remove());

const shown = (cell) => (cell instanceof Cell ? (cell.text ?? { unread: cell.shown }) : cell);

/** The rows of a workbook, with the numbers of their rows. */
async function rowsIn(bytes, how) {
  const all = { header: [], rows: [], places: [] };
  for await (const { header, rows, places } of readRows(new Blob([bytes]), how)) {
    all.header = header;
    all.rows.push(...rows.map((row) => row.map(shown)));
    all.places.push(...places);
  }
  return all;
}

test("cells of a workbook come typed, and blank rows are none", async () => {
  const time = new Date("2026-03-29T14:30:00Z");
  const bytes = workbook({
    First: [
      ["id", "paid", "on", "at", "ok", 2026],
      ["a & b", 1234.5, new Date("2026-03-29"), time, true, "x"],
      [],
      [null, null, null, null, null, null],
      [
        7,
        -0.1,
        new Date("2024-02-29"),
        new Date("2026-12-31T23:59:59Z"),
        false,
        { error: "#DIV/0!" },
      ],
    ],
  });
  assert.deepEqual(await rowsIn(bytes), {
    header: ["id", "paid", "on", "at", "ok", "2026"],
    rows: [
      ["a & b", 1234.5, "2026-03-29", "2026-03-29 14:30:00", true, "x"],
      [7, -0.1, "2024-02-29", "2026-12-31 23:59:59", false, { unread: "#DIV/0!" }],
    ],
    places: [2, 5],
  });
});

test("a question about a workbook is answered, by sheet and by the row that names the columns", async () => {
  const rows = people(90).map((i) => [`p${i}`, 40 + (i % 3), new Date("2026-03-29")]);
  const file = terminal.made(
    "pay.xlsx",
    workbook({
      Notes: [["nothing here"]],
      "Pay 2026": [["Payroll 2026"], [], ["id", "paid", "on"], ...rows],
    }),
  );
  const median = "median pay.xlsx --column paid --domain integers:0,100 --user id";
  const wrong = await terminal.stopped(median);
  assert.match(wrong.err, /--column must be a column of pay\.xlsx \(nothing here\), got paid/);
  for (const sheet of ["2", "Pay 2026"]) {
    const words = ["--sheet", sheet];
    const first = await terminal.stopped(median, ...words);
    assert.match(first.err, /\(Payroll 2026, , \), got paid; --header-line 2 finds it below$/m);
    const { value } = await terminal.answered(median, ...words, "--header-line", "3");
    assert.equal(value, "41");
    const { numbers } = await columnIn(file, "paid", { sheet, headerLine: 3 });
    assert.equal(numbers.length, 90);
  }
  const none = await terminal.stopped(median, "--sheet", "Pay");
  assert.match(none.err, /pay\.xlsx cannot be read: .*Pay/);
  const day = ["--group-by", "on", "--groups", "2026-03-29", "--sheet", "2", "--header-line", "3"];
  const { value } = await terminal.answered("count pay.xlsx --per-user 1 --user id", ...day);
  assert.equal(value, "2026-03-29  90");
});

test("the line that names the columns of a CSV may be a later one", async () => {
  const rows = people(90).map((i) => `p${i};1`);
  terminal.made("later.csv", `Payroll, 2026\n"\n\nid;v\n${rows.join("\n")}\n`);
  const { err } = await terminal.stopped("count later.csv --user id");
  assert.match(err, /; --header-line 3 finds it below$/m);
  assert.equal((await terminal.answered("count later.csv --user id --header-line 4")).value, "90");
  const zero = await terminal.stopped("count later.csv --user id --header-line 0");
  assert.match(zero.err, /^logstar: --header-line must be a whole number from 1, got 0$/m);
});

test("a merged cell belongs to each row of its area", async () => {
  const bytes = workbook(
    {
      Sheet: [
        ["town", "id", "v"],
        ["north", "a", 1],
        [null, "b", 2],
        [null, "c", null],
        ["south", "d", 4],
      ],
    },
    { merged: ["A2:A4", "C3:C4"] },
  );
  const { rows } = await rowsIn(bytes);
  assert.deepEqual(
    rows.map(([town, , v]) => [town, v]),
    [
      ["north", 1],
      ["north", 2],
      ["north", 2],
      ["south", 4],
    ],
  );
});

test("neighbouring ids of a workbook stay different people, or are refused where Excel rounds them", async () => {
  const text = people(2000).map((i) => [`${9007199254740992n + BigInt(i)}`, 5]);
  for (const count of [2000, 1999]) {
    const file = terminal.made(
      "ids.xlsx",
      workbook({ S: [["person", "v"], ...text.slice(0, count)] }),
    );
    const sum = "sum ids.xlsx --column v --domain integers:0,9 --user person";
    assert.equal((await terminal.answered(sum)).value, `${5 * count}`);
    const { labels } = await columnIn(file, "person", { person: "person" });
    assert.equal(labels.length, count);
  }
  const numbers = people(200).map((i) => [9007199254740993n + BigInt(2 * i), 5]);
  const file = terminal.made("long.xlsx", workbook({ S: [["person", "v"], ...numbers] }));
  assert.equal((await terminal.answered("count long.xlsx --user person")).value, "200");
  assert.equal((await columnIn(file, "person", { person: "person" })).labels.length, 200);
});

test("a formula's error is an unreadable cell, and so is a text among numbers", async () => {
  const rows = people(90).map((i) => [`p${i}`, i === 3 ? { error: "#N/A" } : i === 4 ? "1,5" : 1]);
  terminal.made(
    "errors.xlsx",
    workbook({ S: [["id", "v"], ...rows, ["q", { error: "#DIV/0!" }]] }),
  );
  const sum = "sum errors.xlsx --column v --domain integers:0,9 --user id";
  const { err } = await terminal.stopped(sum);
  assert.match(
    err,
    /v \(--column\): 3 of 91 cells cannot be read as a number\n {4}row 5: "#N\/A"\n {4}row 6: "1,5"\n {4}row 92: "#DIV\/0!"/,
  );
});

// Regression: errors of formulas became one text, which merged the people whose id a formula did not find.
test("a formula's error names no user and no group", async () => {
  const rows = people(90).map((i) => [i < 60 ? `p${i}` : { error: "#N/A" }, { error: "#REF!" }]);
  const file = terminal.made("lookup.xlsx", workbook({ S: [["id", "town"], ...rows] }));
  const { status, err } = await terminal.stopped("count lookup.xlsx --user id");
  assert.equal(status, 2);
  assert.match(err, /id \(--user\): 30 of 90 cells cannot be read as a name\n {4}row 62: "#N\/A"/);
  const some = await terminal.answered("count lookup.xlsx --user id --unreadable drop");
  assert.equal(some.value, "60");
  const { labels, unread } = await columnIn(file, "id", { person: "id" });
  assert.equal(labels.length, 60);
  assert.deepEqual(
    unread.map(({ as, count }) => [as, count]),
    [["name", 30]],
  );
  const byTown = "count lookup.xlsx --user none --group-by town --groups a --per-user 1";
  assert.match((await terminal.stopped(byTown)).err, /town \(--group-by\): 90 of 90 cells/);
});

test("an error cell without a text is empty, and leaves the next cell as it is", async () => {
  const parts = unzipSync(
    workbook({
      S: [
        ["id", "v"],
        [{ error: "#N/A" }, 5],
      ],
    }),
  );
  const sheet = "xl/worksheets/sheet1.xml";
  const text = strFromU8(parts[sheet]);
  const bare = text.replace(/<c r="A2" t="e">.*?<\/c>/, '<c r="A2" t="e"/>');
  assert.notEqual(bare, text);
  const { rows } = await rowsIn(zipSync({ ...parts, [sheet]: strToU8(bare) }));
  assert.deepEqual(rows, [[null, 5]]);
});

test("a workbook whose names are not text is rejected, as they would merge", async () => {
  const rows = ["é", "è"].map((name) => [name]);
  const parts = unzipSync(workbook({ S: [["id"], ...rows] }));
  const latin = (bytes) => Uint8Array.from(Buffer.from(Buffer.from(bytes).toString(), "latin1"));
  parts["xl/sharedStrings.xml"] = latin(parts["xl/sharedStrings.xml"]);
  terminal.made("latin.xlsx", zipSync(parts));
  const { status, err } = await terminal.stopped("count latin.xlsx --user id");
  assert.equal(status, 2);
  assert.match(
    err,
    /latin\.xlsx cannot be read: the file is a workbook that cannot be read; .*utf-8/,
  );
});

test("other Office files and damaged workbooks are rejected by name", async () => {
  const bytes = workbook({ S: [["id"], ["a"]] });
  for (const [name, content] of [
    ["cut.xlsx", bytes.subarray(0, 600)],
    [
      "other.docx",
      Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml", "latin1"),
    ],
  ]) {
    terminal.made(name, content);
    const { status, err } = await terminal.stopped(`count ${name} --user id`);
    assert.equal(status, 2);
    assert.match(
      err,
      /cannot be read: the file is a workbook that cannot be read; .*save it as CSV/,
    );
  }
});

test("inserting any row at any place of a workbook adds exactly that row", async () => {
  const texts = fc.string({
    unit: fc.constantFrom(..."<>&\"'/c r=", "é", "]]>", "<c", "</v>", "1"),
  });
  const cells = fc.oneof(
    texts.filter((text) => text.trim() !== ""),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constantFrom(null, new Date("2026-03-29"), { error: "#REF!" }),
  );
  const rowOf = fc.array(cells, { minLength: 2, maxLength: 2 });
  const read = async (rows) => (await rowsIn(workbook({ S: [["id", "v"], ...rows] }))).rows;
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 4 }),
      rowOf,
      fc.nat(4),
      async (rows, row, place) => {
        const at = Math.min(place, rows.length);
        const [before, after] = [rows.slice(0, at), rows.slice(at)];
        const parts = [];
        for (const some of [before, [row], after]) parts.push(...(await read(some)));
        assert.deepEqual(await read([...before, row, ...after]), parts);
      },
    ),
    { numRuns: 150 },
  );
});
