import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, laplaceCount, load, selectBest } from "../../dist/index.js";

before(() => load());

const scores = new Map([
  ["a", 100],
  ["b", 600],
  ["c", 200],
]);

test("laplaceCount stays within its stated error in 95 of 100 runs (2,000 runs, alpha 1e-6)", () => {
  let beyond = 0;
  for (let i = 0; i < 2000; ++i) {
    const { value, record } = laplaceCount(500, { epsilon: 0.1 });
    assert.ok(Number.isInteger(value));
    assert.equal(record.accuracy.error, 30);
    beyond += Math.abs(value - 500) > record.accuracy.error;
  }
  assert.ok(beyond < 152 && beyond > 40, `${beyond}`);
});

test("laplaceCount accepts BigInts, as engines count in them, and returns a number", () => {
  for (const count of [1000n, -1000n, 2n ** 52n]) {
    const { value } = laplaceCount(count, { epsilon: 100 });
    assert.equal(value, Number(count)); // noise has probability below 1e-40
  }
});

// Regression: without it the error is twice as large, and the record hid this.
test("the statement of selectBest states the effect of monotone, where it would halve the error", () => {
  const statement = (options) =>
    selectBest(scores, { epsilon: 1, ...options }).record.accuracy.statement;
  const hint =
    / If one record moves all scores the same way, by 0 or 1, `monotone: true` halves this\.$/;
  assert.match(statement({}), hint);
  assert.match(statement({ method: "exponential" }), hint);
  assert.doesNotMatch(statement({ monotone: true }), hint);
  assert.doesNotMatch(statement({ neighbors: "replace" }), hint);
  assert.doesNotMatch(statement({ method: "stable", delta: 1e-6 }), hint);
  const error = (monotone) => selectBest(scores, { epsilon: 1, monotone }).record.accuracy.error;
  assert.ok(Math.abs(error(false) / error(true) - 2) < 1e-9);
});

test("selectBest finds the best by every method", () => {
  const list = [...scores].map(([item, score]) => ({ item, score }));
  for (const method of ["permute-and-flip", "exponential"]) {
    assert.equal(selectBest(scores, { epsilon: 1, method }).value, "b");
    assert.equal(selectBest(list, { epsilon: 0.5, method, monotone: true }).value, "b");
  }
  assert.equal(selectBest(scores, { epsilon: 1, delta: 1e-6, method: "stable" }).value, "b");
});

test("stable choice returns nothing that almost no user has, and says so", () => {
  const options = { epsilon: 1, delta: 1e-6, method: "stable" };
  for (let i = 0; i < 500; ++i) {
    const { value, reason } = selectBest(
      new Map([
        ["alone", 1],
        ["nobody", 0],
      ]),
      options,
    );
    assert.equal(value, null);
    assert.equal(reason, "no candidate is frequent enough to be named");
  }
  assert.equal(selectBest([], options).value, null);
  const { record } = selectBest([], options);
  assert.deepEqual(selectBest(scores, options).record, record, "the list stays private");
});

test("both selections are charged to a ledger", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  laplaceCount(5, { epsilon: 0.25, ledger });
  selectBest(scores, { epsilon: 0.25, ledger });
  selectBest(scores, { epsilon: 0.5, delta: 1e-6, method: "stable", ledger });
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 1e-6 });
  assert.throws(() => laplaceCount(5, { epsilon: 0.1, ledger }), { name: "BudgetExceeded" });
  assert.throws(() => selectBest(scores, { epsilon: 0.1, ledger }), { name: "BudgetExceeded" });
});

test("stable choice rejects an item listed twice, as one record would raise it twice", () => {
  const options = { epsilon: 0.5, delta: 1e-6, method: "stable" };
  const ledger = new Ledger({ epsilon: 2, delta: 4e-6 });
  const listed = (items) => items.map((item) => ({ item, score: 600 }));
  for (const item of ["a", 7, 7n, true]) {
    assert.throws(() => selectBest(listed([item, "b", item]), { ...options, ledger }), {
      name: "RangeError",
      message: /^candidates must be grouped: .* occurs twice; the ledger stays charged$/,
    });
  }
  assert.deepEqual(ledger.spent, { epsilon: 2, delta: 4e-6 });
  assert.ok(["a", "b"].includes(selectBest(listed(["a", "b"]), options).value));
  // In a public list every entry is a separate candidate.
  assert.equal(selectBest(listed(["a", "a"]), { epsilon: 1 }).value, "a");
});

const refusals = [
  [
    () => laplaceCount(1.5, { epsilon: 1 }),
    "count must be a whole number below 2^53 either way, got a number",
  ],
  [
    () => laplaceCount(2n ** 53n, { epsilon: 1 }),
    "count must be a whole number below 2^53 either way, got a bigint",
  ],
  [
    () => laplaceCount(1, { epsilon: 1, perUser: 0 }),
    "perUser must be a whole number from 1 to 1000, got 0",
  ],
  [() => laplaceCount(1, { epsilon: 0 }), "epsilon must be a number from 1e-9 to 10000, got 0"],
  [
    () => laplaceCount(1, { epsilon: 1, confidence: 2 }),
    "confidence must be a number above 0 and below 1, got 2",
  ],
  [() => selectBest([], { epsilon: 1 }), "candidates must be at least one, got none"],
  [
    () => selectBest(7, { epsilon: 1 }),
    "candidates must be a Map or an iterable of { item, score }, got a number",
  ],
  [
    () => selectBest(new Map([["a", 0.5]]), { epsilon: 1 }),
    "scores must be whole numbers within +-2^52, got a number",
  ],
  [
    () => selectBest(scores, { epsilon: 1, delta: 1e-6 }),
    'delta belongs to method "stable", "gap" or "choosing", not to "permute-and-flip"',
  ],
  [
    () => selectBest(scores, { epsilon: 1, method: "stable" }),
    "delta must be a number, got undefined",
  ],
  [
    () => selectBest(scores, { epsilon: 1, method: "best" }),
    'method must be "permute-and-flip" or "exponential" or "stable" or "gap" or "choosing", got "best"',
  ],
  [
    () => selectBest(scores, { epsilon: -1 }),
    "epsilon must be a number from 1e-9 to 10000, got -1",
  ],
  [() => selectBest(scores, { epsilon: 1, monotone: 1 }), "monotone must be true or false, got 1"],
];

for (const [work, message] of refusals) {
  test(`rejected: ${message}`, () => assert.throws(work, { message }));
}
