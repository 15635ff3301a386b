// One JSON object per line: a line affects no other line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { namesInNdjson, readNdjson } from "../../build/programs/demo/files/ndjson.js";
import { reading } from "../../build/programs/demo/files/readings.js";

async function* cut(text, size) {
  for (let at = 0; at < text.length; at += size)
    yield { text: text.slice(at, at + size), share: 1 };
}

const name = reading("text");

async function read(lines, { pieces = 2 ** 20, end = "\n" } = {}) {
  const all = { rows: [], places: [], leftOut: 0 };
  const batches = readNdjson(cut(lines.join(end), pieces), ["id", "v"]);
  for await (const { rows, places, malformed } of batches) {
    all.rows.push(...rows.map((row) => row.map(name)));
    all.places.push(...places);
    all.leftOut = malformed.count;
  }
  return all;
}

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

const usual = [
  ...['{"id": 1, "v": 2}', '{"id": 9007199254740993}', '{"v": "x", "id": "a\\u0000b"}', "{}", ""],
  ...['{"id": {"v": 1}}', '{"id": [1], "v": null}', "[", "]", '[{"id": 1}]', "{", "}", '{"id": 1'],
  ...['{"__proto__": {"id": 7}}', '{"id": 1, "id": 2}', '{"id": 1e999}', "1", "null", '"id"'],
  ...['{"constructor": 1}', '{"id": 1}}', '{"id": 1}{"id": 2}', '{"toString": 9, "id": 3}'],
];
const letters = [...'{}[]":,.0123456789eE-\\ \u2028\u0000é'];

function hostileLine(draw) {
  if (draw(3) > 0) return usual[draw(usual.length)];
  return Array.from({ length: draw(14) }, () => letters[draw(letters.length)]).join("");
}

test("inserting any line at any place adds exactly the rows of that line alone", async () => {
  for (const end of ["\n", "\r\n"]) {
    const draw = random(end.length);
    for (let round = 0; round < 500; ++round) {
      const lines = Array.from({ length: draw(6) }, () => hostileLine(draw));
      const inserted = hostileLine(draw);
      const at = draw(lines.length + 1);
      const how = { pieces: 1 + draw(9), end };
      const parts = [];
      for (const some of [lines.slice(0, at), [inserted], lines.slice(at)]) {
        parts.push(await read(some, how));
      }
      const whole = await read(lines.toSpliced(at, 0, inserted), how);
      const told = JSON.stringify({ lines, inserted, at });
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

test("each row carries its line number", async () => {
  const { places } = await read(['{"id": 1}', "", "[", '{"id": 2}', '{"id": 3}']);
  assert.deepEqual(places, [1, 4, 5]);
});

test("a page offers the fields that most objects have, and no single line displaces them", async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i]));
  const lines = [JSON.stringify(many), ...Array(50).fill('{"id": 1, "v": 2}')];
  const names = await namesInNdjson(cut(lines.join("\n"), 2 ** 20));
  assert.ok(names.includes("id") && names.includes("v"));
  assert.ok(names.length <= 500, `${names.length}`);
});
