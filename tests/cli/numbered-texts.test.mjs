// Texts as numbers: as a Map numbers them, whatever the texts.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { NumberedTexts } from "../../build/programs/bin/numbered-texts.js";

/** The numbers of texts in their order, by a Map. */
function byMap(texts) {
  const known = new Map();
  return texts.map((text) => {
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text);
  });
}

function numbersOf(texts) {
  const numbers = new NumberedTexts();
  return texts.map((text) => numbers.of(text));
}

test("equal texts have one number and different texts different ones, in the order of their first appearance", () => {
  const awkward = fc.constantFrom(
    "",
    "a",
    "A",
    "\0",
    "\0\0",
    "é",
    "e\u0301",
    "\ud800",
    "😀",
    "a".repeat(70_000),
  );
  const texts = fc.array(fc.oneof(awkward, fc.string({ unit: "binary" })), { size: "large" });
  fc.assert(
    fc.property(texts, (some) => {
      assert.deepEqual(numbersOf(some), byMap(some));
    }),
    { numRuns: 200 },
  );
});

test("hundreds of thousands of texts, each seen again later, keep their numbers", () => {
  const texts = Array.from({ length: 300_000 }, (_, i) => `user-${(i * 7919) % 1_000_003}`);
  const numbers = new NumberedTexts();
  for (const [i, text] of texts.entries()) assert.equal(numbers.of(text), i);
  for (const [i, text] of texts.entries()) assert.equal(numbers.of(text), i);
  assert.equal(numbers.count, texts.length);
});

test("texts longer than a block of letters are compared whole", () => {
  const long = "x".repeat(2 ** 20 + 3);
  const texts = [
    long,
    `${long}y`,
    "short",
    `${long.slice(1)}z`,
    `${"x".repeat(2 ** 20 - 2)}`,
    "end",
  ];
  assert.deepEqual(
    numbersOf([...texts, ...texts.toReversed()]),
    [0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0],
  );
});
