// The planner of sanitized data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, plan, accuracy as statements } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const base = { epsilon: 1, delta: 1e-6, accuracy: 0.1 };

test("more epsilon and a coarser accuracy never need more records", () => {
  for (const name of ["sanitizePoints", "sanitizeThresholds"]) {
    const needs = (change) => plan[name]({ ...base, ...change })[0].records;
    for (const [less, more] of [
      [{ epsilon: 2 }, { epsilon: 0.5 }],
      [{ accuracy: 0.2 }, { accuracy: 0.03 }],
      [{ confidence: 0.5 }, { confidence: 0.99 }],
    ]) {
      assert.ok(needs(less) < needs(more), `${name} ${JSON.stringify(less)}`);
    }
  }
});

test("exactly the method of auto is chosen, and SanThresholds needs a delta", () => {
  const [quantiles, paper] = plan.sanitizeThresholds({ epsilon: 1, accuracy: 0.1 });
  assert.equal(quantiles.chosen, true);
  assert.deepEqual(quantiles.loss, { epsilon: 1, delta: 0 });
  assert.equal(paper.chosen, false);
  assert.equal(paper.records, Number.POSITIVE_INFINITY);
  assert.equal(paper.why, "It needs a delta above 0.");
  const few = plan.sanitizeThresholds({ epsilon: 1, accuracy: 0.1, domain: integers(0, 99) });
  assert.deepEqual(
    few.map(({ method, chosen }) => [method, chosen]),
    [
      ["counts", true],
      ["quantiles", false],
      ["paper", false],
    ],
  );
  const stated = statements.sanitizeThresholds({ epsilon: 1, domain: integers(0, 99) });
  assert.equal(few[0].records, Math.ceil(stated.error / 0.1));
  const all = plan.sanitizeThresholds({ ...base, domain: integers(0, 2 ** 32 - 1) });
  assert.deepEqual(
    all.map(({ method, chosen }) => [method, chosen]),
    [
      ["quantiles", false],
      ["slices", true],
      ["paper", false],
    ],
  );
  assert.equal(all[2].records, 62_914_560);
});

test("an epsilon too small for the published method's steps is planned for, not rejected", () => {
  const [quantiles, ...rest] = plan.sanitizeThresholds({ ...base, epsilon: 1e-6 });
  const paper = rest.at(-1);
  assert.ok(Number.isFinite(quantiles.records));
  assert.equal(paper.records, Number.POSITIVE_INFINITY);
  assert.equal(paper.why, "No size that can be declared is enough.");
  for (const delta of [1, -1, Number.NaN]) {
    assert.throws(() => plan.sanitizeThresholds({ ...base, delta }), /delta/);
  }
});

test("plans of sanitizers name a missing or invalid option", () => {
  const wrong = { ...base, accuracy: 0 };
  const message = /accuracy must be a number from 0.001 to 1, got 0/;
  assert.throws(() => plan.sanitizePoints(wrong), message);
  assert.throws(() => plan.sanitizeThresholds(wrong), message);
  assert.throws(() => plan.sanitizePoints({ epsilon: 1, accuracy: 0.1 }), TypeError);
});

test("the planned counts are the fewest that keep the accuracy", () => {
  for (const accuracy of [0.07, 0.1, 0.3]) {
    const [{ records }] = plan.sanitizePoints({ epsilon: 1, delta: 1e-6, accuracy });
    const { error } = statements.sanitizePoints({ epsilon: 1, delta: 1e-6, method: "stable" });
    assert.ok(error <= accuracy * records, `${records}`);
    assert.ok(error > accuracy * (records - 1), `${records}`);
  }
});

test("BNS13: with a delta thresholds of 4,054 records are sanitized to 5%, and 6,604 draws suffice", () => {
  const all = plan.sanitizeThresholds({ ...base, accuracy: 0.05 });
  const slices = all.find(({ method }) => method === "slices");
  assert.equal(slices.points, 15);
  assert.equal(slices.records, 4054);
  assert.equal(slices.freshRecords, 6604);
  assert.deepEqual(slices.loss, { epsilon: 1, delta: 1e-6 });
  assert.ok(all[0].freshRecords > all[0].records && all[0].records > 4 * slices.records);
});

test("BNS13 Theorem 4.6: SanPoints is planned for beside the stable histogram", () => {
  const [stable, rounds, paper] = plan.sanitizePoints(base);
  assert.deepEqual([stable.method, rounds.method, paper.method], ["stable", "rounds", "paper"]);
  assert.ok(stable.records < rounds.records && rounds.records < paper.records);
  assert.equal(paper.chosen || rounds.chosen, false);
  const beyond = plan.sanitizePoints({ ...base, epsilon: 100 })[2];
  assert.equal(beyond.records, Number.POSITIVE_INFINITY);
  assert.equal(beyond.why, "No number of records is enough at this loss.");
});
