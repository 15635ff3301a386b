// The defaults of a person who names no algorithm, compared with the best named one, in short. The whole design
// is in js/long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const { tried } = await import("../practice/trial.mjs");
const { lossesOfRow } = await import("../practice/verdicts.mjs");

/** The number of comparisons is below 80. */
const alpha = 1e-6 / 80;
const row = { told: "", neighbors: "add-remove", of: "records", epsilon: 1, n: 1000 };
const medians = { ...row, question: "median", kind: "numbers" };
const texts = { ...medians, kind: "texts" };
const quartiles = { ...medians, question: "quartiles" };

test("the default errs at most 1.6 times as much as the best algorithm (100 data sets, alpha 1e-6)", () => {
  const told = "delta 1e-8";
  for (const one of [medians, { ...medians, epsilon: 0.1 }, quartiles, texts]) {
    assert.deepEqual(lossesOfRow(tried(one, { dataSets: 100 }), alpha), []);
    assert.deepEqual(lossesOfRow(tried({ ...one, told }, { dataSets: 100 }), alpha), []);
  }
});

const lossesOf = (one, instead) =>
  lossesOfRow(tried(one, { ...instead, dataSets: 150 }), alpha).join("\n");

test("practice reports a default that errs more than the best algorithm (150 data sets)", () => {
  const byCuts = lossesOf(medians, { algorithm: "cut" });
  assert.match(byCuts, /^algorithm "exponential": .* ranks \(cut\), .* ranks \(exponential\)/m);
  const separate = lossesOf(quartiles, { algorithm: "separate" });
  assert.match(separate, /^algorithm "recursion": .* ranks \(separate\), .* ranks \(recursion\)/m);
});

test("practice reports a default that errs more with more epsilon, or with a delta (150 data sets)", () => {
  const separateFrom2 = lossesOf(quartiles, { withMore: "separate" });
  assert.match(separateFrom2, /^with twice the epsilon: .* ranks \(separate\)/m);
  const withDelta = { ...quartiles, told: "delta 1e-8" };
  const separateWithDelta = lossesOf(withDelta, { algorithm: "separate" });
  assert.match(separateWithDelta, /^told nothing: .* ranks \(separate\), .* \(recursion\)/m);
});
