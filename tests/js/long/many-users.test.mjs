// More different values than one Map of JavaScript holds.
import assert from "node:assert/strict";
import test from "node:test";
import { histogramOf } from "../../../dist/data/histogram.js";
import { numbered } from "../../../dist/data/numbering.js";

// Regression: one Map numbered all values, and no Map holds more than 2^24.
test("more than 2^24 different users are numbered", () => {
  const count = 2 ** 24 + 5;
  const column = new Float64Array(count + 3);
  for (let i = 0; i < column.length; ++i) column[i] = (i % count) + 0.5;
  const { ids, count: found, valueFor } = numbered(column, () => {});
  assert.equal(found, count);
  assert.equal(valueFor(count - 1), count - 0.5);
  for (const i of [0, 1, 2 ** 23, 2 ** 24 + 1, count - 1]) assert.equal(ids[i], i);
  assert.deepEqual([...ids.subarray(count)], [0, 1, 2]);
});

/** More different numbers than a Map holds, then the first three again. */
function manyNumbers() {
  const count = 2 ** 24 + 5;
  return Float64Array.from({ length: count + 3 }, (_, i) => (i % count) + 0.5);
}

// Regression: one Map counted all items.
test("more than 2^24 different items are counted", () => {
  const { items, counts } = histogramOf(manyNumbers(), "drop");
  assert.equal(items.length, 2 ** 24 + 5);
  assert.deepEqual([items[0], items[2 ** 24 + 4]], [0.5, 2 ** 24 + 4.5]);
  assert.deepEqual([...counts.slice(0, 4)], [2, 2, 2, 1]);
});
