// A column of a file is read as its owner says: other cells decide nothing.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { FirstRows } from "../../build/programs/demo/data/first-rows.js";
import { readTable } from "../../build/programs/demo/data/read-table.js";

const text = (...rows) => `a;b\n${rows.join("\n")}\n`;
const as = (kind, notation = {}) => ({ kind, notation });
const german = as("number", { decimal: ",", thousands: "." });
const days = as("date", { dates: "%d.%m.%Y" });

async function columnsIn(source, kinds, how = {}) {
  const { columns, rows } = await readTable(source, { person: null, ...how, kinds });
  return { rows, ...Object.fromEntries(columns.map((column) => [column.name, column])) };
}

suite("columns as their owner says", () => {
  test("a column of numbers in a declared form counts cells in another form as missing", async () => {
    const { a } = await columnsIn(text("1.234,5;x", "k. A.;y", ";z", "7;w"), { a: german });
    assert.deepEqual([...a.numbers], [1234.5, Number.NaN, Number.NaN, 7]);
    assert.deepEqual(a.unread, [
      { as: "number", count: 1, of: 3, first: [{ place: 3, what: "k. A." }], isTextFor: false },
    ]);
    assert.deepEqual([...a.codes], [0, -1, -1, 1], "nor does a ranking count them");
  });

  // Cause: a column was numeric from 95 of 100 cells on, so that rows of others decided how a cell is read.
  test("a column stays what its owner said if most of its cells are otherwise", async () => {
    const { a, b } = await columnsIn(text("5;x", "u;y", "v;z"), { a: as("number"), b: as("date") });
    assert.equal(a.isNumeric, true);
    assert.deepEqual([...a.numbers], [5, Number.NaN, Number.NaN]);
    assert.equal(b.isDate, true);
    assert.equal(b.unread[0].count, 3);
    const { a: named } = await columnsIn(text("5;x", "6;y"), { a: as("text") });
    assert.deepEqual([named.isNumeric, named.labels], [false, ["5", "6"]]);
  });

  test("a date has one name, in whatever form it is written", async () => {
    const { a } = await columnsIn(text("1.2.2025;x", "01.02.2025;y", "31.02.2025;z"), { a: days });
    assert.deepEqual(a.labels, ["2025-02-01"]);
    assert.deepEqual([...a.codes], [0, 0, -1]);
    assert.equal(a.unread[0].first[0].what, "31.02.2025");
  });

  test("columns without a kind are not read, except the one of people", async () => {
    const { a, b, rows } = await columnsIn(text("p1;1", "p2;2"), { b: german }, { person: "a" });
    assert.equal(rows, 2);
    assert.deepEqual(
      [a.labels, [...b.numbers]],
      [
        ["p1", "p2"],
        [1, 2],
      ],
    );
    const alone = await columnsIn(text("p1;1"), { b: german });
    assert.equal(alone.a, undefined);
  });

  test("people keep their names whatever the kind of their column", async () => {
    const { a } = await columnsIn(text("p1;1", "2;2"), { a: as("number") }, { person: "a" });
    assert.deepEqual(a.labels, ["p1", "2"]);
    assert.deepEqual([...a.codes], [0, 1]);
  });

  test("a declared separator decides about the fields, not the first line", async () => {
    const kinds = { "a,b": as("text") };
    const { rows, ...columns } = await columnsIn("a,b;c\nx,y;z\n", kinds, { delimiter: ";" });
    assert.equal(rows, 1);
    assert.deepEqual(columns["a,b"].labels, ["x,y"]);
  });
});

suite("the first rows", () => {
  test("the first rows tell the columns, and read as the chosen kinds read them", async () => {
    const first = new FirstRows();
    const source = text("1.234,5;3.2.2025", "k. A.;31.2.2025");
    const look = await first.look(source, {});
    assert.deepEqual(
      [look.names, look.delimiter, look.rows[1]],
      [["a", "b"], ";", ["k. A.", "31.2.2025"]],
    );
    assert.deepEqual(first.readAs({ a: german, b: days }), [
      [
        { text: "1234.5", isBad: false },
        { text: "2025-02-03", isBad: false },
      ],
      [
        { text: "k. A.", isBad: true },
        { text: "31.2.2025", isBad: true },
      ],
    ]);
  });

  for (const [cells, expected] of [
    [["1,234.5", "12"], as("number", { thousands: "," })],
    [["1.234,5", "12,25", "none"], german],
    [["$1,200", "$5"], as("number", { thousands: ",", affix: ["$"] })],
    [["31.12.2025", "01.02.2025"], days],
    [["2025-12-31"], as("date")],
    [["1'234.5", "1'000'000"], as("number", { thousands: "'" })],
    [["Oslo", "Rome", "5"], as("text")],
  ]) {
    test(`cells such as ${cells[0]} suggest ${JSON.stringify(expected)}`, async () => {
      const first = new FirstRows();
      await first.look(`a|b\n${cells.map((cell) => `${cell}|`).join("\n")}\n`, {});
      assert.deepEqual(first.suggest(), [expected, undefined]);
    });
  }

  test("bytes of another encoding are a fault, and the columns are shown", async () => {
    const file = new File([Buffer.from("name;v\nJos\xe9;1\nAna;2\n", "latin1")], "a.csv");
    const first = new FirstRows();
    const look = await first.look(file, {});
    assert.match(look.fault, /^line 2 holds bytes that are not UTF-8/);
    assert.deepEqual([look.names, look.rows], [["name", "v"], [["Ana", "2"]]]);
    const right = await first.look(file, { encoding: "windows-1252" });
    assert.deepEqual([right.fault, right.rows[0]], [undefined, ["José", "1"]]);
  });
});
