// The learner of points: proper or not, and its plan.
import assert from "node:assert/strict";
import test from "node:test";
import { integers, Ledger, learnPoint, plan, text } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const x = Array.from({ length: 400 }, (_, i) => i % 40);
const base = { x, y: x.map((one) => one === 7), epsilon: 4, delta: 1e-6 };
const proper = { proper: true, domain: integers(0, 9999), accuracy: 0.05 };

test("a proper learner always returns an item of the domain", () => {
  for (const options of [base, { ...base, ...proper }]) {
    const { value } = learnPoint({ ...options, x: x.map(() => 7), y: x.map(() => 1) });
    assert.equal(value.item, 7);
  }
  const none = { ...base, y: x.map(() => 0) };
  assert.equal(learnPoint(none).value.found, false);
  const items = new Set();
  for (let i = 0; i < 20; ++i) {
    const { value, record } = learnPoint({ ...none, ...proper });
    assert.ok(value.found && Number.isInteger(value.item));
    assert.ok(value.item >= 0 && value.item <= 9999);
    assert.deepEqual(record.parameters, {
      algorithm: "stable",
      domain: proper.domain.name,
      accuracy: 0.05,
    });
    items.add(value.item);
  }
  assert.ok(items.size > 15);
});

test("the statement of a proper learner includes the random item's share", () => {
  const { record } = learnPoint({ ...base, ...proper, confidence: 0.9 });
  const { record: plain } = learnPoint({ ...base, confidence: 0.95 });
  assert.equal(record.accuracy.error, plain.accuracy.error);
  assert.equal(record.accuracy.confidence, 0.9);
  assert.match(
    record.accuracy.statement,
    /with 90% confidence, the rule mislabels at most \d+ records plus 5% of all records\. This promises nothing for fewer than \d+ records\.$/,
  );
});

test("invalid options of a proper learner are rejected before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (changes, error) =>
    assert.throws(() => learnPoint({ ...base, ...proper, ...changes, ledger }), error);
  refused(
    { domain: integers(0, 99) },
    { message: "domain must be of at least 800 values, got 100" },
  );
  refused({ domain: text(10) }, { message: "domain must not be text for a point" });
  refused({ domain: undefined }, TypeError);
  refused({ accuracy: undefined }, TypeError);
  refused({ accuracy: 0.9 }, RangeError);
  refused({ proper: 1 }, TypeError);
  refused({ proper: false }, { message: "domain belongs to proper: true" });
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
});

test("the planner states the number of records that a point needs", () => {
  const [stable, gap] = plan.learnPoint({ epsilon: 1, delta: 1e-6, accuracy: 0.05 });
  assert.equal(stable.errors, 17);
  assert.equal(stable.records, 340);
  assert.ok(stable.chosen && !gap.chosen && gap.algorithm === "gap");
  assert.ok(stable.freshRecords > stable.records);
  assert.equal(stable.why, "It makes at most 17 errors.");
  const [half] = plan.learnPoint({ epsilon: 0.5, delta: 1e-6, accuracy: 0.05 });
  const [rough] = plan.learnPoint({ epsilon: 1, delta: 1e-6, accuracy: 0.1 });
  assert.ok(half.records > stable.records && rough.records < stable.records);
  assert.throws(() => plan.learnPoint({ epsilon: 1, delta: 0, accuracy: 0.1 }), RangeError);
});

test("a record that looks like a count is rejected, never used as a count", () => {
  const records = { x: [{ item: "oslo", count: 1e6 }], y: [1], epsilon: 4, delta: 1e-6 };
  assert.throws(() => learnPoint(records), { name: "TypeError", message: /items that are text/ });
});
