// Options of ranks of users: rows and values of each user, unneeded options, rejected ones.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  dates,
  integers,
  Ledger,
  load,
  median,
  quantile,
  quantiles,
  reals,
  text,
} from "../../dist/index.js";
import { of, options, rows } from "./ranked-users.mjs";

before(() => load());

test("a numeric perUser bounds the counted rows of a user: the typical row", () => {
  // 300 users have one row of 10 each, 100 have nine rows of 90 each.
  const users = [
    ...Array.from({ length: 300 }, (_, i) => i),
    ...Array.from({ length: 900 }, (_, i) => 300 + (i % 100)),
  ];
  const values = users.map((user) => (user < 300 ? 10 : 90));
  const options = { epsilon: 20, domain: integers(0, 100) };
  assert.equal(median({ values, users }, options).value, 10);
  const { value, record } = median({ values, users }, { ...options, perUser: 9 });
  assert.equal(value, 90);
  assert.equal(record.parameters.perUser, 9);
  assert.equal(record.protects, "users");
  assert.match(
    record.accuracy.statement,
    /rows lie between this value and the true median, where at most 9 rows of each user count, chosen at random, or no answer is returned\./,
  );
  const groups = values.map((value) => (value === 10 ? "a" : "b"));
  const byGroup = quantiles({ values, users, groups }, [0.25, 0.5], {
    ...{ ...options, perUser: 9, groups: ["a", "b"], algorithm: "recursion" },
  });
  assert.deepEqual(
    byGroup.groups.map((one) => one.value),
    [
      [10, 10],
      [90, 90],
    ],
  );
  assert.match(byGroup.record.accuracy.statement, /chosen at random over all listed groups/);
  assert.throws(
    () => median({ values, users }, { ...options, perUser: 0 }),
    /^RangeError: perUser must be a whole number from 1 to 1048576, got 0/,
  );
});

test("one value per user is computed from that user's rows only", () => {
  const shape = (values, more = {}) => ({
    ...{ values: of(4000, () => values).flat(), ...more },
    users: of(4000 * values.length, (i) => Math.floor(i / values.length)),
  });
  const answers = { median: 20, mean: 23, sum: 70, min: 10, max: 40 };
  for (const [perUser, value] of Object.entries(answers)) {
    assert.equal(median(shape([40, 10, 20]), { ...options, perUser }).value, value);
    const big = { ...options, domain: integers(0n, 99n), perUser };
    assert.equal(median(shape([40n, 10n, 20n]), big).value, BigInt(value));
  }
  const days = ["2026-01-03", "2026-01-01", "2026-01-02"].map((day) => new Date(day));
  const ordered = shape([40, 10, 20], { orderBy: of(12000, (i) => days[i % 3]) });
  assert.equal(median(ordered, { ...options, perUser: "first" }).value, 10);
  assert.equal(median(ordered, { ...options, perUser: "last" }).value, 40);
  const time = { epsilon: 1, domain: dates("2026-01-01", "2026-01-09"), perUser: "mean" };
  assert.deepEqual(median(shape(days), time).value, days[2]);
  const words = { epsilon: 1, domain: text(4), perUser: "max" };
  assert.deepEqual(median(shape(["a", "é", "b"]), words).value, { text: "é", after: false });
});

// Regression: the sum of both infinities is NaN, which the core rejects. One user made every call fail, which
// revealed them.
test("a user with infinite rows of both signs has no sum and no mean, and does not count", () => {
  const others = rows((i) => 10 + (i % 3));
  const values = [...others.values, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const users = [...others.users, "one", "one"];
  for (const perUser of ["sum", "mean", "median", "min", "max"]) {
    for (const domain of [reals(), integers(0, 99)]) {
      const wanted = median(others, { epsilon: 1, domain, perUser });
      const found = median({ values, users }, { epsilon: 1, domain, perUser });
      assert.deepEqual(found.record, wanted.record, perUser);
      assert.ok(Math.abs(found.value - wanted.value) < 30, `${found.value}, ${perUser}`);
    }
  }
});

test("with groups one value per user is one in each group, and users are spread over them", () => {
  const users = of(8000, (i) => (i % 4000) >> 1); // each has two rows in either group
  const groups = of(8000, (i) => (i < 4000 ? "a" : "b"));
  const values = of(8000, (i) => (i % 2) + (i < 4000 ? 10 : 50));
  const asked = { ...options, groups: ["a", "b"], perUser: "sum" };
  const { groups: found } = median({ values, users, groups }, asked);
  assert.deepEqual(
    found.map(({ value }) => value),
    [21, 99],
  );
});

// Regression: a delta was rejected by the name of a mechanism that the caller had not requested.
test("rows of users accept an unneeded delta or size and do not charge it", () => {
  const table = { values: [1, 2, 3], users: [1, 1, 2] };
  const grouped = { ...table, groups: ["x", "x", "y"] };
  for (const [data, more] of [
    [table, {}],
    [grouped, { groups: ["x", "y"] }],
    [table, { abstain: true, algorithm: "exponential" }],
    [table, { algorithm: "least-promise" }],
  ]) {
    const ledger = new Ledger({ epsilon: 10, delta: 1e-3 });
    const asked = { epsilon: 1, ...more };
    const needless = { delta: 1e-6, size: 5 };
    for (const ask of [(given) => median(data, given), (given) => quantile(data, 0.9, given)]) {
      const { record } = ask({ ...asked, ...needless });
      assert.equal(record.delta, 0);
      assert.deepEqual(record, ask(asked).record);
      ask({ ...asked, ...needless, ledger });
    }
    assert.equal(ledger.spent.delta, 0);
  }
  const { record } = quantiles(table, [0.25, 0.75], { epsilon: 1, delta: 1e-6 });
  assert.equal(record.delta, 0);
  assert.equal(median(grouped, { epsilon: 1, delta: 1e-6, groups: "private" }).record.delta, 1e-6);
});

test("options that do not belong to the data are rejected by name, before any charge", () => {
  const table = { values: [1], users: [1] };
  const ledger = new Ledger({ epsilon: 1 });
  const grouped = { ...table, groups: ["x"] };
  for (const [data, more, message] of [
    [[1], { perUser: "spread" }, /^TypeError: perUser must be left out for a column/],
    [[1], { groups: ["x"] }, /^TypeError: groups must be left out for a column/],
    [grouped, {}, /^TypeError: groups must be given for data with groups/],
    [table, { groups: ["x"] }, /^TypeError: groups must be a column of the rows/],
    [grouped, { groups: [] }, /^RangeError: groups must be 1 to/],
    [grouped, { groups: ["x", "x"] }, /^RangeError: groups must have different names/],
    [grouped, { groups: [null] }, /^TypeError: groups must be names/],
    [grouped, { groups: "x" }, /^TypeError: groups must be a list/],
    [table, { perUser: 1.5 }, /^RangeError: perUser must be a whole number/],
    [table, { perUser: "first" }, /^TypeError: orderBy must be a column/],
    [{ ...table, orderBy: [1] }, {}, /^TypeError: orderBy must be left out unless/],
    [table, { perUser: "sum", domain: dates(0, 1) }, /^TypeError: perUser must not be "sum"/],
    [table, { size: 0 }, /^RangeError: size must be a whole number from 1 to/],
    [
      table,
      { algorithm: "tree-log" },
      /^RangeError: algorithm must be auto, least-promise, exponential or cut/,
    ],
    [table, { delta: 1 }, /^RangeError: delta must be 0 or a number above 0 and below 1/],
    [{ values: [1], groups: [1] }, {}, /^TypeError: users must be a column of ids, or null/],
  ]) {
    assert.throws(() => median(data, { ...options, ledger, ...more }), message);
  }
  assert.deepEqual(ledger.entries, []);
});

test("accuracy states users if an option belongs to rows of users", () => {
  assert.match(accuracy.median(options).statement, /records/);
  const { error, statement } = accuracy.median({ ...options, perUser: "spread" });
  assert.match(statement, /users/);
  assert.equal(error, median({ values: [], users: null }, options).record.accuracy.error);
  assert.match(
    accuracy.quantiles([0.5], { ...options, groups: ["a"] }).statement,
    /^For each group separately: /,
  );
  assert.match(
    accuracy.interiorPoint({ ...options, abstain: true }).statement,
    /with at least \d+, there is an answer/,
  );
});
