// Forms of CSV: separators, ends of lines, byte order marks, first lines, and line breaks in fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import Papa from "papaparse";
import { longestLine } from "../../build/programs/demo/files/lines.js";
import { readAll, rowsOf } from "./read-csv.mjs";

test("the first line determines the separator, whatever the others contain", async () => {
  const data = "1;2;3,4,5\t6\n";
  for (const [header, delimiter] of [
    ["a,b,c", ","],
    ["a;b;c", ";"],
    ["a\tb", "\t"],
    ["a|b", "|"],
    ['"a,b";c', ";"],
    ["alone", ","],
  ]) {
    const { rows, leftOut } = await readAll(`${header}\n${data.repeat(50)}`);
    const fields = data.trim().split(delimiter);
    const fits = fields.length === Papa.parse(header, { delimiter }).data[0].length;
    assert.deepEqual(rows, fits ? Array(50).fill(fields) : [], header);
    assert.equal(leftOut, fits ? 0 : 50, header);
  }
});

test("a line feed, a carriage return or both end a line, for any split into pieces", async () => {
  const expected = [
    ["1", "x"],
    ["2", "y"],
    ["3", "z"],
  ];
  for (const text of [
    "a,b\n1,x\r2,y\r\n3,z",
    "a,b\r1,x\n\r2,y\n3,z\r",
    "a,b\r\n1,x\n2,y\r\n3,z\r\n",
  ]) {
    for (const pieces of [1, 2, 3, 5, 100]) {
      assert.deepEqual(await rowsOf([text], { pieces }), expected);
    }
  }
});

test("a byte order mark is not part of the first name, in UTF-8 and UTF-16", async () => {
  const text = "née,b\n1,😀\n";
  const utf16 = (little) => {
    const view = new DataView(new ArrayBuffer(2 * text.length + 2));
    [0xfeff, ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))].forEach(
      (code, i) => view.setUint16(2 * i, code, little),
    );
    return view.buffer;
  };
  for (const content of [[`\ufeff${text}`], [utf16(true)], [utf16(false)]]) {
    for (const pieces of [1, 3, 2 ** 20]) {
      const { header, rows } = await readAll(content, { pieces });
      assert.deepEqual([header, rows], [["née", "b"], [["1", "😀"]]]);
    }
  }
});

test("a line that is too long costs itself and no memory, for any split into pieces", async () => {
  for (const [length, kept] of [
    [longestLine, 1],
    [longestLine + 1, 0],
    [3 * longestLine, 0],
  ]) {
    for (const pieces of [2 ** 20, 2 ** 16 + 1, 2 ** 23]) {
      for (const end of ["\n", "\r\n"]) {
        const content = [`a,b${end}1,x${end}2,${"y".repeat(length - 2)}${end}3,z${end}`];
        const { rows, leftOut } = await readAll(content, { pieces });
        assert.equal(rows.length, 2 + kept);
        assert.deepEqual(
          [rows[0], rows.at(-1)],
          [
            ["1", "x"],
            ["3", "z"],
          ],
        );
        assert.equal(leftOut, 1 - kept);
      }
    }
  }
});

test("a first line that cannot name columns is rejected with an explanation", async () => {
  await assert.rejects(readAll('"a\nb",c\n1,2\n'), {
    message: /^The first line must name the columns, but .* say that fields do\.$/,
  });
  await assert.rejects(readAll('"a,c\n1,2\n', { multiline: true }), {
    message: /^The first line .* missing\.$/,
  });
  assert.deepEqual(await readAll(""), { header: [], rows: [], leftOut: 0 });
  assert.deepEqual(await readAll("\n \na,b\n\n1,2\n"), {
    header: ["a", "b"],
    rows: [["1", "2"]],
    leftOut: 0,
  });
});

test("fields with line breaks are read whole on request, and lost otherwise", async () => {
  const text = '"a\nname",b\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n2,"x\n\n"\r\n3,z\r\n';
  for (const pieces of [1, 7, 2 ** 20]) {
    assert.deepEqual(await readAll([text], { pieces, multiline: true }), {
      header: ["a\nname", "b"],
      rows: [
        ["1", 'two\nlines, "quoted"'],
        ["2", "x\n\n"],
        ["3", "z"],
      ],
      leftOut: 0,
    });
  }
  const { rows, leftOut } = await readAll(text.replace("a\nname", "a"));
  assert.deepEqual([rows, leftOut], [[["3", "z"]], 4]);
});

test("with line breaks in fields a stray quote costs other lines, which are counted", async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `${i},word`);
  lines[3] = '3,"x';
  const toTheEnd = await readAll(`a,b\n${lines.join("\n")}`, { multiline: true });
  assert.deepEqual([toTheEnd.rows.length, toTheEnd.leftOut], [3, 27]);
  lines[9] = '9,"y"z"';
  const toTheNext = await readAll(`a,b\n${lines.join("\n")}`, { multiline: true });
  assert.deepEqual([toTheNext.rows.length, toTheNext.leftOut], [23, 7]);
  const long = ["a,b", '1,"x', ...Array(20).fill(`2,${"y".repeat(2 ** 17)}`), "3,z"];
  const limited = await readAll(long.join("\n"), { multiline: true });
  assert.deepEqual(
    limited.rows.at(-1),
    ["3", "z"],
    "one record is never more than the longest line",
  );
});
