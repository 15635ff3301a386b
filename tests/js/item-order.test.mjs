// Ties between items are broken by the order of their bytes, however the comparison is optimised.
import assert from "node:assert/strict";
import { test } from "node:test";
import { topRows } from "../../dist/data/histogram.js";
import { compareItems, isBehind } from "../../dist/data/item-order.js";

/**
 * Text around the places where UTF-16 and UTF-8 orders differ: surrogates are below U+E000 as units and above it
 * as bytes.
 */
const pieces = ["", "a", "b", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
const texts = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => `${a}${b}${c}`)));
const all = [...new Set([...texts, "", "ab", "abc"])];
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test("compareItems and isBehind order texts by their UTF-8 bytes", () => {
  for (const one of all) {
    const isBehindIt = isBehind(one);
    for (const other of all) {
      if (one === other) continue;
      const expected = byBytes(other, one) > 0;
      assert.equal(compareItems(other, one) > 0, expected, `${other} and ${one}`);
      assert.equal(isBehindIt(other), expected, `${other} and ${one}`);
    }
  }
});

test("the rest of items of several kinds matches comparing them in pairs", () => {
  const items = [...all.slice(0, 40), 1, -1, 0.5, Number.NaN, 3n, -3n, true, false, "1", "true"];
  for (const one of items) {
    const isBehindIt = isBehind(one);
    for (const other of items) {
      if (Object.is(one, other)) continue;
      assert.equal(
        isBehindIt(other),
        compareItems(other, one) > 0,
        `${String(other)}, ${String(one)}`,
      );
    }
  }
});

test("many items with equal counts are cut to the first by bytes, for any order of rows", () => {
  const sorted = all.toSorted(byBytes);
  for (const limit of [1, 5, 60]) {
    for (const rows of [sorted, sorted.toReversed(), all, all.toSorted()]) {
      assert.deepEqual(topRows(rows, limit).items, sorted.slice(0, limit));
    }
  }
});
