// A JSON array: an element affects no other element.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BrokenArray, readJsonArray } from "../../build/programs/demo/files/json-array.js";

async function* cut(text, size) {
  for (let at = 0; at < text.length; at += size)
    yield { text: text.slice(at, at + size), share: 1 };
}

async function read(text, pieces) {
  const all = { rows: [], places: [], leftOut: 0 };
  for await (const { rows, places, malformed } of readJsonArray(cut(text, pieces), ["id", "v"])) {
    all.rows.push(...rows);
    all.places.push(...places);
    all.leftOut = malformed.count;
  }
  return all;
}

/** Elements of an array, with texts full of the marks of JSON. */
const texts = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n', "é", "1", "\u2028") });
const values = fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const elements = fc.oneof(
  { weight: 4, arbitrary: fc.record({ id: values, v: values }, { requiredKeys: [] }) },
  fc.dictionary(texts, values),
  values,
  fc.array(values),
  fc.constant(null),
);

test("inserting any element at any place adds exactly the row of that element alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(elements, { maxLength: 5 }),
      elements,
      fc.nat(5),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 1, "\t"),
      async (others, inserted, place, pieces, indent) => {
        const at = Math.min(place, others.length);
        const parts = [];
        for (const some of [others.slice(0, at), [inserted], others.slice(at)]) {
          parts.push(await read(JSON.stringify(some, undefined, indent), pieces));
        }
        const all = [...others.slice(0, at), inserted, ...others.slice(at)];
        const whole = await read(JSON.stringify(all, undefined, indent), pieces);
        assert.deepEqual(
          whole.rows,
          parts.flatMap(({ rows }) => rows),
        );
        assert.equal(
          whole.leftOut,
          parts.reduce((sum, { leftOut }) => sum + leftOut, 0),
        );
        assert.equal(parts[1].rows.length + parts[1].leftOut, 1);
      },
    ),
    { numRuns: 1000 },
  );
});

test("a text is read as an array exactly if it is one by JSON's grammar", async () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'{}[]",:\\ 1-e.', "true", '"id":', '{"v":1}'),
  });
  await fc.assert(
    fc.asyncProperty(letters, fc.integer({ min: 1, max: 9 }), async (inner, pieces) => {
      const text = `[${inner}]`;
      let expected;
      try {
        expected = JSON.parse(text);
      } catch {}
      const found = await read(text, pieces).catch((error) => error);
      if (expected === undefined) assert.ok(found instanceof BrokenArray, text);
      else assert.equal(found.rows.length + found.leftOut, expected.length, text);
    }),
    { numRuns: 5000 },
  );
});
