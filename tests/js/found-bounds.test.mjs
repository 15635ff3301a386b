// Found bounds: alone, and in means and sums without a domain.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  findBounds,
  integers,
  Ledger,
  mean,
  reals,
  sum,
  table,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

before(() => loadForTesting({ seed: 5 }));

/** Log-normal incomes, the same in every run. */
function incomes(count) {
  let state = 1;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Float64Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return 30_000 * Math.exp(0.8 * normal);
  });
}
const averageOf = (values) => values.reduce((all, value) => all + value, 0) / values.length;

// Regression: without known bounds the caller had to choose a wide domain, with its noise.
test("mean of incomes without a domain is off by about 1% (n = 10,000, epsilon 1)", () => {
  const values = incomes(10_000);
  const truth = averageOf(values);
  const misses = Array.from({ length: 40 }, () => {
    const { value, error, users } = mean({ values, users: null }, { epsilon: 1 });
    assert.ok(Math.abs(users - 10_000) < 50);
    assert.ok(error / truth < 0.02);
    return Math.abs(value / truth - 1);
  }).sort((a, b) => a - b);
  assert.ok(misses[20] < 0.015, `${misses[20]}`);
  assert.ok(misses[39] < 0.03, `${misses[39]}`);
});

test("mean and sum name the range that they found, with powers of two as ends", () => {
  const values = incomes(5_000);
  for (const { record } of [
    mean({ values, users: null }, { epsilon: 1 }),
    sum({ values, users: null }, { epsilon: 1 }),
  ]) {
    const [from, to] = record.parameters.foundRange;
    assert.ok(Number.isInteger(Math.log2(from)) && Number.isInteger(Math.log2(to)));
    assert.ok(from < 30_000 && 30_000 < to);
    assert.equal(record.parameters.boundsEpsilon, 0.4);
    assert.equal(record.epsilon, 1);
    assert.equal(record.proof, "docs/guarantees/found-bounds.md");
    assert.match(record.accuracy.statement, /clamped to the found range/);
  }
});

test("sum without a domain adds up totals and returns an error", () => {
  const users = Array.from({ length: 6_000 }, (_, i) => i % 2_000);
  const values = users.map(() => 100);
  const { value, error, record } = sum({ values, users }, { epsilon: 1 });
  assert.deepEqual(record.parameters.foundRange, [256, 512]);
  assert.ok(Math.abs(value - 600_000) <= 3 * error);
  assert.ok(error > 0 && error < 512 * 5);
});

test("sum by group finds one range for all groups", () => {
  const users = Array.from({ length: 4_000 }, (_, i) => i % 2_000);
  const groups = users.map((_, i) => (i < 2_000 ? "a" : "b"));
  const values = users.map((_, i) => (i < 2_000 ? 3 : -50));
  const asked = { epsilon: 4, groups: ["a", "b"], perUser: 2 };
  const { groups: found, record } = sum({ values, users, groups }, asked);
  assert.deepEqual(record.parameters.foundRange, [-64, 4]);
  assert.deepEqual(
    found.map(({ group }) => group),
    ["a", "b"],
  );
  assert.ok(Math.abs(found[0].value - 6_000) <= 2 * found[0].error);
  assert.ok(Math.abs(found[1].value + 100_000) <= 2 * found[1].error);
});

test("mean by private groups finds groups, bounds and answers by one charge", () => {
  const ledger = new Ledger({ epsilon: 3, delta: 1e-5 });
  const values = incomes(6_000);
  const users = Array.from(values, (_, i) => i);
  const groups = users.map((i) => (i === 0 ? "rare" : i % 2 ? "a" : "b"));
  const asked = { epsilon: 2, delta: 1e-6, groups: "private", ledger };
  const { groups: found, record } = mean({ values, users, groups }, asked);
  assert.equal(found.map(({ group }) => group).join(), "a,b");
  assert.equal(record.parameters.discoveryEpsilon, 0.4);
  assert.ok(Math.abs(record.parameters.boundsEpsilon - 0.64) < 1e-12);
  assert.equal(ledger.spent.epsilon, 2);
  for (const { value } of found) assert.ok(Math.abs(value / averageOf(values) - 1) < 0.1);
});

test("few users have no range and no answer, and are charged all of epsilon", () => {
  const ledger = new Ledger({ epsilon: 3 });
  const rows = { values: [1, 2, 3], users: null };
  for (const answer of [
    mean(rows, { epsilon: 1, ledger }),
    sum(rows, { epsilon: 1, ledger }),
    findBounds(rows, { epsilon: 1, ledger }),
  ]) {
    assert.equal(answer.value, null);
    assert.equal(answer.reason, "too-few");
    assert.equal(answer.record.parameters.foundRange, null);
  }
  assert.equal(ledger.spent.epsilon, 3);
});

test("findBounds protects records of a column, and users of rows", () => {
  const values = incomes(2_000);
  const plain = findBounds(values, { epsilon: 1 });
  assert.equal(plain.record.protects, undefined);
  assert.deepEqual(plain.record.parameters.foundRange, plain.value);
  const users = Array.from(values, (_, i) => i % 1_000);
  const { record } = findBounds({ values, users }, { epsilon: 1 });
  assert.equal(record.protects, "users");
  assert.equal(
    record.accuracy.statement,
    "With 95% confidence, the bounds enclose every power of two up to the next (either sign, or 0) in which at least 17 users have values, and end at ones in which some have, where each user counts as one, split evenly over their rows in 720,720ths.",
  );
  assert.equal(
    accuracy.findBounds({ epsilon: 0.1 }).statement,
    "With 95% confidence, the bounds enclose every power of two up to the next (either sign, or 0) in which at least 161 users have values, and end at ones in which some have, where each user counts as one, split evenly over their rows in 720,720ths.",
  );
});

test("findBounds distinguishes signs, zeros and the largest doubles", () => {
  const of = (...some) => findBounds(Array(400).fill(some).flat(), { epsilon: 1 }).value;
  assert.deepEqual(of(0), [0, 0]);
  assert.deepEqual(of(-3), [-4, -2]);
  assert.deepEqual(of(-3, 0), [-4, 0]);
  assert.deepEqual(of(0.75, 1e300), [0.5, 2 ** 997]);
  assert.deepEqual(of(-Infinity, Number.MAX_VALUE), [-Number.MAX_VALUE, Number.MAX_VALUE]);
  assert.deepEqual(of(Number.MIN_VALUE), [Number.MIN_VALUE, 2 * Number.MIN_VALUE]);
});

test("mean and sum of zeros are exactly 0", () => {
  const rows = { values: Array(1_000).fill(0), users: null };
  const { value, error } = mean(rows, { epsilon: 1 });
  assert.deepEqual([value, error], [0, 0]);
  assert.equal(sum(rows, { epsilon: 1 }).value, 0);
});

test("accuracy states the part of an error that is known before the range", () => {
  assert.equal(
    accuracy.mean({ epsilon: 1 }).statement,
    "With 95% confidence, the mean is within `error` of the mean of the users' means, values clamped to the found range. `error` is at most the range's width times (6.2 / `users` + 0.0000007), and `users` is noisy.",
  );
  assert.equal(
    accuracy.sum({ epsilon: 1 }).statement,
    "With 95% confidence, the sum is within `error` of the sum of the users' totals, each clamped to the found range and rounded to a 2^30th of its end farther from 0. `error` is at most 5 times that end.",
  );
  assert.equal(
    accuracy.sum({ epsilon: 1, groups: ["a", "b"] }).statement,
    "With 95% confidence, every sum is within `error` of the true one, after each user's totals are clamped to the found range and rounded to a 2^30th of its end farther from 0 and, where together they exceed that end, scaled down to whole 2^30ths of it towards 0. `error` is at most 6.2 times that end.",
  );
});

test("table finds bounds by the name of a column, for all rows and not by group", () => {
  const people = table({ id: [...Array(900).keys()], pay: incomes(900) }, { user: "id" });
  assert.equal(people.findBounds("pay", { epsilon: 1 }).value.length, 2);
  assert.ok(people.mean("pay", { epsilon: 2 }).value > 1_000);
  assert.equal(people.plan.findBounds("pay", { epsilon: 1 }).accuracy.error > 16, true);
  assert.throws(
    () => people.groupBy("id", "private").findBounds("pay", { epsilon: 1 }),
    /findBounds must be asked of a table without groups/,
  );
});

test("BigInts and text are rejected if bounds are to be found", () => {
  for (const values of [
    [1n, 2n],
    ["1", "2"],
  ]) {
    assert.throws(() => mean({ values, users: null }, { epsilon: 1 }), /must be numbers/);
  }
  assert.throws(
    () => mean({ values: [1], users: null }, { epsilon: 1, domain: reals() }),
    /domain/,
  );
  assert.equal(
    typeof mean({ values: [1], users: null }, { epsilon: 1, domain: integers(0, 9) }),
    "object",
  );
});
