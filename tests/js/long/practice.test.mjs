// What a person gets who names no algorithm, beside the best that can be named: each function and kind of data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../../dist/testing.js";

await loadForTesting({ seed: 47 });

const { lossesOf, sheetOf } = await import("../../practice/checks.mjs");
const { sheets } = await import("../../practice/questions.mjs");
const { namesOfShapes } = await import("../../practice/shapes.mjs");
const { titleOf } = await import("../../practice/table.mjs");

/** Of each comparison: there are fewer than 4,000 of them. */
const alpha = 1e-6 / 4000;
const epsilons = [0.1, 1];
/** A hundred quantiles drawn one by one take a second of each data set. */
const isLong = ({ question }) => question.name === "percentiles";

for (const sheet of sheets.filter((one) => !isLong(one))) {
  test(`${titleOf(sheet)} errs at most 1.6 times as much as the best algorithm, and less with more (200 data sets, alpha 1e-6)`, () => {
    const n = sheet.n.includes(1000) ? 1000 : sheet.n[0];
    assert.deepEqual(lossesOf(sheet, { alpha, n, epsilons, dataSets: 200 }), []);
  });
}

const medians = sheetOf("median of records, numbers");

for (const shape of namesOfShapes) {
  test(`the median of ${shape} numbers errs at most 1.6 times as much as the best algorithm (200 data sets, alpha 1e-6)`, () => {
    assert.deepEqual(
      lossesOf(medians, { alpha, n: 1000, epsilons: [0.1, 1], dataSets: 200, shape }),
      [],
    );
  });
}

test("interior points of few records lie outside at most 1.6 times as often as the best algorithm's (1,000 data sets, alpha 1e-6)", () => {
  for (const kind of ["numbers", "decimals 0 to 1e6"]) {
    const points = sheetOf(`interiorPoint of records, ${kind}`);
    for (const n of [30, 100]) {
      assert.deepEqual(
        lossesOf(points, { alpha, n, epsilons, dataSets: 1000 }),
        [],
        `${kind}, ${n}`,
      );
    }
  }
});

test("an interior point by an algorithm that lies outside more often is told (300 data sets)", () => {
  const points = sheetOf("interiorPoint of records, numbers");
  const told = lossesOf(points, {
    ...{ alpha, n: 60, epsilons: [0.5], dataSets: 300, told: [""] },
    byDefault: () => "cut",
  });
  assert.match(told.join("\n"), /fails \d+ of 300 by default \(cut\)/);
});

// Cut choice was taken there as it promises more and usually needs 1.3 times as many records: 9 in 100 answers lay inside,
// against 59 by the exponential mechanism.
test("an interior point of 100 numbers at epsilon 0.2 is not worse with a delta (300 data sets, alpha 1e-6)", () => {
  const points = sheetOf("interiorPoint of records, numbers");
  assert.deepEqual(lossesOf(points, { alpha, n: 100, epsilons: [0.2], dataSets: 300 }), []);
});
