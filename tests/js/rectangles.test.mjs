// Boxes.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  bigIntegers,
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

test("a box in two dimensions errs on few points by default, without charging its delta", () => {
  const { value, record } = learnRectangle(options);
  assert.ok(errorsOf(value) <= 100);
  assert.equal(record.mechanism, "learnRectangle by the exponential mechanism, axis by axis");
  assert.equal(record.parameters.algorithm, "axis-by-axis");
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence, on every axis: the interval mislabels at most \d+ points more than the best one around a private median\. Only points inside the other axes' intervals count, as these are when it is drawn\. This promises nothing for fewer than \d+ points\.$/,
  );
  assert.equal(value.predict([50, 100]), 0);
  assert.equal(value.predict([500, 200]), 1);
  assert.deepEqual(RectangleHypothesis.fromJSON(JSON.parse(JSON.stringify(value))), value);
  assert.equal(record.delta, 0);
  const { delta: _, ...pure } = options;
  assert.deepEqual(learnRectangle(pure).record.accuracy, record.accuracy);
});

// With interior points a box was 5% to 10% off at these labels, and further off with more data.
test("one in fifty wrong labels moves a box by few points", () => {
  const wrong = y.map((label, i) => (i % 50 === 0 ? 1 - label : label));
  const { value } = learnRectangle({ ...options, y: wrong });
  assert.ok(errorsOf(value) <= 200);
});

test("an axis of more than 64 bits uses the other algorithms, which need a delta", () => {
  const wide = { ...options, domain: [options.domain[0], bigIntegers(100)] };
  wide.x = [width, Array.from(height, (one) => BigInt(Math.round(one)))];
  const { record } = learnRectangle(wide);
  assert.equal(record.parameters.algorithm, "outermost");
  assert.equal(record.delta, 1e-6);
  assert.throws(() => learnRectangle({ ...wide, delta: 0 }), {
    message: "delta must be a number above 0 and below 1, got 0",
  });
  assert.throws(() => learnRectangle({ ...wide, algorithm: "axis-by-axis" }), RangeError);
});

test("by interior points a box keeps its promise, and the algorithm is named in the record", () => {
  for (const [algorithm, mechanism] of [
    ["outermost", "learnRectangle by the outermost points"],
    ["slices", "learnRectangle by slices"],
  ]) {
    const { value, record } = learnRectangle({ ...options, algorithm });
    assert.ok(errorsOf(value) <= record.accuracy.error);
    assert.equal(value.predict([50, 100]), 0);
    assert.ok(value.lowest[0] >= 100 && value.highest[1] < 400);
    assert.equal(record.mechanism, mechanism);
    assert.equal(record.parameters.algorithm, algorithm);
    const { domain, epsilon, delta } = options;
    const stated = accuracy.learnRectangle({ domain, epsilon, delta, algorithm });
    assert.deepEqual(stated, record.accuracy);
  }
  assert.match(
    learnRectangle({ ...options, algorithm: "slices" }).record.accuracy.statement,
    /^If some box labels every point correctly: with 95% confidence, the result mislabels at most [\d,]+ points, all with label 1 \(no box means label 0 everywhere\), and a box is returned if [\d,]+ points have label 1; a few hundred wrong labels beyond a side can move it anywhere\. This promises nothing for fewer than [\d,]+ points\.$/,
  );
});

test("the planner prefers outermost points in few dimensions, and slices in many", () => {
  const asked = { epsilon: 1, delta: 1e-6, accuracy: 0.1, domain: integers(0, 2 ** 32 - 1) };
  for (const [dimensions, least] of [
    [2, "outermost"],
    [8, "slices"],
  ]) {
    const plans = plan.learnRectangle({ ...asked, dimensions });
    assert.deepEqual(
      plans.map(({ algorithm }) => algorithm),
      ["exponential", "axis-by-axis", "outermost", "slices", "sanitizers", "sanitizers"],
    );
    const [byGrid, byAxes, ...promising] = plans.slice(0, 4);
    assert.deepEqual([byGrid.chosen, byGrid.errors], [false, Number.POSITIVE_INFINITY]);
    assert.equal(byGrid.why, "It needs a grid of fewer boxes.");
    assert.ok(byAxes.chosen && byAxes.errors === Number.POSITIVE_INFINITY);
    assert.deepEqual(byAxes.loss, { epsilon: 1, delta: 0 });
    assert.match(
      byAxes.why,
      /^It makes on each axis at most \d+ errors more than the best interval/,
    );
    const fewest = Math.min(...promising.map(({ errors }) => errors));
    for (const one of promising) {
      assert.equal(one.chosen, false);
      assert.equal(one.errors === fewest, one.algorithm === least);
      assert.equal(one.records, Math.ceil(one.errors / 0.1));
      assert.ok(one.freshRecords > one.records);
      assert.deepEqual(one.loss, { epsilon: 1, delta: 1e-6 });
      assert.match(one.why, /^It makes at most \d+ errors\.$/);
    }
    const better = plan.learnRectangle({ ...asked, dimensions, epsilon: 2 });
    const rough = plan.learnRectangle({ ...asked, dimensions, accuracy: 0.2 });
    plans.slice(2).forEach((one, i) => {
      assert.ok(better[i + 2].records < one.records && rough[i + 2].records < one.records);
    });
    const { accuracy: _, ...rule } = asked;
    const named = accuracy.learnRectangle({ ...rule, dimensions, algorithm: least });
    assert.equal(named.error, fewest);
  }
  assert.deepEqual(
    plan.learnRectangle({ ...asked, domain: [asked.domain, asked.domain] }),
    plan.learnRectangle({ ...asked, dimensions: 2 }),
  );
  const [, , , slices] = plan.learnRectangle({ ...asked, dimensions: 2, epsilon: 1e-4 });
  assert.equal(slices.records, Number.POSITIVE_INFINITY);
  assert.equal(slices.why, "It needs a larger epsilon.");
  assert.throws(() => plan.learnRectangle(asked), {
    message: "dimensions must be a number, got undefined",
  });
  assert.throws(() => plan.learnRectangle({ ...asked, dimensions: 65 }), RangeError);
});

// Regression: with axis-by-axis choice the default made 100 errors on 40,000 points.
test("no data result in no box or an empty one, at full price, charged once", () => {
  const ledger = new Ledger({ epsilon: 4, delta: 1e-6 });
  const { value } = learnRectangle({ ...options, x: [[], []], y: [], ledger });
  assert.ok(value === null || value instanceof RectangleHypothesis);
  assert.deepEqual(ledger.spent, { epsilon: 4, delta: 0 });
  assert.throws(() => learnRectangle({ ...options, ledger }), { name: "BudgetExceeded" });
});

test("invalid options of boxes are rejected before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (changes, message) =>
    assert.throws(() => learnRectangle({ ...options, ...changes, ledger }), { message });
  refused(
    { delta: 0, algorithm: "outermost" },
    "delta must be a number above 0 and below 1, got 0",
  );
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
