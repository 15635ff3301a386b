// The answers of a caller's function about a record, where the answer counts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  AboveThreshold,
  learnLabelPrivate,
  learnSemiPrivate,
  load,
  quasiConcaveMax,
  selectBest,
  ThresholdMonitor,
} from "../../dist/index.js";
import { connect } from "../../dist/worker.js";

before(() => load());

const rows = Array.from({ length: 40 }, (_, i) => ({ id: i }));
const above = (more) => new AboveThreshold({ threshold: 1000, epsilon: 1, rows, ...more });
const monitor = (more) =>
  new ThresholdMonitor({ threshold: 1000, perRecord: 2, epsilon: 1, delta: 1e-6, rows, ...more });
const makers = { above, monitor };

/** Invalid answers, each with the kind that the message names. */
const noAnswers = [
  [Promise.resolve(false), "a Promise"],
  ["no", "text"],
  [0n, "a bigint"],
  [{}, "an object (Object)"],
  [() => true, "a function"],
];

// Cause: contributions were read as truthy, and a Promise is truthy.
test("a query that answers with a Promise, text or an object for one record is rejected", () => {
  for (const [name, make] of Object.entries(makers)) {
    for (const weighted of [false, true]) {
      const asked = make({ weighted });
      const before = JSON.stringify(asked);
      for (const [answer, kind] of noAnswers) {
        const message = new RegExp(
          `^question must be .* for every record, got ${kind.replace(/[()]/g, "\\$&")} for one$`,
        );
        const told = `${name}, ${weighted ? "weighted" : "flags"}: ${kind}`;
        const refused = { name: "TypeError", message };
        assert.throws(() => asked.ask((row) => (row.id === 39 ? answer : true)), refused, told);
        const list = rows.map((_, i) => (i === 7 ? answer : true));
        assert.throws(() => asked.ask(list), refused, told);
      }
      assert.equal(JSON.stringify(asked), before, `${name}: nothing is half done`);
      assert.equal(
        asked.ask((row) => row.id > 5),
        false,
        `${name} goes on`,
      );
    }
  }
});

test("an async function or a generator is rejected before it sees any record", () => {
  for (const make of Object.values(makers)) {
    let shown = 0;
    const questions = [
      async () => ++shown > 0,
      function* () {
        yield ++shown > 0;
      },
      async function* () {
        yield ++shown > 0;
      },
    ];
    for (const data of [{}, { rows: [] }]) {
      for (const question of questions) {
        assert.throws(() => make(data).ask(question), {
          name: "TypeError",
          message: /^question must answer at once, got (Async)?(Generator)?Function, /,
        });
      }
    }
    assert.equal(shown, 0);
  }
});

test("an error message contains no contents of a record", () => {
  for (const make of Object.values(makers)) {
    assert.throws(
      () => make().ask(() => "Ada Lovelace"),
      (error) => !error.message.includes("Ada"),
    );
  }
});

// Cause: the core counts a NaN as 0.
test("a count that is not finite is rejected by name", () => {
  const asked = new AboveThreshold({ threshold: 0, epsilon: 1 });
  for (const count of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => asked.ask(count), {
      name: "RangeError",
      message: `count must be a finite number, got ${count}`,
    });
  }
  assert.throws(() => asked.ask(Promise.resolve(5)), TypeError);
});

test("the worker rejects the same contributions and counts", async () => {
  const logstar = await connect();
  try {
    const counts = await new logstar.AboveThreshold({ threshold: 0, epsilon: 1 });
    await assert.rejects(counts.ask(Number.NaN), { message: /^count must be a finite number/ });
    const watch = await new logstar.ThresholdMonitor({
      ...{ threshold: 10, perRecord: 1, epsilon: 1, delta: 1e-6, records: 2 },
    });
    await assert.rejects(watch.ask([true, "yes"]), { message: /got text for one/ });
    await assert.rejects(watch.ask([true, "no"]), { message: /got text for one/ });
    // The answer is yes or no, as drawn.
    assert.equal(typeof (await watch.ask([true, false])), "boolean");
  } finally {
    logstar.dispose();
  }
});

// Regression: one object was refilled for each row. A value in the column `__proto__` became its prototype, and
// a value that a function wrote on one row was there on the next.
test("every row is a separate object, so that nothing leaks to another row", () => {
  const columns = { id: [1, 2, 3] };
  for (const make of Object.values(makers)) {
    const seen = [];
    const asked = make({ rows: undefined, columns });
    asked.ask((row) => {
      assert.equal(row.note, undefined);
      assert.equal("constructor" in row, false);
      row.note = "seen";
      row.id += 1;
      seen.push(row);
      return true;
    });
    assert.deepEqual(
      seen.map(({ id }) => id),
      [2, 3, 4],
    );
    assert.equal(new Set(seen).size, 3);
  }
});

test("a column named __proto__ is rejected by name, in the worker too", async () => {
  const columns = JSON.parse('{ "id": [1, 2], "__proto__": [{ "admin": true }, 5] }');
  for (const make of Object.values(makers)) {
    assert.throws(() => make({ rows: undefined, columns }), {
      name: "TypeError",
      message: /^columns must have other names than __proto__/,
    });
  }
  const logstar = await connect();
  try {
    const options = { threshold: 10, perRecord: 1, epsilon: 1, delta: 1e-6, columns };
    await assert.rejects(new logstar.ThresholdMonitor(options), { message: /__proto__/ });
  } finally {
    logstar.dispose();
  }
});

test("a quality or score that is not a whole number is rejected by name", () => {
  const grid = [1, 2, 3, 4];
  for (const [answer] of noAnswers) {
    assert.throws(
      () => quasiConcaveMax((point) => (point === 4 ? answer : 1), { grid, epsilon: 1 }),
      { name: "RangeError", message: /^quality must be whole numbers/ },
    );
    assert.throws(() => selectBest([{ item: "a", score: answer }], { epsilon: 1 }), {
      name: "TypeError",
      message: /^scores must be whole numbers/,
    });
  }
});

// Regression: predictions were compared as numbers. A Promise agreed with no label, "1" with 1.
test("a rule that predicts no label is rejected by name", () => {
  const [x, y, epsilon] = [[1, 2, 3], [0, 1, 1], 1];
  for (const [answer, kind] of [...noAnswers, [2, "a number"]]) {
    const rules = [{ predict: () => 1 }, { predict: (one) => (one === 3 ? answer : 0) }];
    const refused = {
      name: "TypeError",
      message: `predict must give labels 0 or 1 (or false and true), got ${kind} for one`,
    };
    assert.throws(() => learnSemiPrivate({ x, y, rules, epsilon }), refused);
    assert.throws(() => learnLabelPrivate({ x, y, rules: () => rules, epsilon }), refused);
  }
  const rules = [{ predict: async () => 1 }];
  assert.throws(() => learnSemiPrivate({ x, y, rules, epsilon }), /predict must answer at once/);
  assert.throws(() => learnLabelPrivate({ x, y, rules: async () => [], epsilon }), /got .*Promise/);
});

test("an invalid worker is rejected by name", async () => {
  for (const made of [undefined, Promise.resolve(), "worker.js", {}]) {
    await assert.rejects(connect({ worker: () => made }), {
      name: "TypeError",
      message: /^worker must make a Web Worker or a worker thread, got /,
    });
  }
});
