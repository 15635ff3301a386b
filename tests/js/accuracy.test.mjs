// The accuracy forecast before a release equals the accuracy in its record.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { releases } from "./declared-calls.mjs";

const { accuracy, integers } = logstar;
await loadForTesting({ seed: 1 });

const delta = 1e-6;
const domain = integers(0, 99);
/** Options beyond the declared examples, each with its call. */
const others = {
  "quantile, close to an end": [
    [0.9, { epsilon: 0.5, confidence: 0.99 }],
    (q, o) => logstar.quantile([1], q, o),
  ],
  "quantiles, slices": [
    [[0.1, 0.5, 0.9], { epsilon: 0.5, delta, domain, algorithm: "slices" }],
    (qs, o) => logstar.quantiles([1], qs, o),
  ],
};
const declared = Object.fromEntries(
  releases
    .filter(({ known }) => known)
    .map(({ title, name, args, known }) => [title, [known(), () => logstar[name](...args())]]),
);

for (const [name, [args, answer]] of Object.entries({ ...declared, ...others })) {
  test(`accuracy.${name} equals the accuracy in the record`, () => {
    const said = accuracy[name.split(",")[0]](...args);
    assert.deepEqual(said, answer(...args).record.accuracy);
    assert.ok(said.error > 0 && said.statement.length > 20);
  });
}

test("the comparison covers every member of accuracy", () => {
  for (const name of Object.keys(accuracy)) assert.ok(name in declared, name);
});

// Regression: without a quantile it returned the accuracy of an interior point.
test("accuracy.quantile requires a quantile", () => {
  assert.throws(() => accuracy.quantile(undefined, { epsilon: 1 }), {
    name: "TypeError",
    message: "q must be a number, got undefined",
  });
});

test("accuracy.* names a missing or invalid option", () => {
  assert.throws(() => accuracy.topK({ k: 2, epsilon: 1, delta }), {
    message:
      "perUser must be given (the maximum number of items per user, or Infinity), got undefined",
  });
  assert.throws(
    () => accuracy.sanitizeThresholds({ epsilon: 1, method: "best" }),
    /^RangeError: method must be/,
  );
  assert.throws(() => accuracy.quantiles([0.9, 0.1], { epsilon: 1 }), /qs must be increasing/);
  assert.throws(() => accuracy.learnPoint({ epsilon: 1 }), /delta must be a number/);
});
