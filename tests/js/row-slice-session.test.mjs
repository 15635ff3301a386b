// Sessions of slices over rows: what a cut takes, what a slice pays for, what its records promise.
import assert from "node:assert/strict";
import test from "node:test";
import {
  AboveThreshold,
  BudgetExceeded,
  integers,
  Ledger,
  laplaceCount,
  learnRectangle,
  median,
  RowSliceSession,
  SliceSession,
  TopKSession,
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

test("a slice has the rows of an end of the order, and later slices come from what is left", () => {
  const session = new RowSliceSession(people, terms);
  const poorest = session.slice({ by: "income", from: "low", length: 10 });
  assert.deepEqual(
    values(poorest, "income").sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  const next = session.slice({ by: (row) => row.income, from: "low", length: 2 });
  assert.deepEqual(
    next.rows.map(({ income }) => income).sort((a, b) => a - b),
    [10, 11],
  );
  const richest = session.slice({ by: "income", from: "high", length: 1 });
  assert.equal(
    richest.rows[0],
    people.find(({ income }) => income === 5999),
  );
  assert.throws(() => session.slice({ by: "income", from: "low", length: 1 }), BudgetExceeded);
});

test("rows in columns are cut as rows of objects are", () => {
  const columns = {
    income: Float64Array.from(people, ({ income }) => income),
    when: people.map(({ income }) => new Date(income * 864e5)),
    name: people.map(({ income }) => `n${String(income).padStart(5, "0")}`),
    big: BigInt64Array.from(people, ({ income }) => BigInt(income) - 5n),
    rich: people.map(({ income }) => income > 3),
  };
  for (const by of ["income", "when", "name", "big", (row) => -row.income]) {
    const session = new RowSliceSession(columns, terms);
    const slice = session.slice({ by, from: typeof by === "string" ? "low" : "high", length: 2 });
    const found = slice.column("income").toArray();
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      [0, 1],
    );
    assert.ok(found instanceof Float64Array);
  }
  const session = new RowSliceSession(columns, terms);
  assert.equal(
    session.slice({ by: "rich", from: "low", length: 4 }).rows.filter((row) => row.rich).length,
    0,
  );
});

test("a row without a key is in no slice of that call, and stays for later ones", () => {
  const rows = [
    { a: 1, b: 1 },
    { a: null, b: 0 },
    { a: Number.NaN, b: 5 },
    { a: new Date("no"), b: 6 },
    null,
    { a: 2 },
  ];
  const session = new RowSliceSession(rows, terms);
  assert.deepEqual(session.slice({ by: "a", from: "low", length: 9 }).rows, [rows[0], rows[5]]);
  assert.deepEqual(session.slice({ by: "b", from: "low", length: 1 }).rows, [rows[1]]);
});

test("a user is cut with all rows, by the rows that have a key", () => {
  const rows = [
    { id: "a", x: 5 },
    { id: "b", x: null },
    { id: "c", x: 3 },
    { id: "a", x: 1 },
    { id: null, x: 0 },
    { id: "c", x: null },
  ];
  const session = new RowSliceSession(rows, { ...terms, user: "id" });
  const least = session.slice({ by: "x", perUser: "min", from: "low", length: 1 });
  assert.deepEqual(least.rows, [rows[0], rows[3]]);
  const many = session.slice({ by: (own) => own.length, from: "high", length: 1 });
  assert.deepEqual(many.rows, [rows[2], rows[5]]);
  assert.equal(session.record.protects, "users");
  assert.throws(() => laplaceCount(3, { epsilon: 0.01, ledger: many.ledger }), TypeError);
  assert.ok(Number.isFinite(many.table.count({ epsilon: 0.05 }).value));
  assert.throws(() => session.slice({ by: "x", from: "low", length: 1 }), {
    message: /^perUser must be given with a column of rows of users/,
  });
});

test("a slice pays for any pieces within its budget, also after others were cut", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-5 });
  const session = new RowSliceSession(people, { ...terms, ledger });
  const poorest = session.slice({ by: "income", from: "low", length: 2000 });
  const { value } = poorest.table.median("age", { epsilon: 0.05, domain: ages });
  assert.ok(Math.abs(value - 50) < 20, `${value}`);
  const next = session.slice({
    by: (row) => row.income / row.household,
    from: "high",
    length: value > 40 ? 1000 : 3000,
  });
  learnRectangle({
    x: [next.column("age"), next.column("income")],
    y: next.column("owns"),
    domain: [ages, integers(0, 6000)],
    ...{ epsilon: 0.1, delta: 1e-7, ledger: next.ledger },
  });
  poorest.table.topK("city", { k: 1, epsilon: 0.05, delta: 1e-7, perUser: 1 });
  assert.deepEqual(poorest.ledger.remaining, { epsilon: 0, delta: 0 });
  assert.equal(next.ledger.remaining.epsilon, 0);
  assert.equal(ledger.entries.length, 1);
  assert.equal(ledger.entries[0].records.length, 3);
  assert.ok(Math.abs(ledger.spent.epsilon - session.loss.epsilon) < 1e-9);
});

// A record that says 0.05 would be false: who is in the slice depends on others.
test("the record of a piece promises the session's loss, and has the piece's among its parameters", () => {
  const session = new RowSliceSession(people, terms);
  const slice = session.slice({ by: "income", from: "low", length: 2000 });
  const records = [
    slice.table.median("age", { epsilon: 0.02, domain: ages }).record,
    laplaceCount(slice.rows.length, {
      epsilon: 0.02,
      ledger: slice.ledger.parallel("a", "b").part("c"),
    }).record,
    new AboveThreshold({ threshold: 1, epsilon: 0.02, rows: slice.rows, ledger: slice.ledger })
      .record,
  ];
  const { loss } = session;
  for (const record of records) {
    assert.equal(record.epsilon, loss.epsilon);
    assert.equal(record.delta, loss.delta);
    assert.equal(record.parameters.computeEpsilon.toFixed(6), "0.020000");
    assert.match(record.mechanism, /, part of a session of 3 slices$/);
    const stated = Number(/\(epsilon ([\d.]+)/.exec(record.guarantee)[1]);
    assert.ok(stated >= loss.epsilon && stated < loss.epsilon * (1 + 1e-5), record.guarantee);
    assert.equal(record.proof, "docs/guarantees/slices-over-rows.md");
  }
  const inside = { outcomes: 2, calls: 1, epsilon: 0.01, delta: 1e-8, ledger: slice.ledger };
  const items = new TopKSession(inside);
  assert.equal(items.topK(["a", "a"], { k: 1 }).record.epsilon, loss.epsilon);
  assert.throws(
    () => items.toJSON(),
    /^TypeError: cannot save: the session is part of a session of slices/,
  );
});

test("a session inside of a slice promises the loss of the session around it", () => {
  const session = new RowSliceSession(people, {
    ...terms,
    compute: { epsilon: 1, delta: 1e-7 },
    delta: 1e-5,
  });
  const slice = session.slice({ by: "income", from: "low", length: 3000 });
  const within = { slices: 1, compute: { epsilon: 0.1 }, delta: 1e-8, ledger: slice.ledger };
  const rows = new RowSliceSession(slice.rows, { ...within, user: null });
  const inner = rows.slice({ by: "age", from: "low", length: 500 });
  assert.equal(
    inner.table.median("age", { epsilon: 0.1, domain: ages }).record.epsilon,
    session.loss.epsilon,
  );
  const ofColumn = new SliceSession(slice.column("age"), { ...within, domain: ages });
  const { record } = ofColumn.median(ofColumn.slice({ from: "low", length: 100 }));
  assert.equal(record.epsilon, session.loss.epsilon);
});

test("a piece beyond the budget of its slice is refused before a value is read", () => {
  const session = new RowSliceSession(people, terms);
  const { ledger } = session.slice({ by: "income", from: "low", length: 100 });
  let read = 0;
  const values = { toArray: () => [++read] };
  assert.throws(() => median(values, { epsilon: 0.2, ledger }), BudgetExceeded);
  assert.equal(read, 0);
  assert.throws(() => laplaceCount(5, { epsilon: 0.05, neighbors: "replace", ledger }), RangeError);
  assert.throws(() => ledger.steps("weekly", { steps: 2, epsilon: 0.05 }), {
    name: "TypeError",
    message: /^steps must be of a ledger for all data/,
  });
});

test("with computes a slice pays for so many pieces of at most the whole budget", () => {
  const session = new RowSliceSession(people, { ...terms, computes: 2, delta: 1e-5 });
  const slice = session.slice({ by: "income", from: "low", length: 1000 });
  const ask = (epsilon) => slice.table.median("age", { epsilon, domain: ages }).record;
  assert.throws(() => ask(0.2), BudgetExceeded);
  assert.equal(ask(0.1).epsilon, session.loss.epsilon);
  ask(0.1);
  assert.throws(() => ask(0.01), BudgetExceeded);
  const once = new RowSliceSession(people, {
    ...{ ...terms, compute: { epsilon: 0.2, delta: 2e-7 }, delta: 1e-5 },
  });
  assert.ok(session.loss.epsilon <= once.loss.epsilon * (1 + 1e-9));
});

test("a session is restarted on all rows as often as declared, and slices stay", () => {
  const session = new RowSliceSession(people, { ...terms, slices: 1, sessions: 2 });
  const cut = () => session.slice({ by: "income", from: "low", length: 3 });
  const first = cut();
  assert.throws(cut, BudgetExceeded);
  session.restart();
  assert.deepEqual(cut().rows, first.rows);
  assert.ok(Number.isFinite(first.table.count({ epsilon: 0.1 }).value));
  assert.throws(() => session.restart(), BudgetExceeded);
});

test("a saved session goes on with its rows, slices and budgets, without a further charge", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-5 });
  for (const computes of [undefined, 1]) {
    const session = new RowSliceSession(people, { ...terms, computes, ledger: undefined });
    const first = session.slice({ by: "income", from: "low", length: 3 });
    first.table.median("age", { epsilon: 0.1, domain: ages });
    const again = RowSliceSession.fromJSON(JSON.stringify(session), people);
    assert.deepEqual(again.loss, session.loss);
    const [same] = again.slices;
    assert.deepEqual(same.rows, first.rows);
    assert.throws(() => same.table.count({ epsilon: 0.1 }), BudgetExceeded);
    const next = again.slice({ by: "income", from: "low", length: 1 });
    assert.deepEqual(
      next.rows,
      people.filter(({ income }) => income === 3),
    );
    assert.equal(next.table.count({ epsilon: 0.1 }).record.epsilon, session.loss.epsilon);
    assert.throws(() => RowSliceSession.fromJSON(session.toJSON(), people.slice(1)), {
      message: "rows must be of as many as were saved, 6000, got 5999",
    });
  }
  assert.equal(ledger.entries.length, 0);
});

// Regression: JavaScript's own error said "Cannot convert a Symbol value to a string".
test("a saved number of rows that is none is named", () => {
  const saved = new RowSliceSession(people, { ...terms, ledger: undefined }).toJSON();
  for (const [count, named] of [
    [Symbol("n"), "a symbol"],
    ["6000", '"6000"'],
    [undefined, "undefined"],
  ]) {
    const damaged = { ...saved, state: { ...saved.state, count } };
    assert.throws(() => RowSliceSession.fromJSON(damaged, people), {
      name: "RangeError",
      message: `rows must be of as many as were saved, ${named}, got 6000`,
    });
  }
});

const refusals = [
  [{ slices: 0 }, RangeError, "slices must be a whole number from 1 to 1000000, got 0"],
  [{ sessions: 65 }, RangeError, "sessions must be a whole number from 1 to 64, got 65"],
  [{ compute: {} }, TypeError, "compute.epsilon must be a number, got undefined"],
  [{ delta: 1e-8 }, RangeError, "delta must be above what the pieces take of it, got 1e-08"],
  [{ user: "id" }, TypeError, /^user must be a column of the rows/],
  [{ domain: ages }, TypeError, /unknown option domain/],
];

for (const [options, type, message] of refusals) {
  test(`a session over rows rejects: ${message}`, () => {
    const ledger = new Ledger({ epsilon: 9, delta: 1e-3 });
    const attempt = () => new RowSliceSession(people, { ...terms, ...options, ledger });
    assert.throws(attempt, { name: type.name, message });
    assert.equal(ledger.entries.length, 0);
  });
}

test("keys of two kinds, and keys without an order, are rejected without their values", () => {
  const session = new RowSliceSession([{ a: 1 }, { a: "secret" }, { a: 2 }], terms);
  const cut = (by) => () => session.slice({ by, from: "low", length: 1 });
  assert.throws(cut("a"), { message: "by must give keys of one kind, got text among numbers" });
  assert.throws(
    cut(() => ({})),
    { message: /^by must give numbers, BigInts, Dates, text or booleans, got/ },
  );
  assert.throws(
    cut(async () => 1),
    { message: /^by must answer at once/ },
  );
  assert.throws(cut("b"), { message: /^by must be a column of the rows \(a\)/ });
  assert.deepEqual(cut((row) => String(row.a))().rows, [{ a: 1 }]);
});
