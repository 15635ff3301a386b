// Files of records, read one physical line at a time: a line affects no other line.
import assert from "node:assert/strict";
import { test } from "node:test";
import Papa from "papaparse";
import { readAll, rowsOf } from "./read-csv.mjs";

/** SplitMix32: the same cases in every run. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) % below;
  };
}

const letters = [
  ...['"', '"', '"', ",", ",", ";", "\t", "|", " ", "a", "7", ".", "'", "\\", "#", "\u0000"],
  ...["\ufeff", "\u2028", "\u0085", "é", "😀", "\ud83d", "\udc00", "\u000b", "\u001f", '""', '","'],
];

/** Typical lines, and lines of hostile letters except line ends. */
function hostileLine(draw) {
  const usual = ["1,x", '2,"a, b"', '3,"say ""so"""', "4,", "", " ", ",", '5,"open', 'close",6'];
  if (draw(3) === 0) return usual[draw(usual.length)];
  return Array.from({ length: draw(12) }, () => letters[draw(letters.length)]).join("");
}

// Cause: the parser read the whole file as one text, so a quote continued into the next line.
test("inserting any line at any place adds exactly the records of that line alone", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const draw = random(end.length * 7 + end.charCodeAt(0));
    for (let round = 0; round < 400; ++round) {
      const header = ["id,word", '"the id";word', "id\tword", "word"][draw(4)];
      const lines = Array.from({ length: draw(6) }, () => hostileLine(draw));
      const inserted = hostileLine(draw);
      const at = draw(lines.length + 1);
      const pieces = 1 + draw(9);
      const file = (body) => [header, ...body, ""].join(end);
      const read = (body) => readAll(file(body), { pieces });
      const [before, after] = [lines.slice(0, at), lines.slice(at)];
      const parts = await Promise.all([before, [inserted], after].map(read));
      const whole = await read([...before, inserted, ...after]);
      const told = JSON.stringify({ header, end, before, inserted, after });
      assert.deepEqual(
        whole.rows,
        parts.flatMap(({ rows }) => rows),
        told,
      );
      assert.equal(
        whole.leftOut,
        parts.reduce((sum, { leftOut }) => sum + leftOut, 0),
        told,
      );
      assert.ok(parts[1].rows.length + parts[1].leftOut <= 1, told);
    }
  }
});

test("control: a parser of the whole file fails this property", () => {
  const parse = (text) => Papa.parse(text, { skipEmptyLines: "greedy" }).data.length;
  assert.equal(parse("id,word\n1,a\n2,b\n3,c\n"), 4);
  assert.ok(parse('id,word\n0,"x\n1,a\n2,b\n3,c\n') < 4);
});

test("the necessary columns are read as without saying which they are", async () => {
  const draw = random(11);
  for (let round = 0; round < 2000; ++round) {
    const header = ["id,word", "a;b;c", "id\tword", "word"][draw(4)];
    const names = header.split(/[,;\t]/);
    const lines = Array.from({ length: 1 + draw(3) }, () =>
      draw(2) === 0
        ? hostileLine(draw)
        : names.map(() => ["x", "1", " ", ""][draw(4)]).join(header[names[0].length] ?? ""),
    );
    const text = [header, ...lines, ""].join("\n");
    const all = await readAll(text);
    const columns = names.filter(() => draw(2) === 0);
    const some = await readAll(text, { columns });
    const picked = ({ rows }) =>
      rows.map((row) => row.filter((_, at) => columns.includes(names[at])));
    assert.deepEqual(picked(some), picked(all), JSON.stringify(text));
    assert.equal(some.leftOut, all.leftOut, JSON.stringify(text));
  }
});

// Regression: all bytes that are not UTF-8 became one letter, which merged people with different names.
test("reading stops at the first line that is not UTF-8, for any split into pieces", async () => {
  const latin = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  for (const end of ["\n", "\r\n", "\r"]) {
    for (const pieces of [1, 2, 3, 7, 2 ** 20]) {
      for (const place of [1, 2, 5, 9]) {
        const lines = Array.from({ length: 9 }, (_, i) => (i + 1 === place ? "a,José" : "b,x"));
        await assert.rejects(readAll([latin(lines.join(end))], { pieces }), {
          message: `line ${place} holds bytes that are not UTF-8`,
        });
      }
    }
  }
  await assert.rejects(readAll([latin("a\n1\nJos"), Uint8Array.of(0xc3)]), /^Error: line 3 /);
});

test("with malformed lines dropped, any bytes in a line leave the other lines unchanged", async () => {
  const draw = random(3);
  const encode = (text) => new TextEncoder().encode(text);
  for (let round = 0; round < 400; ++round) {
    const bytes = Uint8Array.from(
      { length: draw(9) },
      () => [draw(256), 0xf0, 0xe2, 0xff][draw(4)],
    );
    const inserted = bytes.map((byte) => (byte === 10 || byte === 13 ? 0x22 : byte));
    const { rows, leftOut } = await readAll(
      [encode("id,word\n1,é\n"), inserted, encode("\n2,😀\n")],
      { pieces: 1 + draw(5), lost: "\ufffd" },
    );
    assert.deepEqual(
      [rows[0], rows.at(-1)],
      [
        ["1", "é"],
        ["2", "😀"],
      ],
      `${inserted}`,
    );
    assert.ok(rows.length + leftOut <= 3);
    assert.doesNotMatch(rows.flat().join(), /\ufffd/);
  }
});

test("blanks around quoted fields are none of theirs, and other quotes stay letters", async () => {
  for (const [line, fields] of [
    ['"a", "b"', ["a", "b"]],
    [' "a" , "b, c" ', ["a", "b, c"]],
    ['"a,  b", "say ""c"""', ["a,  b", 'say "c"']],
    ['x, "y" z', ["x", ' "y" z']],
    ['5" pipe, 6" pipe', ['5" pipe', ' 6" pipe']],
    ['"", " "', ["", " "]],
  ]) {
    const rows = await rowsOf(`id, word\n${line}\nz,1\n`);
    assert.deepEqual(rows.at(-1), ["z", "1"]);
    if (fields.some((field) => field.trim() !== "")) assert.deepEqual(rows[0], fields, line);
  }
  assert.deepEqual(await rowsOf('"id", "x"\n"1", "2"\n'), [["1", "2"]]);
});

test("the line of the issue is dropped and counted, and every other line is present", async () => {
  const odd =
    '5402,"Stand Back " Said the Elephant  "I\'m Going to Sneeze!",Patricia Thomas,4.07,2000';
  const lines = Array.from({ length: 200 }, (_, i) => `${i},"Title ${i}, part 2",An author,3.5,99`);
  lines.splice(20, 0, odd);
  lines.push('9999,"The ""last"" one",An author,3.5,99');
  const { header, rows, leftOut } = await readAll(
    `bookID,title,authors,average_rating,num_pages\n${lines.join("\n")}\n`,
  );
  assert.equal(header.length, 5);
  assert.equal(leftOut, 1);
  assert.equal(rows.length, 201);
  assert.deepEqual(rows[20], ["20", "Title 20, part 2", "An author", "3.5", "99"]);
  assert.deepEqual(rows[200][1], 'The "last" one');
});

test("a well-formed line has closed quotes and as many fields as the first line", async () => {
  const read = async (line) => {
    const { rows, leftOut } = await readAll(`a,b\n${line}\n`);
    return leftOut === 0 ? (rows[0] ?? "no record") : "left out";
  };
  assert.deepEqual(await read('1,"x, ""y"" z"'), ["1", 'x, "y" z']);
  assert.deepEqual(await read('"1" ,"2"'), ["1", "2"]);
  assert.deepEqual(await read('say "so" now,x'), ['say "so" now', "x"]);
  assert.deepEqual(await read('"",""'), "no record");
  assert.deepEqual(await read(","), "no record");
  assert.deepEqual(await read("  "), "no record");
  assert.deepEqual(await read("1,"), ["1", ""]);
  for (const line of [
    '1,"x',
    '1,"x"y',
    "1",
    "1,2,3",
    '"1,2"',
    '1,"x" "y"',
    '"',
    'end of a text",2',
  ]) {
    assert.equal(await read(line), "left out", line);
  }
});
