// js/statements with more than a hundred draws of each case, so that a sentence that is wrong slightly too
// often is found, too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../../dist/testing.js";

await loadForTesting({ seed: 46 });

const { cases, largeCases, tightCases } = await import("../statements/all.mjs");
const { alphaOfAll, rejected, tally } = await import("../statements/bounds.mjs");

const wrongIn = (cases, draws) =>
  cases.flatMap(({ title, draw }) =>
    rejected(tally(draw, draws), alphaOfAll).map((claim) => `${title}: ${claim}`),
  );

for (const of of new Set(cases.map((one) => one.of))) {
  test(`${of} keeps its statement on awkward data (150 draws a case, alpha 1e-6 for all)`, () => {
    const own = cases.filter((one) => one.of === of);
    assert.deepEqual(wrongIn(own, 150), []);
  });
}

for (const { of, title, draw } of tightCases) {
  test(`${of} keeps its statement in the tightest cases: ${title} (6,000 draws)`, () => {
    assert.deepEqual(wrongIn([{ title, draw }], 6000), []);
  });
}

test("a spread count of users with very many rows keeps its statement (8 draws)", () => {
  assert.deepEqual(wrongIn(largeCases, 8), []);
});
