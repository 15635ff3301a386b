// Columns of records: kinds, lengths, labels and missing values.
import assert from "node:assert/strict";
import test from "node:test";
import {
  dates,
  integers,
  learnPoint,
  learnRectangle,
  learnSemiPrivate,
  learnThreshold,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { answer, domain, learners, missing, spread } from "./learned-records.mjs";

await loadForTesting({ seed: 1 });

test("columns of any kind omit the same records", () => {
  const n = 400;
  const days = dates("2020-01-01", "2020-03-01");
  const day = (i) => new Date(Date.UTC(2020, 0, i % 2 === 0 ? 10 : 50));
  const learn = (x, y, of) =>
    learnRectangle({ x, y, domain: of, epsilon: 40, delta: 1e-6, algorithm: "slices" }).value;
  const wide = integers(0n, 60n);
  const x = [
    Array.from({ length: n }, (_, i) => day(i)).with(3, null),
    BigInt64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 10n : 50n)),
    Float32Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 10 : 50)).with(7, Number.NaN),
  ];
  const y = Array.from({ length: n }, (_, i) => i % 2 === 1).with(9, undefined);
  const box = learn(x, y, [days, wide, domain]);
  assert.deepEqual(box.lowest, [day(1), 50n, 50]);
  assert.deepEqual(box.highest, [day(1), 50n, 50]);
});

test('outside: "throw" allows no missing value', () => {
  const message = /must not be missing \(because missing or outside is "throw"\)/;
  for (const options of [{ epsilon: 1 }, { epsilon: 1, algorithm: "sanitizer" }]) {
    for (const value of missing) {
      const base = { ...options, domain, outside: "throw" };
      const refused = (x, y) =>
        assert.throws(() => learnThreshold({ ...base, x, y }), { name: "RangeError", message });
      refused([10, value], [0, 1]);
      refused([10, 50], [value, 1]);
      assert.doesNotThrow(() =>
        learnThreshold({ ...base, outside: "drop", x: [10, value], y: [value, 1] }),
      );
    }
  }
});

test("a label other than 0, 1 or missing is rejected, whatever else is missing", () => {
  for (const [name, learner] of Object.entries(learners)) {
    const records = spread(4, Math.max(1, learner[0]));
    for (const label of ["1", 2, 0.5, {}, new Date(0), -1n]) {
      const at = Array(records[0].at.length).fill(Number.NaN);
      for (const one of [
        { at, label },
        { ...records[0], label },
      ]) {
        const run = () => answer(learner, [one, ...records]);
        assert.throws(run, { name: "TypeError", message: /^y must be labels/ }, name);
      }
    }
  }
});

test("columns of different lengths are rejected by name before anything is drawn", () => {
  for (const [name, [axes, learn, options]] of Object.entries(learners)) {
    const x = Array(Math.max(1, axes)).fill([10, 50, 10]);
    const given = (columns) => (axes === 0 ? columns[0] : columns);
    const refused = (columns, y, message) =>
      assert.throws(
        () => learn({ domain, ...options, x: given(columns), y }),
        { name: "RangeError", message },
        name,
      );
    refused(x, [0, 1], /^y must be as many as x, 3, got 2/);
    if (axes > 1) {
      refused(x.with(1, [10]), [0, 1, 0], /^x must be columns of one length, got 3, 1/);
    }
  }
  const boxes = learners["learnSemiPrivate, boxes"][2];
  assert.throws(
    () =>
      learnSemiPrivate({
        ...boxes,
        domain,
        x: [[10], [10]],
        y: [1],
        unlabelled: [[10, 50], [10]],
      }),
    { name: "RangeError", message: "unlabelled must be columns of one length, got 2, 1" },
  );
});

test("an item that looks like a row of a histogram is one record, whatever its count", () => {
  const x = [{ item: "a", count: 1e6 }];
  assert.throws(() => learnPoint({ x, y: [1], epsilon: 1, delta: 1e-6 }), {
    name: "TypeError",
    message: /^rows must hold items that are text/,
  });
});
