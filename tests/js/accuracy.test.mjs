// What is said of an answer before anything is spent is what its record says afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { releases } from "./declared-calls.mjs";

const { accuracy, integers } = logstar;
await loadForTesting({ seed: 33 });

const delta = 1e-6;
const domain = integers(0, 99);
/** Of each member that is not declared: the options, and the answer with them. */
const pairs = {
  interiorPoint: [[{ epsilon: 0.5, domain }], (o) => logstar.interiorPoint([1, 2], o)],
  median: [[{ epsilon: 0.5 }], (o) => logstar.median([1, 2], o)],
  quantile: [[0.9, { epsilon: 0.5, confidence: 0.99 }], (q, o) => logstar.quantile([1], q, o)],
  quantiles: [[[0.1, 0.9], { epsilon: 0.5, domain }], (qs, o) => logstar.quantiles([1], qs, o)],
  "quantiles, slices": [
    [[0.1, 0.5, 0.9], { epsilon: 0.5, delta, domain, algorithm: "slices" }],
    (qs, o) => logstar.quantiles([1], qs, o),
  ],
};

for (const [name, [args, answer]] of Object.entries(pairs)) {
  test(`accuracy.${name} says beforehand what the record says afterwards`, () => {
    const said = accuracy[name.split(",")[0]](...args);
    assert.deepEqual(said, answer(...args).record.accuracy);
    assert.ok(said.error > 0 && said.statement.length > 20);
  });
}

for (const { title, name, args, known } of releases.filter(({ known }) => known)) {
  test(`accuracy.${title} says beforehand what the record says afterwards`, () => {
    const said = accuracy[name](known());
    assert.deepEqual(said, logstar[name](...args()).record.accuracy);
    assert.ok(said.error > 0 && said.statement.length > 20);
  });
}

test("every member of accuracy is compared", () => {
  const declared = releases.map(({ name }) => name);
  for (const name of Object.keys(accuracy))
    assert.ok(name in pairs || declared.includes(name), name);
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
