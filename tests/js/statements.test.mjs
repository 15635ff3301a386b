// Every published sentence about accuracy is parsed and checked against the true data, on awkward data. A few
// draws of each case; js/long/statements draws over a hundred.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 46 });

const { declarations } = await import("./declared-calls.mjs");
const { cases, withoutStatement } = await import("./statements/all.mjs");
const { controls, drawsOf } = await import("./statements/controls.mjs");
const { alphaOfAll, rejected, tally } = await import("./statements/bounds.mjs");

const names = [...new Set(declarations.map(({ name }) => name))];
const checked = new Set(cases.map(({ of }) => of));

test("every declared function has cases that check its statement, or a reason for having none", () => {
  for (const name of names) {
    assert.ok(
      checked.has(name) !== name in withoutStatement,
      `${name} needs a checker (tests/js/statements)`,
    );
  }
  assert.deepEqual(
    [...checked].filter((name) => !names.includes(name)),
    [],
  );
});

for (const of of checked) {
  test(`${of} keeps its statement on awkward data (12 draws a case, alpha 1e-6 for all)`, () => {
    const wrong = cases
      .filter((one) => one.of === of)
      .flatMap(({ title, draw }) =>
        rejected(tally(draw, 12), alphaOfAll).map((claim) => `${title}: ${claim}`),
      );
    assert.deepEqual(wrong, []);
  });
}

for (const [name, draw] of Object.entries(controls)) {
  const draws = drawsOf(name);
  test(`a checker rejects a wrong statement: ${name} (${draws} draws, alpha 1e-6)`, () => {
    assert.ok(rejected(tally(draw, draws), 1e-6).length > 0);
  });
}
