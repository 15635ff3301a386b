// Histograms that state how much one user counts. Regression: only topK used it. All other functions took ten
// counts of one user for ten people.
import assert from "node:assert/strict";
import test from "node:test";
import {
  boundContributions,
  integers,
  interiorPoint,
  median,
  quantile,
  quantiles,
  SliceSession,
  sanitizePoints,
  sanitizeThresholds,
  topK,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

/** 40 users of five numbers each. */
const events = {
  users: Array.from({ length: 200 }, (_, i) => i % 40),
  items: Array.from({ length: 200 }, (_, i) => Math.floor(i / 40)),
};
const domain = integers(0, 9);
const [epsilon, delta] = [1, 1e-6];

const takers = {
  sanitizePoints: (rows) => sanitizePoints(rows, { epsilon, delta }),
  median: (rows) => median(rows, { epsilon, domain }),
  quantile: (rows) => quantile(rows, 0.9, { epsilon, domain }),
  quantiles: (rows) => quantiles(rows, [0.1, 0.9], { epsilon, domain }),
  interiorPoint: (rows) => interiorPoint(rows, { epsilon, domain }),
  sanitizeThresholds: (rows) => sanitizeThresholds(rows, { epsilon, domain }),
  "sanitizeThresholds, paper": (rows) =>
    sanitizeThresholds(rows, { epsilon, delta, domain, method: "paper", size: 2 ** 30 }),
  SliceSession: (rows) =>
    new SliceSession(rows, {
      slices: 2,
      compute: { epsilon: 1, delta: 1e-9 },
      sliceEpsilon: 0.5,
      delta,
      domain,
    }),
};

for (const [name, take] of Object.entries(takers)) {
  test(`${name} accepts histograms in which each user counts once, and rejects others by name`, () => {
    assert.doesNotThrow(() => take(boundContributions(events, { perUser: 1 })));
    for (const perUser of [2, 5, Number.POSITIVE_INFINITY]) {
      assert.throws(() => take(boundContributions(events, { perUser })), {
        name: "RangeError",
        message: new RegExp(
          `^(rows|values) must count each user once \\(boundContributions with perUser: 1\\), got perUser ${perUser}$`,
        ),
      });
    }
  });
}

test("the perUser of a histogram must be a number of counts", () => {
  const { values, counts } = boundContributions(events, { perUser: 5 });
  for (const perUser of [null, "5", 0, 1.5, Number.NaN, -1, 5n]) {
    for (const take of [
      ...Object.values(takers),
      (rows) => topK(rows, { k: 2, epsilon, delta, perUser: 9 }),
    ]) {
      assert.throws(() => take({ values, counts, perUser }), { message: /^perUser must be/ });
    }
  }
});
