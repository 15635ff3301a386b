// What is said of an answer before anything is spent is what its record says afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

const { accuracy, integers } = logstar;
await loadForTesting({ seed: 33 });

const delta = 1e-6;
const domain = integers(0, 99);
const labelled = { x: [1, 2, 3], y: [1, 1, 0] };
const scores = new Map([
  ["a", 3],
  ["b", 1],
  ["c", 2],
]);
const points = {
  x: [
    [1, 2],
    [3, 4],
  ],
  y: [1, 0],
};

/** Of each member: the options, and the answer with them. */
const pairs = {
  interiorPoint: [[{ epsilon: 0.5, domain }], (o) => logstar.interiorPoint([1, 2], o)],
  median: [[{ epsilon: 0.5 }], (o) => logstar.median([1, 2], o)],
  quantile: [[0.9, { epsilon: 0.5, confidence: 0.99 }], (q, o) => logstar.quantile([1], q, o)],
  quantiles: [[[0.1, 0.9], { epsilon: 0.5, domain }], (qs, o) => logstar.quantiles([1], qs, o)],
  "quantiles, slices": [
    [[0.1, 0.5, 0.9], { epsilon: 0.5, delta, domain, algorithm: "slices" }],
    (qs, o) => logstar.quantiles([1], qs, o),
  ],
  topK: [[{ k: 2, epsilon: 1, delta, perUser: 1 }], (o) => logstar.topK(["a", "b"], o)],
  laplaceCount: [[{ epsilon: 0.5, perUser: 3 }], (o) => logstar.laplaceCount(5, o)],
  learnPoint: [[{ epsilon: 1, delta, algorithm: "gap" }], (o) => learned("learnPoint", o)],
  "learnPoint, proper": [
    [{ epsilon: 1, delta, proper: true, domain: integers(0, 2 ** 40), accuracy: 0.1 }],
    (o) => learned("learnPoint", o),
  ],
  learnRectangle: [
    [{ epsilon: 1, delta, dimensions: 2, domain }],
    ({ dimensions: _, ...o }) => logstar.learnRectangle({ ...points, ...o }),
  ],
  learnThreshold: [[{ epsilon: 1, domain }], (o) => learned("learnThreshold", o)],
  sanitizePoints: [[{ epsilon: 1, delta, items: 5 }], (o) => logstar.sanitizePoints(["a"], o)],
  "sanitizePoints, rounds": [
    [{ epsilon: 1, delta, method: "rounds", accuracy: 0.5 }],
    (o) => logstar.sanitizePoints(["a"], o),
  ],
  sanitizeThresholds: [
    [{ epsilon: 1, domain, points: 3 }],
    (o) => logstar.sanitizeThresholds([1, 2], o),
  ],
  "sanitizeThresholds, paper": [
    [{ epsilon: 1, delta, domain, method: "paper", size: 1e6 }],
    (o) => logstar.sanitizeThresholds([1, 2], o),
  ],
  selectBest: [
    [{ epsilon: 0.5, candidates: 3 }],
    ({ candidates: _, ...o }) => logstar.selectBest(scores, o),
  ],
  "selectBest, stable": [
    [{ epsilon: 0.5, delta, method: "stable" }],
    (o) => logstar.selectBest(scores, o),
  ],
};

function learned(name, options) {
  return logstar[name]({ ...labelled, ...options });
}

for (const [name, [args, answer]] of Object.entries(pairs)) {
  test(`accuracy.${name} says beforehand what the record says afterwards`, () => {
    const said = accuracy[name.split(",")[0]](...args);
    assert.deepEqual(said, answer(...args).record.accuracy);
    assert.ok(said.error > 0 && said.statement.length > 20);
  });
}

test("every member of accuracy is compared", () => {
  for (const name of Object.keys(accuracy)) assert.ok(name in pairs, name);
});

test("what is missing or wrong is named", () => {
  assert.throws(() => accuracy.topK({ k: 2, epsilon: 1, delta }), {
    message:
      "perUser must be given (at how many items one user counts at most, or Infinity), got undefined",
  });
  assert.throws(
    () => accuracy.sanitizeThresholds({ epsilon: 1, method: "best" }),
    /^RangeError: method must be/,
  );
  assert.throws(() => accuracy.quantiles([0.9, 0.1], { epsilon: 1 }), /qs must be increasing/);
  assert.throws(() => accuracy.learnPoint({ epsilon: 1 }), /delta must be a number/);
});
