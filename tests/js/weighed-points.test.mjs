// The page weighs values as the library does. Value by value: tests/laws/page.test.mjs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { weighedPoints } from "../../build/programs/demo/data/weighed-points.js";
import { decimals, median, reals } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

before(() => loadForTesting({ seed: 5 }));

test("the page's total weight of a domain equals that of the library's draws", () => {
  for (const [shown, domain] of [
    [{ type: "every" }, reals()],
    [{ type: "range", low: -5, high: 90_000, digits: 2 }, decimals(-5, 90_000, 2)],
    [{ type: "range", low: 1, high: 90_000, digits: 2 }, decimals(1, 90_000, 2)],
  ]) {
    const { between, outside } = weighedPoints(shown);
    const { record } = median([], { epsilon: 1, domain, abstain: true });
    const { drawEpsilon, noneScore } = record.parameters;
    // The abstain weight is 19 times that of all values, its score rounded up to a multiple of 2^-20.
    const above = drawEpsilon * noneScore - Math.log(19 * between(...outside));
    assert.ok(above > -1e-9 && above < 2 ** -19, `${shown.type}: ${above}`);
  }
});
