// Interior points of a depth, levels of the papers' recursions, and thresholds learned by them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  integers,
  interiorPoint,
  Ledger,
  learnThreshold,
  plan,
  quasiConcaveMax,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const loss = { epsilon: 1, delta: 1e-6 };
const many = Float64Array.from({ length: 9000 }, (_, i) => ((i * 7919) % 9001) ** 2);
const sorted = Float64Array.from(many).sort();
const sideOf = (value) =>
  Math.min(sorted.filter((x) => x <= value).length, sorted.filter((x) => x >= value).length);

test("KLMNS20 Lemma 3.8: an answer of depth 14 takes 26 records more, by every algorithm", () => {
  const needs = (more) =>
    plan.interiorPoint({ bits: 64, ...loss, ...more }).map(({ records }) => records);
  assert.deepEqual(
    needs({ depth: 14 }),
    needs({}).map((records) => records + 26),
  );
  for (const [algorithm, more] of [
    ["exponential", {}],
    ["cut", {}],
    ["rec-concave", {}],
    ["tree-log", { size: 10_000 }],
    ["tree-log-slices", {}],
    ["heavy-paths", { size: 10_000 }],
  ]) {
    const options = { ...loss, algorithm, depth: 14, ...more };
    const { value, record } = interiorPoint(many, options);
    assert.ok(sideOf(value) >= 14, algorithm);
    assert.equal(record.parameters.depth, 14);
  }
});

test("a depth is stated in the record, with an answer or without one", () => {
  const of = (options) => accuracy.interiorPoint({ ...loss, depth: 14, ...options }).statement;
  assert.equal(
    of({ algorithm: "cut" }),
    "With 95% confidence, at least 14 records lie at or before the answer, and as many at or after it, or there is none, however few records there are; with at least 67, there is an answer.",
  );
  assert.match(
    of({ algorithm: "cut", abstain: false }),
    /^With 95% confidence, an answer is returned and at least 14 records lie at or before the answer, and as many at or after it, provided there are at least 61 records\.$/,
  );
  // All of so few records are left out: an answer has probability below 0.0001.
  const few = interiorPoint(many.slice(0, 20), { ...loss, depth: 14, confidence: 0.9999 });
  assert.equal(few.value, null);
  assert.equal(few.reason, "too-few");
});

test("a depth counts with the size, and is refused for rows of users", () => {
  const replace = { ...loss, neighbors: "replace", missing: "throw", depth: 14 };
  const { value, record } = interiorPoint(many, { ...replace, algorithm: "tree-log" });
  assert.ok(value === null || sideOf(value) >= 14);
  assert.equal(record.parameters.depth, 14);
  const ledger = new Ledger(loss);
  const rows = { users: [1, 2], values: [1, 2] };
  for (const [data, options, name, message] of [
    [rows, { depth: 2 }, "TypeError", "depth must be left out for rows of users, got 2"],
    [rows, { levels: 2 }, "TypeError", "levels must be left out for rows of users, got 2"],
    [many, { depth: 0 }, "RangeError", /^depth must be/],
    [many, { depth: 1e7 }, "RangeError", /^depth must be/],
    [
      many,
      { algorithm: "tree-log", size: 26, depth: 14 },
      "RangeError",
      /^size must be at least 2 depth - 1/,
    ],
  ]) {
    assert.throws(() => interiorPoint(data, { ...loss, ...options, ledger }), { name, message });
  }
  assert.equal(ledger.entries.length, 0);
});

test("KLMNS20 Lemma 3.7: levels 2 and 3 need more records than one", () => {
  for (const [algorithm, expected] of [
    ["tree-log", [259, 743, 1683]],
    ["tree-log-slices", [621, 1575, 2895]],
    ["rec-concave", [523, 7591, 7591]],
  ]) {
    for (const [i, records] of expected.entries()) {
      const levels = i + 1;
      const planned = plan
        .interiorPoint({ bits: 64, ...loss, levels })
        .find((one) => one.algorithm === algorithm);
      assert.equal(planned.records, records);
      assert.equal(planned.parameters.levels, algorithm === "rec-concave" && i > 0 ? 2 : levels);
      const options = {
        ...loss,
        algorithm,
        levels,
        ...(algorithm === "tree-log" && { size: 10_000 }),
      };
      const { value, record } = interiorPoint(many, options);
      assert.ok(sideOf(value) >= 1, `${algorithm} ${levels}`);
      assert.equal(record.parameters.levels, planned.parameters.levels);
    }
  }
  assert.throws(() => interiorPoint(many, { ...loss, levels: 2, algorithm: "cut" }), {
    name: "RangeError",
    message: "levels must be left out for an algorithm that shrinks no domain, got 2",
  });
});

test("records name the paper's algorithm", () => {
  const by = (algorithm, more) =>
    interiorPoint([], { ...loss, algorithm, ...more }).record.mechanism;
  assert.equal(by("tree-log", { size: 1000 }), "interiorPoint by TreeLog (KLMNS20 Algorithm 1)");
  assert.equal(
    by("tree-log-slices", {}),
    "interiorPoint by TreeLog by slices (CLNSS22 Algorithm 5)",
  );
  const size = 1024;
  const search = (levels) =>
    quasiConcaveMax([{ width: size, quality: 0 }], {
      ...loss,
      size,
      algorithm: "cumulative-tree-log",
      levels,
    }).record;
  assert.equal(search().mechanism, "quasiConcaveMax by Cumulative TreeLog (CLNSS22 Algorithm 8)");
  assert.equal(search().parameters.levels, 1);
  assert.ok(search(2).accuracy.error > search(1).accuracy.error);
});

const x = Array.from({ length: 8000 }, (_, i) => (i * 37) % 100_000);
const y = x.map((value) => (value <= 40_000 ? 1 : 0));

test("CLNSS22 Theorem 3.9: a threshold is learned by Algorithm 5 and by every other search", () => {
  for (const [by, levels, errors] of [
    ["cut", undefined, 29],
    ["tree-log", undefined, 195],
    ["tree-log-slices", undefined, 651],
    ["tree-log-slices", 2, 1643],
    ["rec-concave", undefined, 401],
    ["heavy-paths", undefined, 2697],
  ]) {
    const options = { x, y, ...loss, algorithm: "interior-point", by, levels };
    const { value, record } = learnThreshold(options);
    const wrong = x.filter((one, i) => value.predict(one) !== y[i]).length;
    assert.equal(record.accuracy.error, errors, by);
    assert.ok(wrong <= errors, `${by}: ${wrong}`);
    assert.equal(record.parameters.by, by);
    if (levels !== undefined) assert.equal(record.parameters.levels, levels);
  }
});

test("a plan of thresholds lists each search, and other algorithms refuse one", () => {
  const all = plan.learnThreshold({ ...loss, accuracy: 0.1 });
  assert.deepEqual(
    all.map(({ algorithm, by }) => by ?? algorithm),
    [
      "exponential",
      "cut",
      "cut",
      "tree-log",
      "tree-log-slices",
      "rec-concave",
      "heavy-paths",
      "rec-concave",
      "quantiles",
      "slices",
    ],
  );
  const tree = (levels) =>
    plan.learnThreshold({ ...loss, accuracy: 0.1, levels }).find(({ by }) => by === "tree-log");
  assert.deepEqual(
    [1, 2, 3].map((levels) => tree(levels).errors),
    [195, 628, 1419],
  );
  assert.deepEqual(
    [1, 2, 3].map((levels) => tree(levels).levels),
    [1, 2, 3],
  );
  const options = { x: [1], y: [1], ...loss, domain: integers(0, 9) };
  for (const [more, message] of [
    [{ by: "tree-log" }, /^by must be left out unless the algorithm is interior-point/],
    [{ algorithm: "cut", levels: 2 }, /^levels must be left out unless/],
    [{ algorithm: "interior-point", levels: 2 }, "levels must be left out for cut, got 2"],
    [{ algorithm: "interior-point", by: "exponential" }, /^by must be/],
  ]) {
    assert.throws(() => learnThreshold({ ...options, ...more }), { name: "RangeError", message });
  }
});

test("records and plans say how often the domain was shrunk, also where that is less often than was asked", () => {
  const levelsOf = (domain, more) =>
    [1, 2, 3].map((levels) => {
      const asked = { ...loss, domain, levels, size: 10_000_000 };
      return interiorPoint([1, 2, 3], { ...asked, ...more }).record.parameters.levels;
    });
  // RecConcave goes on with the widths of ranges: 2^64 points have 65, these have 8, and so few need no more.
  assert.deepEqual(levelsOf(integers(0, 15), { algorithm: "rec-concave" }), [0, 0, 0]);
  assert.deepEqual(levelsOf(undefined, { algorithm: "rec-concave" }), [1, 2, 2]);
  for (const algorithm of ["tree-log", "tree-log-slices", "heavy-paths"]) {
    assert.deepEqual(levelsOf(undefined, { algorithm }), [1, 2, 3], algorithm);
  }
  const planned = [1, 2, 3].map((levels) => plan.interiorPoint({ bits: 64, ...loss, levels }));
  const ofRecConcave = planned.map(
    (list) => list.find(({ algorithm }) => algorithm === "rec-concave").parameters.levels,
  );
  assert.deepEqual(ofRecConcave, [1, 2, 2]);
  const ofLearners = [1, 2, 3].map(
    (levels) =>
      learnThreshold({
        ...{ x: [1, 2], y: [1, 0], domain: integers(0, 15), ...loss },
        ...{ algorithm: "interior-point", by: "rec-concave", levels },
      }).record.parameters.levels,
  );
  assert.deepEqual(ofLearners, [0, 0, 0]);
  const grid = Array.from({ length: 9 }, (_, i) => i);
  const quality = (x) => 100_000 - Math.abs(x - 3);
  const ofBest = [1, 2, 3].map(
    (levels) =>
      quasiConcaveMax(quality, { grid, ...loss, algorithm: "rec-concave", levels }).record
        .parameters.levels,
  );
  assert.deepEqual(ofBest, [0, 0, 0]);
});
