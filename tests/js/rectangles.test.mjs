// Boxes.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  decimals,
  integers,
  Ledger,
  learnRectangle,
  plan,
  RectangleHypothesis,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const n = 40000;
const width = Float64Array.from({ length: n }, (_, i) => (i * 7919) % 1000);
const height = Float64Array.from({ length: n }, (_, i) => ((i * 104729) % 5000) / 10);
const y = width.map((w, i) => (w >= 100 && w < 800 && height[i] < 400 ? 1 : 0));
const options = {
  x: [width, height],
  y,
  domain: [integers(0, 1023), decimals(0, 500, 1)],
  epsilon: 4,
  delta: 1e-6,
};
const errorsOf = (box) =>
  y.filter((label, i) => box.predict([width[i], height[i]]) !== label).length;

test("a box in two dimensions makes no more errors than stated, and none outside", () => {
  const { value, record } = learnRectangle(options);
  assert.ok(errorsOf(value) <= record.accuracy.error);
  assert.equal(value.predict([50, 100]), 0);
  assert.equal(value.predict([500, 200]), 1);
  assert.ok(value.lowest[0] >= 100 && value.highest[1] < 400);
  assert.deepEqual(RectangleHypothesis.fromJSON(JSON.parse(JSON.stringify(value))), value);
  assert.equal(record.delta, 1e-6);
});

test("by slices a box keeps its promise too, and both are named in the record", () => {
  for (const [algorithm, mechanism] of [
    ["outermost", "learnRectangle by the outermost points"],
    ["slices", "learnRectangle by slices"],
  ]) {
    const { value, record } = learnRectangle({ ...options, algorithm });
    assert.ok(errorsOf(value) <= record.accuracy.error);
    assert.equal(value.predict([50, 100]), 0);
    assert.equal(record.mechanism, mechanism);
    assert.equal(record.parameters.algorithm, algorithm);
    const { domain, epsilon, delta } = options;
    const stated = accuracy.learnRectangle({ domain, epsilon, delta, algorithm });
    assert.deepEqual(stated, record.accuracy);
  }
  assert.match(
    learnRectangle({ ...options, algorithm: "slices" }).record.accuracy.statement,
    /^If some box labels every point correctly: with 95% confidence, the result mislabels at most [\d,]+ points, all with label 1 \(no box means label 0 everywhere\), and a box is returned if [\d,]+ points have label 1\.$/,
  );
});

test("the planner takes outermost points in few dimensions and slices in many", () => {
  const asked = { epsilon: 1, delta: 1e-6, accuracy: 0.1, domain: integers(0, 2 ** 32 - 1) };
  for (const [dimensions, chosen] of [
    [2, "outermost"],
    [8, "slices"],
  ]) {
    const plans = plan.learnRectangle({ ...asked, dimensions });
    assert.deepEqual(
      plans.map(({ algorithm }) => algorithm),
      ["outermost", "slices"],
    );
    for (const one of plans) {
      assert.equal(one.chosen, one.algorithm === chosen);
      assert.equal(one.records, Math.ceil(one.errors / 0.1));
      assert.ok(one.freshRecords > one.records);
      assert.deepEqual(one.loss, { epsilon: 1, delta: 1e-6 });
      assert.match(one.why, /^It makes at most \d+ errors\.$/);
    }
    const better = plan.learnRectangle({ ...asked, dimensions, epsilon: 2 });
    const rough = plan.learnRectangle({ ...asked, dimensions, accuracy: 0.2 });
    plans.forEach((one, i) => {
      assert.ok(better[i].records < one.records && rough[i].records < one.records);
    });
    const { accuracy: _, ...rule } = asked;
    const auto = accuracy.learnRectangle({ ...rule, dimensions });
    assert.equal(auto.error, plans.find((one) => one.chosen).errors);
  }
  assert.deepEqual(
    plan.learnRectangle({ ...asked, domain: [asked.domain, asked.domain] }),
    plan.learnRectangle({ ...asked, dimensions: 2 }),
  );
  const [, slices] = plan.learnRectangle({ ...asked, dimensions: 2, epsilon: 1e-4 });
  assert.equal(slices.records, Number.POSITIVE_INFINITY);
  assert.equal(slices.why, "It needs a larger epsilon.");
  assert.throws(() => plan.learnRectangle(asked), {
    message: "dimensions must be a number, got undefined",
  });
  assert.throws(() => plan.learnRectangle({ ...asked, dimensions: 65 }), RangeError);
});

test("no data gives no box or an empty one, at full price; the ledger is charged once", () => {
  const ledger = new Ledger({ epsilon: 4, delta: 1e-6 });
  const { value } = learnRectangle({ ...options, x: [[], []], y: [], ledger });
  assert.ok(value === null || value instanceof RectangleHypothesis);
  assert.deepEqual(ledger.spent, { epsilon: 4, delta: 1e-6 });
  assert.throws(() => learnRectangle({ ...options, ledger }), { name: "BudgetExceeded" });
});

test("what makes no box is refused before anything is charged", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (changes, message) =>
    assert.throws(() => learnRectangle({ ...options, ...changes, ledger }), { message });
  refused({ delta: 0 }, "delta must be a number above 0 and below 1, got 0");
  refused({ x: [1, 2] }, /^x must be an array of columns/);
  refused({ domain: text(5) }, "domain must not be text for a box");
  refused({ domain: [integers(0, 1)] }, /^domain must be one, or as many as columns, 2, got 1/);
  refused({ algorithm: "best" }, /^algorithm must be/);
  refused(
    { algorithm: "slices", epsilon: 1e-5 },
    "epsilon must be large enough to be divided among slices, got 1e-05",
  );
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  refused(
    { x: [width, [1]] },
    /^x must be columns of one length, got 40000, 1; the ledger stays charged$/,
  );
  assert.ok(ledger.spent.epsilon > 0);
  const box = new RectangleHypothesis([0], [1]);
  assert.throws(() => box.predict([1, 2]), RangeError);
  assert.throws(() =>
    RectangleHypothesis.fromJSON({ type: "rectangle", lowest: [1], highest: [] }),
  );
});
