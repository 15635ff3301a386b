// What a person gets who names no algorithm, beside the best that can be named: shortly. All of it: js/long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const { lossesOf, sheetOf } = await import("../practice/checks.mjs");

const medians = sheetOf("median of records, numbers");
const texts = sheetOf("median of records, texts");
const quartiles = sheetOf("quartiles of records, numbers");
/** There are fewer than 20 comparisons. */
const shortly = { alpha: 1e-6 / 20, n: 1000, epsilons: [1], told: [""], dataSets: 100 };

test("the default errs at most 1.6 times as much as the best algorithm (100 data sets, alpha 1e-6)", () => {
  const told = ["", "delta 1e-8"];
  assert.deepEqual(lossesOf(medians, { ...shortly, epsilons: [0.1, 1], told }), []);
  assert.deepEqual(lossesOf(quartiles, { ...shortly, told }), []);
  assert.deepEqual(lossesOf(texts, shortly), []);
});

/** Of one shape, which tells algorithms apart by fewer data sets. */
const smooth = { ...shortly, shape: "log-normal", dataSets: 60 };

test("a default that errs more than the best algorithm is told (60 data sets)", () => {
  const byCuts = lossesOf(medians, { ...smooth, byDefault: () => "cut" });
  assert.match(byCuts.join("\n"), /ranks by default \(cut\), .* ranks by "exponential"/);
  const separate = lossesOf(quartiles, { ...smooth, byDefault: () => "separate" });
  assert.match(separate.join("\n"), /ranks by default \(separate\), .* ranks by "recursion"/);
});

test("a default that errs more with more epsilon, or with a delta, is told (60 data sets)", () => {
  const separateFrom1 = lossesOf(quartiles, {
    ...{ ...smooth, epsilons: [0.9, 1] },
    byDefault: ({ epsilon }) => (epsilon < 1 ? "recursion" : "separate"),
  });
  assert.match(separateFrom1.join("\n"), /^epsilon 1: .* with less \(epsilon 0.9\)/m);
  const separateWithDelta = lossesOf(quartiles, {
    ...{ ...smooth, told: ["", "delta 1e-8"] },
    byDefault: ({ told }) => (told.name === "" ? "recursion" : "separate"),
  });
  assert.match(separateWithDelta.join("\n"), /^epsilon 1, delta 1e-8: .* with less \(epsilon 1\)/m);
});
