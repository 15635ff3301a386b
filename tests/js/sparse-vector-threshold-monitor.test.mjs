import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, load, ThresholdMonitor } from "../../dist/index.js";

before(() => load());

const options = { threshold: 1000, perRecord: 2, epsilon: 1, delta: 1e-6 };

test("a ThresholdMonitor never stops, but records are retired after perRecord yeses", () => {
  for (const method of ["auto", "charging", "laplace"]) {
    const monitor = new ThresholdMonitor({ ...options, method, records: 6000 });
    const half = (first) => Array.from({ length: 6000 }, (_, i) => i < 3000 === first);
    assert.equal(monitor.ask(half(true)), true);
    assert.equal(monitor.ask(half(true)), true);
    for (let i = 0; i < 20; ++i) assert.equal(monitor.ask(half(true)), false);
    assert.equal(monitor.ask(half(false)), true); // others are still active
    assert.equal(monitor.ask(new Uint8Array(6000)), false);
  }
});

test("sampled needs no delta, and paper needs very many records", () => {
  const sampled = new ThresholdMonitor({ ...options, delta: 0, records: 9000 });
  assert.equal(sampled.record.parameters.method, "sampled");
  assert.equal(sampled.record.delta, 0);
  assert.ok(Math.abs(sampled.record.parameters.keptShare - (1 - Math.exp(-1))) < 1e-6);
  assert.equal(sampled.ask(Array(9000).fill(1)), true);
  assert.equal(sampled.ask(Array(9000).fill(0)), false);
  const paper = new ThresholdMonitor({ ...options, method: "paper", records: 10 });
  assert.ok(paper.record.accuracy.error > 100_000);
});

test("the method is chosen by accuracy, and the record states the reason", () => {
  const methodFor = (threshold, perRecord) =>
    new ThresholdMonitor({ ...options, threshold, perRecord, records: 1 }).record.parameters;
  assert.equal(methodFor(100, 1).method, "sampled");
  assert.equal(methodFor(100_000, 10).method, "charging");
  assert.match(methodFor(100_000, 10).why, /pays for the yeses that one record takes part in/);
});

test("predicates over rows and columns, and values that change between queries", () => {
  const rows = Array.from({ length: 4000 }, (_, i) => ({ hour: i % 24 }));
  const columns = { hour: Uint8Array.from(rows, (row) => row.hour) };
  for (const data of [{ rows }, { columns }]) {
    const monitor = new ThresholdMonitor({ ...options, ...data });
    assert.equal(
      monitor.ask((row) => row.hour === 3),
      false,
    );
    assert.equal(
      monitor.ask((row) => row.hour < 23),
      true,
    );
    assert.equal(
      monitor.ask((_, i) => i >= 0),
      true,
    );
  }
  const moving = new ThresholdMonitor({ ...options, records: 4000 });
  assert.equal(moving.ask(Array(4000).fill(false)), false);
  assert.equal(moving.ask(Array(4000).fill(true)), true);
  assert.throws(() => moving.ask(() => true), TypeError);
  assert.throws(() => moving.ask([1]), {
    message: "question must have one contribution a record (4000), got 1",
  });
});

test("weighted contributions add up, and a whole one retires a record after perRecord yeses", () => {
  const monitor = new ThresholdMonitor({
    ...options,
    perRecord: 1,
    weighted: true,
    records: 20_000,
  });
  assert.equal(monitor.ask(Array(20_000).fill(0.01)), false);
  assert.equal(monitor.ask(Array(20_000).fill(1)), true);
  assert.equal(monitor.ask(Array(20_000).fill(1)), false);
});

test("a record of weight 0.01 takes part in about 96 yeses (it left with the first one)", () => {
  const records = 100_000;
  const monitor = new ThresholdMonitor({
    ...{ ...options, threshold: 500, perRecord: 1, weighted: true, method: "charging", records },
  });
  const weights = new Float64Array(records).fill(0.01);
  let yeses = 0;
  while (yeses < 1000 && monitor.ask(weights)) yeses += 1;
  const left = monitor.toJSON().state.left.filter((hits) => hits > 0).length;
  // Active records weigh below the threshold at last: the others left, each after 96 yeses on average.
  const mean = yeses / Math.log(records / left);
  assert.ok(Math.abs(mean - 96) < 3, `${yeses} yeses, ${left} of ${records} left: ${mean}`);
});

test("the ledger is charged once, and the record is attached", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const monitor = new ThresholdMonitor({ ...options, method: "charging", records: 10, ledger });
  for (let i = 0; i < 10; ++i) monitor.ask(Array(10).fill(1));
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 1e-6 });
  assert.deepEqual(ledger.entries[0].record, monitor.record);
  assert.match(monitor.record.accuracy.statement, /95% confidence over 1,000 queries/);
});

test("a saved threshold monitor resumes with its retired users", () => {
  const all = Array(3000).fill(1);
  let monitor = new ThresholdMonitor({ ...options, method: "charging", records: 3000 });
  assert.equal(monitor.ask(all), true);
  const saved = JSON.stringify(monitor);
  assert.match(saved, /private state/);
  monitor.dispose();
  monitor = ThresholdMonitor.fromJSON(saved);
  assert.equal(JSON.stringify(monitor), saved);
  assert.equal(monitor.ask(all), true);
  assert.equal(monitor.ask(all), false);
  const rows = Array(3000).fill("row");
  assert.equal(
    ThresholdMonitor.fromJSON(saved, { rows }).ask(() => true),
    true,
  );
  assert.throws(() => ThresholdMonitor.fromJSON(saved, { rows: [1] }), RangeError);
  const tampered = JSON.parse(saved);
  tampered.state.left[0] = 9;
  assert.throws(() => ThresholdMonitor.fromJSON(tampered), RangeError);
  tampered.state.left[0] = "x";
  assert.throws(() => ThresholdMonitor.fromJSON(tampered), RangeError);
});

test("bad options are rejected by name", () => {
  const refused = (bad, message) =>
    assert.throws(() => new ThresholdMonitor({ ...options, records: 5, ...bad }), { message });
  refused(
    { records: undefined },
    "ThresholdMonitor needs rows, columns or records, got none of them",
  );
  refused({ records: -1 }, "records must be a whole number from 0 to 100000000, got -1");
  refused({ delta: 0, method: "charging" }, /^delta must be above 0 for method charging, got 0/);
  refused({ perRecord: undefined }, "perRecord must be a number, got undefined");
  refused({ method: "magic" }, /^method must be "auto" or "charging"/);
  refused({ records: undefined, columns: { a: [1], b: [1, 2] } }, /of one length, got 1, 2/);
  const monitor = new ThresholdMonitor({ ...options, records: 5 });
  monitor.dispose();
  assert.throws(() => monitor.ask([1, 1, 1, 1, 1]), TypeError);
});
