import assert from "node:assert/strict";
import { before, test } from "node:test";
import { AboveThreshold, Ledger, load } from "../../dist/index.js";

before(() => load());

const options = { threshold: 1000, epsilon: 1 };

test("a count far above the threshold is a yes, one far below it a no", () => {
  const monitor = new AboveThreshold({ ...options, maxAnswers: 3 });
  for (let i = 0; i < 50; ++i) assert.equal(monitor.ask(0), false);
  for (const left of [2, 1, 0]) {
    assert.equal(monitor.ask(5000), true);
    assert.equal(monitor.answersLeft, left);
  }
  assert.equal(monitor.exhausted, true);
});

test("an exhausted AboveThreshold says so by name, at every query", () => {
  const monitor = new AboveThreshold(options);
  monitor.ask(5000);
  for (const count of [5000, 0]) {
    assert.throws(() => monitor.ask(count), {
      name: "BudgetExceeded",
      message:
        "this AboveThreshold is exhausted: it has returned the charged number of yes answers, 1; make a new one to continue",
    });
  }
});

test("an exhausted AboveThreshold rejects before it reads a query, after noes and a yes", () => {
  const monitor = new AboveThreshold({ ...options, rows: new Array(5000).fill(1) });
  assert.equal(
    monitor.ask(() => false),
    false,
  );
  assert.equal(
    monitor.ask(() => true),
    true,
  );
  const question = () => assert.fail("it was read");
  for (let i = 0; i < 2; ++i)
    assert.throws(() => monitor.ask(question), { name: "BudgetExceeded" });
  assert.throws(() => monitor.ask(5000n), { name: "BudgetExceeded" });
});

test("the ledger is charged once for all queries, without an unused delta", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const monitor = new AboveThreshold({ ...options, delta: 1e-6, ledger });
  for (let i = 0; i < 20; ++i) monitor.ask(0);
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 0 });
  assert.deepEqual(ledger.entries[0].record, monitor.record);
  assert.throws(() => new AboveThreshold({ ...options, ledger }), { name: "BudgetExceeded" });
  const wide = new Ledger({ epsilon: 1, delta: 1e-6 });
  new AboveThreshold({ ...options, delta: 1e-6, maxAnswers: 500, ledger: wide });
  assert.deepEqual(wide.spent, { epsilon: 1, delta: 1e-6 });
});

test("a record counts once, for any contribution (bytes once counted up to 255 times)", () => {
  const bytes = new Uint8Array(100).fill(255);
  for (const question of [bytes, Buffer.from(bytes), [...bytes], Float32Array.from(bytes)]) {
    const monitor = new AboveThreshold({ ...options, epsilon: 10, rows: bytes });
    assert.equal(monitor.ask(question), false, question.constructor.name);
  }
});

test("predicates over rows and columns are counted, in JavaScript, and monotone by construction", () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({ delay: i % 60, late: i % 2 === 0 }));
  const columns = {
    delay: Float64Array.from(rows, (row) => row.delay),
    late: rows.map((row) => row.late),
  };
  for (const data of [{ rows }, { columns }]) {
    const monitor = new AboveThreshold({ ...options, ...data, epsilon: 2, maxAnswers: 2 });
    assert.equal(monitor.record.parameters.monotone, true);
    assert.equal(monitor.record.parameters.noise, "geometric");
    assert.equal(
      monitor.ask((row) => row.delay > 58),
      false,
    );
    assert.equal(
      monitor.ask((row) => row.late),
      true,
    );
    assert.equal(monitor.ask(rows.map(() => true)), true);
  }
  assert.throws(() => new AboveThreshold({ ...options, rows }).ask(5), TypeError);
  assert.throws(() => new AboveThreshold({ ...options, rows }).ask([true]), RangeError);
});

test("weighted sums count each record from 0 to 1, for any returned number", () => {
  const rows = [1e9, -1e9, Number.POSITIVE_INFINITY, 0.5, true, false];
  const seen = new AboveThreshold({
    ...{ threshold: 0, rows, weighted: true, epsilon: 10_000, numericShare: 0.5 },
  });
  assert.ok(Math.abs(seen.askNumber((value) => value) - 3.5) < 0.02);
});

test("a number comes with a yes only, if a share of epsilon is reserved for it", () => {
  const monitor = new AboveThreshold({ ...options, epsilon: 2, monotone: true, numericShare: 0.5 });
  assert.equal(monitor.askNumber(0), null);
  const number = monitor.askNumber(5000);
  assert.ok(Number.isInteger(number) && Math.abs(number - 5000) < 60, `${number}`);
  assert.throws(() => new AboveThreshold(options).askNumber(0), RangeError);
});

test("a saved AboveThreshold resumes with the same noisy threshold and the remaining yeses", () => {
  const ledger = new Ledger({ epsilon: 1 });
  let monitor = new AboveThreshold({ ...options, maxAnswers: 2, ledger });
  assert.equal(monitor.ask(9000), true);
  const saved = JSON.parse(JSON.stringify(monitor));
  assert.match(saved.warning, /private state.*never publish/);
  monitor.dispose();
  monitor = AboveThreshold.fromJSON(JSON.stringify(saved));
  assert.equal(monitor.answersLeft, 1);
  assert.deepEqual(monitor.toJSON(), saved);
  assert.equal(monitor.ask(9000), true);
  assert.throws(() => monitor.ask(9000), { name: "BudgetExceeded" });
  assert.equal(ledger.spent.epsilon, 1);
  // The saved threshold is the noisy one. With a forged one every answer is a yes.
  saved.state.noisyThreshold = "-1000000000000";
  assert.equal(AboveThreshold.fromJSON(saved).ask(0), true);
});

// Regression: fromJSON read the request as saved, with `monotone` true because the counts were sums over rows.
// Counts from the caller may move both ways under the same smaller noise.
test("a saved AboveThreshold made from rows resumes with rows only, as monotone relies on them", () => {
  const rows = Array(3000).fill({ late: true });
  const saved = JSON.stringify(new AboveThreshold({ ...options, rows }));
  assert.throws(() => AboveThreshold.fromJSON(saved), {
    name: "TypeError",
    message: /^rows or columns must be given as at first, got neither: `monotone` depends/,
  });
  const columns = { late: rows.map(() => true) };
  for (const data of [{ rows }, { columns }]) {
    assert.equal(
      AboveThreshold.fromJSON(saved, data).ask((row) => row.late),
      true,
    );
  }
  const declared = JSON.stringify(new AboveThreshold({ ...options, monotone: true }));
  assert.equal(AboveThreshold.fromJSON(declared).ask(9000), true);
  const plain = new AboveThreshold({ ...options, monotone: false, rows });
  assert.equal(AboveThreshold.fromJSON(JSON.stringify(plain)).ask(9000), true);
  const silent = JSON.parse(saved);
  delete silent.state.asks;
  assert.throws(() => AboveThreshold.fromJSON(silent), {
    message: /^rows or columns must be given/,
  });
});

test("a broken or foreign saved state is rejected", () => {
  const saved = () => JSON.parse(JSON.stringify(new AboveThreshold(options)));
  assert.throws(() => AboveThreshold.fromJSON({}), TypeError);
  assert.throws(() => AboveThreshold.fromJSON({ ...saved(), mechanism: "x" }), TypeError);
  assert.throws(
    () => AboveThreshold.fromJSON({ ...saved(), state: { noisyThreshold: 5, answersLeft: 1 } }),
    TypeError,
  );
  assert.throws(
    () => AboveThreshold.fromJSON({ ...saved(), state: { noisyThreshold: "5", answersLeft: 2 } }),
    { message: /saved.answers_left must be .* got 2/ },
  );
  // Regression: text of more than 64 bits was truncated to them, and with the other sign every query got a yes.
  for (const [text, message] of [
    ["9999999999999999999", /^saved noisyThreshold must be below 2\^63, got 9{19}$/],
    ["-9223372036854775808", /^saved.noisy_threshold must be within 2\^62 steps of the threshold/],
  ]) {
    const state = { noisyThreshold: text, answersLeft: 1 };
    assert.throws(() => AboveThreshold.fromJSON({ ...saved(), state }), {
      name: "RangeError",
      message,
    });
  }
  const otherNoise = saved();
  otherNoise.plan.questionRate *= 2;
  assert.throws(() => AboveThreshold.fromJSON(otherNoise), RangeError);
  const cheaper = saved();
  cheaper.request.epsilon = 2;
  assert.throws(() => AboveThreshold.fromJSON(cheaper), RangeError);
});

test("a disposed AboveThreshold is rejected", () => {
  const monitor = new AboveThreshold(options);
  monitor.dispose();
  assert.throws(() => monitor.ask(1), {
    name: "TypeError",
    message: "object must be in use, got a disposed one",
  });
});

test("bad options are rejected by name, before the ledger is charged", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const refused = (bad, message) =>
    assert.throws(() => new AboveThreshold({ ...options, ledger, ...bad }), { message });
  refused({ treshold: 1 }, "AboveThreshold: unknown option treshold; did you mean threshold?");
  refused({ threshold: 2e12 }, "threshold must be a number from -2^40 to 2^40, got 2e+12");
  refused({ maxAnswers: 0 }, "maxAnswers must be a whole number from 1 to 1000000, got 0");
  refused({ monotone: 1 }, "monotone must be true or false, got 1");
  refused({ numericShare: 1 }, "numericShare must be a number from 0 to below 1, got 1");
  refused(
    { rows: [], columns: {} },
    "at most one of rows, columns and records must be given, got rows and columns",
  );
  assert.equal(ledger.spent.epsilon, 0);
  assert.throws(() => new AboveThreshold(options).ask("5"), TypeError);
});

test("an error of the function passes through, and no answer is drawn", () => {
  const monitor = new AboveThreshold({ ...options, rows: [1, 2] });
  const before = JSON.stringify(monitor);
  assert.throws(
    () =>
      monitor.ask(() => {
        throw new Error("mine");
      }),
    { message: "mine" },
  );
  assert.equal(JSON.stringify(monitor), before);
});

test("a centred threshold has certain yeses and noes from the same distance on", () => {
  const asked = {
    threshold: 100,
    epsilon: 1,
    monotone: true,
    maxAnswers: 5,
    expectedQuestions: 100,
  };
  const { record } = new AboveThreshold(asked);
  assert.match(
    record.accuracy.statement,
    /a count at least 35 above the threshold gets a yes and one at least 35 below it a no\.$/,
  );
  const plain = new AboveThreshold({ ...asked, centred: false }).record;
  assert.deepEqual([plain.parameters.sureYesAbove, plain.parameters.sureNoBelow], [14, 56]);
});

test("a state saved before thresholds were centred resumes unchanged", () => {
  const saved = JSON.parse(
    JSON.stringify(new AboveThreshold({ ...options, monotone: true, centred: false })),
  );
  delete saved.request.centred;
  const monitor = AboveThreshold.fromJSON(saved);
  assert.equal(monitor.toJSON().request.centred, false);
  assert.equal(monitor.toJSON().plan.sureYesAbove, saved.plan.sureYesAbove);
});

test("counts that may move either way have a wider margin than counts of rows", () => {
  const surely = (more) =>
    new AboveThreshold({ threshold: 5, epsilon: 1, ...more }).record.parameters.sureYesAbove;
  assert.ok(surely({ monotone: false }) > surely({ monotone: true }));
  assert.equal(surely({}), surely({ monotone: false }));
  assert.equal(surely({ rows: [1] }), surely({ monotone: true }));
});
