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
