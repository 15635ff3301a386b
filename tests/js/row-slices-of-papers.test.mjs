// CLNSS22: Reorder-Slice-Compute as a caller writes it; slices of tables, plans and replaced records.
import assert from "node:assert/strict";
import test from "node:test";
import {
  count,
  integers,
  interiorPoint,
  Ledger,
  learnRectangle,
  plan,
  RowSliceSession,
  selectBest,
  table,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const people = Array.from({ length: 6000 }, (_, i) => ({
  income: (i * 7919) % 6000,
  household: 1 + (i % 4),
  age: i % 100,
  city: ["north", "south", "south"][i % 3],
  owns: (i * 7919) % 6000 > 3000 ? 1 : 0,
}));
const terms = { user: null, slices: 3, compute: { epsilon: 0.1, delta: 1e-7 }, delta: 1e-6 };
const ages = integers(0, 120);

const values = (slice, column) => Array.from(slice.column(column).toArray());

test("a table cuts its rows, with its users and its ledger", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-5 });
  const { user: _, ...own } = terms;
  const session = table(people, { user: null, ledger }).slices(own);
  const slice = session.slice({ by: "income", from: "low", length: 2 });
  assert.deepEqual(slice.rows.map(({ income }) => income).sort(), [0, 1]);
  assert.equal(ledger.entries.length, 1);
  const some = table(people, { user: null }).where(({ age }) => age > 3);
  assert.throws(() => some.slices(own), TypeError);
});

test("under replace a session costs about two steps", () => {
  const compute = { epsilon: 0.02 };
  const asked = { ...terms, slices: 1000, compute, sliceEpsilon: 0.006 };
  const one = new RowSliceSession([{}], asked).loss;
  const two = new RowSliceSession([{}], { ...asked, neighbors: "replace" }).loss;
  assert.ok(two.epsilon > 2 * one.epsilon && two.epsilon < 2.2 * one.epsilon, `${two.epsilon}`);
});

test("plan.slices compares the noise on lengths by its cost and its rows", () => {
  const plans = plan.slices({ slices: 1000, compute: { epsilon: 0.02 }, delta: 1e-6 });
  assert.deepEqual(
    plans.map(({ sliceEpsilon }) => sliceEpsilon),
    [0, 0.00125, 0.005, 0.02],
  );
  assert.equal(plans.filter(({ chosen }) => chosen).length, 1);
  assert.ok(plans[0].epsilon > 39.9 && plans[0].rowsMore === 0);
  assert.equal(plans[2].rowsMore, 1 / Math.expm1(0.005));
  const { loss } = new RowSliceSession([{}], {
    ...terms,
    slices: 1000,
    compute: { epsilon: 0.02 },
    sliceEpsilon: 0.005,
  });
  assert.equal(plans[2].epsilon, loss.epsilon);
});

test("CLNSS22 Algorithm 1: a caller's order", () => {
  const session = new RowSliceSession(people, terms);
  const by = ({ income, household }) => income / household;
  const slice = session.slice({ by, from: "high", length: 100 });
  const best = [...people].sort((a, b) => by(b) - by(a)).slice(0, 100);
  assert.deepEqual(new Set(slice.rows), new Set(best));
});

test("CLNSS22 Algorithm 1: a function of the slice, chosen by the last answer", () => {
  const session = new RowSliceSession(people, terms);
  const first = session.slice({ by: "income", from: "low", length: 3000 });
  const { value } = first.table.median("age", { epsilon: 0.1, domain: ages });
  const second = session.slice({ by: value > 10 ? "age" : "income", from: "low", length: 300 });
  const scores = new Map(
    ["north", "south"].map((city) => [
      city,
      values(second, "city").filter((one) => one === city).length,
    ]),
  );
  const { record } = selectBest(scores, { epsilon: 0.1, ledger: second.ledger });
  assert.equal(record.epsilon, session.loss.epsilon);
  assert.ok(values(second, "age").every((age) => age < 10));
});

test("CLNSS22 Theorem 2.3: three sessions at 0.332, in place of 0.725", () => {
  const asked = {
    user: null,
    slices: 200,
    compute: { epsilon: 0.02 },
    sliceEpsilon: 0.006,
    delta: 1e-6,
  };
  const loss = (sessions) => new RowSliceSession([{}], { ...asked, sessions }).loss.epsilon;
  assert.ok(Math.abs(loss(3) - 0.332) < 1e-3, `${loss(3)}`);
  assert.ok(Math.abs(3 * loss(1) - 0.725) < 1e-3, `${3 * loss(1)}`);
});

test("count is a function of rows of users in a slice", () => {
  const session = new RowSliceSession(people, terms);
  const { ledger, rows } = session.slice({ by: "income", from: "low", length: 1000 });
  const { value } = count({ values: rows.map(() => 1), users: null }, { epsilon: 0.1, ledger });
  assert.ok(Math.abs(value - 1000) < 200, `${value}`);
});

test("CLNSS22 Corollary 1.9: a box by slices in a caller's ten lines, beside learnRectangle", () => {
  const points = Array.from({ length: 20_000 }, (_, i) => ({
    x: (i * 7919) % 1000,
    y: (i * 104_729) % 997,
  })).map(({ x, y }) => ({ x, y, label: x >= 200 && x < 800 && y >= 300 && y < 900 ? 1 : 0 }));
  const domain = integers(0, 1000);
  const epsilon = 0.25;
  const ones = points.filter(({ label }) => label === 1);
  const cuts = { user: null, slices: 4, compute: { epsilon }, delta: 0 };
  const session = new RowSliceSession(ones, cuts);
  const sides = ["x", "y"].flatMap((axis) =>
    ["low", "high"].map((from) => {
      const slice = session.slice({ by: axis, from, length: 300 });
      return interiorPoint(slice.column(axis), { epsilon, domain, ledger: slice.ledger }).value;
    }),
  );
  const [left, right, low, high] = sides;
  const wrong = points.filter(
    ({ x, y, label }) => label !== (x >= left && x <= right && y >= low && y <= high ? 1 : 0),
  );
  // Each side loses at most its slice.
  assert.ok(wrong.length <= 4 * 300, `${sides}: ${wrong.length}`);
  assert.ok(Math.abs(session.loss.epsilon - 2) < 1e-5, `${session.loss.epsilon}`);
  const { value } = learnRectangle({
    x: ["x", "y"].map((axis) => points.map((point) => point[axis])),
    y: points.map(({ label }) => label),
    ...{ domain, epsilon: 2, delta: 1e-6, algorithm: "slices" },
  });
  const theirs = points.filter(({ x, y, label }) => value.predict([x, y]) !== label);
  assert.ok(theirs.length <= 4 * 300, `${theirs.length}`);
});
