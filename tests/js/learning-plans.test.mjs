// plan.learnThreshold, and tolerances of wrong labels.
import assert from "node:assert/strict";
import test from "node:test";
import { integers, learnThreshold, plan, reals } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

test("plans need fewer records with more epsilon, choose exactly one, and leave one at delta 0", () => {
  const options = { domain: reals(), epsilon: 1, delta: 1e-6, accuracy: 0.05 };
  const usual = (options) =>
    plan.learnThreshold(options).filter(({ by }) => by === undefined || by === "cut");
  const plans = usual(options);
  assert.deepEqual(
    plans.map(({ algorithm, records, errors, chosen }) => [algorithm, records, errors, chosen]),
    [
      ["exponential", 940, 47, true],
      ["cut", 640, 32, false],
      ["interior-point", 580, 29, false],
      ["rec-concave", plans[3].records, plans[3].errors, false],
    ],
  );
  assert.ok(plans[3].records > 5 * plans[0].records);
  for (const { records, freshRecords } of plans) assert.ok(freshRecords > records);
  const looser = usual({ ...options, epsilon: 2 });
  plans.forEach(({ records }, i) => assert.ok(looser[i].records <= records));
  const pure = usual({ ...options, delta: 0 });
  assert.deepEqual(
    pure.map(({ records }) => Number.isFinite(records)),
    [true, false, false, false],
  );
  assert.equal(pure[1].why, "It needs a delta above 0.");
});

test("plans with a tolerance state records for fresh samples, and for any labels beside the best threshold", () => {
  const options = { domain: reals(), epsilon: 1, delta: 1e-6, accuracy: 0.05 };
  const plans = plan.learnThreshold({ ...options, tolerance: 50 });
  const [exponential, cut, interior] = plans;
  const concave = plans.find(({ algorithm }) => algorithm === "rec-concave");
  assert.deepEqual([exponential.errors, exponential.freshRecords], [97, 2664]);
  assert.ok(cut.freshRecords < exponential.freshRecords);
  assert.equal(interior.errors, 29 + 2 * 50);
  assert.ok(interior.freshRecords > exponential.freshRecords);
  assert.equal(concave.freshRecords, Number.POSITIVE_INFINITY);
  const stated = (accuracy) => plan.learnThreshold({ ...options, accuracy });
  for (const [accuracy, records] of [
    [0.1, 3834],
    [0.05, 13620],
    [0.02, 78408],
  ]) {
    const [first, second, ...others] = stated(accuracy);
    assert.equal(first.agnosticRecords, records);
    assert.ok(second.agnosticRecords > 0);
    for (const one of others) {
      assert.equal("agnosticRecords" in one, one.algorithm === "sanitizer", one.algorithm);
    }
  }
  assert.equal("agnosticRecords" in plan.learnThreshold({ ...options, delta: 0 })[1], false);
});

test("an interior point leaves out as many of the outermost records as its tolerance says", () => {
  const n = 4000;
  const x = Array.from({ length: n }, (_, i) => i);
  const y = x.map((one) => (one < 2000 ? 1 : 0));
  for (let i = 0; i < 60; ++i) {
    y[i] = 0;
    y[n - 1 - i] = 1;
  }
  const rule = { x, y, domain: integers(0, n), epsilon: 1, delta: 1e-6 };
  const { value, record } = learnThreshold({
    ...{ ...rule, algorithm: "interior-point", tolerance: 120 },
  });
  const errors = x.filter((one, i) => value.predict(one) !== y[i]).length;
  assert.ok(errors <= record.accuracy.error, `${errors}`);
  assert.equal(record.parameters.tolerance, 120);
  assert.match(
    record.accuracy.statement,
    /^If some threshold mislabels at most 120 records: with 95% confidence, a threshold is found that mislabels at most 2\d\d records\./,
  );
  assert.throws(
    () => learnThreshold({ ...rule, algorithm: "rec-concave", tolerance: 1 }),
    /^RangeError: tolerance must be a whole number from 0 to 0, got 1$/,
  );
});
