// The lower bound for every algorithm, next to the needs of ours.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { integers, load, plan, text } from "../../dist/index.js";

before(() => load());

const loss = { epsilon: 1, delta: 1e-6 };

test("plan.leastPossible equals the theorem, with and without a delta", () => {
  const withDelta = { 64: 17, 1024: 20, 8192: 22, 1048576: 26 };
  const without = { 64: 46, 1024: 712, 8192: 5680, 1048576: 726_820 };
  for (const bits of [64, 1024, 8192, 1048576]) {
    assert.equal(plan.leastPossible({ bits, ...loss }), withDelta[bits]);
    assert.equal(plan.leastPossible({ bits, epsilon: 1 }), without[bits]);
  }
});

test("no algorithm of the planner needs less than the lower bound", () => {
  for (const options of [
    { bits: 64, ...loss },
    { bits: 64, epsilon: 1 },
    { domain: integers(0, 120), ...loss },
    { domain: text(64), epsilon: 0.1, delta: 1e-9, confidence: 0.99, neighbors: "replace" },
  ]) {
    const least = plan.leastPossible(options);
    assert.ok(least >= 1);
    for (const { records } of plan.interiorPoint(options)) assert.ok(least <= records);
  }
});

test("plan.leastPossible rejects as a plan does, by its own name", () => {
  assert.throws(() => plan.leastPossible({ epsilon: 1 }), {
    name: "TypeError",
    message: "plan.leastPossible needs either domain or bits",
  });
  assert.throws(() => plan.leastPossible({ bits: 8, epsilon: 1, delta: 1 }), {
    name: "RangeError",
    message: "delta must be 0 or a number above 0 and below 1, got 1",
  });
});

test("plan.learnRectangle states the bound for boxes, and no algorithm promises fewer errors", () => {
  const asked = { accuracy: 0.1, ...loss };
  const leastOf = (options, of) =>
    plan
      .learnRectangle({ ...asked, ...options })
      .filter(({ algorithm }) => (algorithm === "exponential") === of)
      .map(({ leastPossible }) => leastPossible);
  const wide = integers(-(2n ** 63n), 2n ** 63n - 1n);
  const bounds = leastOf({ dimensions: 2, domain: wide }, false);
  assert.deepEqual([...new Set(bounds)], [7]);
  assert.deepEqual(leastOf({ dimensions: 3, domain: wide, delta: 0 }, true), [33]);
  assert.deepEqual(
    leastOf({ dimensions: 2, domain: [wide, integers(0, 9)], delta: 0 }, true),
    [22],
  );
  // Cells are keys of a grid, and there are never more of them than keys.
  assert.deepEqual(leastOf({ dimensions: 2, domain: wide, delta: 0, grid: 10 }, true), [
    plan.leastPossible({ task: "learnRectangle", candidates: 10, k: 2, epsilon: 1 }),
  ]);
  const few = { dimensions: 2, domain: integers(0, 2), delta: 0, epsilon: 0.01 };
  assert.deepEqual(leastOf({ ...few, grid: [[1, 2], 3] }, true), [
    plan.leastPossible({ task: "learnRectangle", candidates: 3, k: 1, epsilon: 0.01 }),
  ]);
  for (const dimensions of [1, 2, 4]) {
    for (const domain of [integers(0, 1), integers(0, 1023), wide]) {
      for (const neighbors of ["add-remove", "replace"]) {
        for (const [epsilon, delta] of [
          [1, 1e-6],
          [0.1, 0],
          [4, 1e-3],
        ]) {
          const options = { dimensions, domain, neighbors, epsilon, delta, accuracy: 0.1 };
          for (const { errors, leastPossible, algorithm } of plan.learnRectangle(options)) {
            assert.ok(leastPossible <= errors, `${algorithm}: ${leastPossible} of ${errors}`);
          }
        }
      }
    }
  }
});
