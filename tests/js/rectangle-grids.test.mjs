// Boxes on a public grid, and boxes beside wrong labels.
import assert from "node:assert/strict";
import test from "node:test";
import { decimals, integers, Ledger, learnRectangle, plan, reals } from "../../dist/index.js";
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

test("a box of a grid errs on at most 19 points more than the best one, for any labels", () => {
  const grid = [[100, 300, 800], [...Array(9).keys()].map((i) => 50 * (i + 1))];
  for (const everyWrong of [0, 5]) {
    const labels = y.map((label, i) => (everyWrong && i % everyWrong === 0 ? 1 - label : label));
    const { value, record } = learnRectangle({ ...options, y: labels, grid, epsilon: 1 });
    assert.deepEqual(value.toJSON().lowest, [100, 0]);
    assert.deepEqual(value.toJSON().highest, [799, 399.9]);
    assert.equal(record.parameters.algorithm, "exponential");
    assert.deepEqual(record.parameters.grid, grid);
    assert.deepEqual(record.parameters.cells, ["4", "10"]);
    assert.equal(record.delta, 0);
    assert.equal(record.mechanism, "learnRectangle by the exponential mechanism");
    assert.match(
      record.accuracy.statement,
      /^With 95% confidence, the result mislabels at most 9 points more than the best box of the grid \(no box means label 0 everywhere\)\. This promises nothing for fewer than 10 points\.$/,
    );
    assert.ok(record.accuracy.usual > 0);
  }
});

test("a grid has cells of equal size, on doubles between min and max", () => {
  const known = { dimensions: 2, epsilon: 1, accuracy: 0.1 };
  const [eighty] = plan.learnRectangle({ ...known, domain: integers(0, 1e6), grid: 80 });
  assert.ok(eighty.chosen);
  assert.equal(eighty.errors, 19);
  assert.equal(eighty.records, 190);
  assert.ok(eighty.freshRecords > 190);
  assert.equal(eighty.why, "It makes at most 19 errors more than the best box of the grid.");
  const byEdges = {
    x: [[1, 6, 7]],
    y: [0, 1, 1],
    epsilon: 100,
    domain: reals({ min: 0, max: 10 }),
  };
  const { value } = learnRectangle({ ...byEdges, grid: 2 });
  assert.deepEqual([value.lowest, value.predict([4.9]), value.predict([5])], [[5], 0, 1]);
  assert.deepEqual(learnRectangle({ ...byEdges, grid: [[5]] }).value, value);
  assert.deepEqual(learnRectangle({ ...byEdges, grid: [2] }).value, value);
});

test("an invalid grid is rejected before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (changes, message) =>
    assert.throws(() => learnRectangle({ ...options, ...changes, ledger }), { message });
  refused({ grid: 300 }, "grid must be a grid of at most 11000000 boxes, got more");
  refused({ grid: 0 }, "grid must be from 1 to 10000 cells on an axis, got 0");
  refused({ grid: [2] }, "grid must be one, or as many as columns, 2, got 1");
  refused({ grid: "2" }, /^grid must be/);
  refused({ grid: [[2], "a"] }, /^grid must be numbers of cells or arrays of edges, got/);
  refused({ grid: [[5, 5], 2] }, /^grid must be edges in increasing order within the domain/);
  refused({ grid: 2, domain: reals() }, "grid must be edges for reals without min and max, got 2");
  refused({ grid: 2, algorithm: "outermost" }, /^grid must be left out unless/);
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
});

// The outermost points of a side are then mostly wrong ones: the paper's cut for "significant" exceeds the noise of
// counts, not that of labels.
test("BNS13 section 3.5: with 5% and 20% of wrong labels a box of a grid errs on 2% at most, sides by outermost points or sanitizers on 10% and more", () => {
  const all = { length: 20_000 };
  const x = [0.7548776662, 0.569840291].map((step) =>
    Array.from(all, (_, i) => ((i * step) % 1) * 100),
  );
  const truth = Array.from(all, (_, i) =>
    x.every((axis) => axis[i] > 22 && axis[i] < 71) ? 1 : 0,
  );
  const wrongRate = (box) =>
    truth.filter((label, i) => (box?.predict(x.map((axis) => axis[i])) ?? 0) !== label).length /
    truth.length;
  for (const every of [0, 20, 5]) {
    const labels = truth.map((label, i) => (every > 0 && i % every === 3 ? 1 - label : label));
    const asked = { x, y: labels, domain: reals({ min: 0, max: 100 }), epsilon: 1, delta: 1e-6 };
    const { value, record } = learnRectangle({ ...asked, grid: 80 });
    assert.ok(wrongRate(value) < 0.02, `${wrongRate(value)} with a grid`);
    assert.match(record.accuracy.statement, /at most 19 points more than the best box of the grid/);
    if (every === 0) continue;
    for (const algorithm of ["outermost", "slices", "sanitizers"]) {
      const sides = learnRectangle({ ...asked, algorithm });
      const { statement } = sides.record.accuracy;
      assert.match(statement, /wrong labels beyond a side can move it anywhere/);
      // At 5% the points beyond a slice have too few wrong labels to move it.
      if (algorithm !== "slices") assert.ok(wrongRate(sides.value) > 0.1, algorithm);
    }
  }
});

test("a plan for a grid states records for fresh points with a tolerance, and for any labels", () => {
  const options = {
    domain: reals({ min: 0, max: 1 }),
    dimensions: 2,
    grid: 20,
    epsilon: 1,
    accuracy: 0.05,
  };
  const [strict] = plan.learnRectangle(options);
  const [tolerant, ...others] = plan.learnRectangle({ ...options, tolerance: 100 });
  assert.equal(tolerant.errors, strict.errors + 100);
  assert.ok(tolerant.freshRecords > tolerant.records);
  assert.ok(strict.agnosticRecords > strict.freshRecords);
  assert.equal(tolerant.agnosticRecords, strict.agnosticRecords);
  // X/n + 2 sqrt(ln(2 N/beta)/(2 n)) at n, and at n - 1.
  const boxes = 210 ** 2 + 1;
  const strays = (n) => strict.errors / n + 2 * Math.sqrt(Math.log((2 * boxes) / 0.05) / (2 * n));
  assert.ok(strays(strict.agnosticRecords) <= 0.05 && strays(strict.agnosticRecords - 1) > 0.05);
  assert.ok(others.every((one) => !("agnosticRecords" in one)));
});

test("a tolerance for wrong labels is kept, and without one the record warns of them", () => {
  const wrong = y.map((label, i) => (i % 400 === 0 ? 1 - label : label));
  for (const algorithm of ["outermost", "slices"]) {
    const rule = { ...options, y: wrong, epsilon: 8, algorithm };
    const { value, record } = learnRectangle({ ...rule, tolerance: 100 });
    const errors = wrong.filter((label, i) => value.predict([width[i], height[i]]) !== label);
    assert.ok(errors.length <= record.accuracy.error);
    assert.equal(record.parameters.tolerance, 100);
    assert.match(record.accuracy.statement, /^If some box mislabels at most 100 points: with 95%/);
    const strict = learnRectangle(rule).record.accuracy;
    assert.equal(record.accuracy.error, strict.error + 5 * 100);
    assert.match(
      strict.statement,
      /; a few hundred wrong labels beyond a side can move it anywhere\./,
    );
    const [, , ...plans] = plan.learnRectangle({
      ...{ domain: options.domain, epsilon: 8, delta: 1e-6, accuracy: 0.1, tolerance: 100 },
    });
    assert.ok(plans.every(({ freshRecords }) => freshRecords === undefined));
  }
  assert.throws(() => learnRectangle({ ...options, tolerance: -1 }), RangeError);
});
