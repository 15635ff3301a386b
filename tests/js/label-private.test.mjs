// Rules with private labels alone, or from public data.
import assert from "node:assert/strict";
import test from "node:test";
import {
  integers,
  Ledger,
  learnLabelPrivate,
  learnSemiPrivate,
  plan,
  RectangleHypothesis,
  ThresholdHypothesis,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const x = Array.from({ length: 500 }, (_, i) => i);
const errors = (rule, values, labels) =>
  values.filter((one, i) => Boolean(rule.predict(one)) !== Boolean(labels[i])).length;

test("with private labels the best of the rules from public values is close to the best", () => {
  const labels = x.map((value) => value < 200 || value % 50 === 0);
  let shown;
  const { value, record } = learnLabelPrivate({
    x,
    y: labels,
    epsilon: 1,
    rules: (values) => {
      shown = values;
      return Array.from(values, (cut) => ({ cut, predict: (one) => one < cut }));
    },
  });
  assert.deepEqual(shown, x);
  const best = errors({ predict: (one) => one < 200 }, x, labels);
  assert.ok(errors(value, x, labels) <= best + record.accuracy.error);
  assert.equal(record.protects, "labels");
  assert.match(record.guarantee, /^Changing one record's label changes/);
  assert.equal(record.public, "everything but the labels");
  // ln(500 / 0.05) / (1/2)
  assert.equal(record.accuracy.error, 18);
});

test("a class of thresholds on either side, or of intervals, needs no list", () => {
  for (const ones of ["below", "above"]) {
    const y = x.map((value) => value < 200 === (ones === "below"));
    const { value, record } = learnLabelPrivate({ x, y, rules: "thresholds", ones, epsilon: 1 });
    assert.ok(value instanceof ThresholdHypothesis);
    assert.ok(errors(value, x, y) <= record.accuracy.error);
    // ln(501 / 0.05) / (1/2)
    assert.equal(record.accuracy.error, 18);
    assert.deepEqual(record.parameters, { rules: 501, class: "thresholds" });
    assert.deepEqual(ThresholdHypothesis.fromJSON(value.toJSON()), value);
  }
  const y = x.map((value) => value >= 100 && value < 300);
  const { value, record } = learnLabelPrivate({ x: [x], y, rules: "boxes", epsilon: 1 });
  assert.ok(value instanceof RectangleHypothesis);
  assert.equal(record.parameters.rules, 1 + (500 * 501) / 2);
  const points = x.map((one) => [one]);
  assert.ok(errors(value, points, y) <= record.accuracy.error);
});

test("if all labels agree the constant rules are found", () => {
  const rule = (options) => learnLabelPrivate({ epsilon: 5, ...options }).value;
  for (const label of [0, 1]) {
    const y = x.map(() => label);
    assert.equal(errors(rule({ x, y, rules: "thresholds" }), x, y), 0);
    assert.equal(errors(rule({ x, y, rules: "thresholds", ones: "above" }), x, y), 0);
    const grid = integers(0, 1000);
    const box = rule({
      x: [x, x.toReversed()].map((one) => one.slice(0, 40)),
      y: y.slice(0, 40),
      rules: "boxes",
      domain: grid,
    });
    assert.equal(box.predict([20, 480]), label);
  }
});

test("boxes of two dimensions are found among all labellings of the points", () => {
  const a = Array.from({ length: 60 }, (_, i) => (i * 37) % 61);
  const b = Array.from({ length: 60 }, (_, i) => (i * 17) % 53);
  const y = a.map((one, i) => one >= 10 && one < 50 && b[i] >= 5 && b[i] < 45);
  const { value, record } = learnLabelPrivate({
    x: [a, b],
    y,
    rules: "boxes",
    domain: [integers(0, 60), integers(0, 60)],
    epsilon: 8,
  });
  const points = a.map((one, i) => [one, b[i]]);
  assert.ok(errors(value, points, y) <= record.accuracy.error);
  assert.ok(record.parameters.rules > 1000);
});

test("values that only build the rules do not choose among them", () => {
  const y = x.map((value) => value < 200);
  let shown;
  const base = { x, y, epsilon: 1, building: 100 };
  const { value, record } = learnLabelPrivate({
    ...base,
    rules: (values) => {
      shown = values.length;
      return [{ predict: (one) => one < 150 }, { predict: () => true }];
    },
  });
  assert.equal(shown, 100);
  assert.equal(value.predict(160), false);
  assert.match(record.accuracy.statement, /records after the first 100 more than/);
  const { record: second } = learnLabelPrivate({ ...base, rules: "thresholds" });
  assert.deepEqual(second.parameters, { rules: 101, class: "thresholds", building: 100 });
});

test("label-private learning rejects invalid options", () => {
  const rules = () => [{ predict: () => 1 }];
  const base = { x: [1], y: [1], rules, epsilon: 1 };
  const refused = (changes, error) =>
    assert.throws(() => learnLabelPrivate({ ...base, ...changes }), error);
  refused({ rules: 5 }, TypeError);
  refused({ rules: () => [] }, RangeError);
  refused({ y: [2] }, TypeError);
  refused({ y: [] }, RangeError);
  refused({ epsilon: 0 }, RangeError);
  refused({ building: 2 }, RangeError);
  refused({ rules: "boxes" }, TypeError);
  refused({ rules: "boxes", x: [] }, TypeError);
  refused({ rules: "boxes", x: [[1], [1, 2]] }, RangeError);
  refused({ rules: "boxes", x: [[3]], domain: integers(3, 3) }, RangeError);
  refused({ rules: "thresholds", ones: "left" }, RangeError);
  const column = Array(400).fill(7);
  refused(
    { rules: "boxes", x: [column, column], y: Array(400).fill(1) },
    { message: "public points must be few enough for 4 10^9 boxes, got 400" },
  );
});

test("with rules from public data, whole labelled records are protected at full epsilon", () => {
  const x = Array.from({ length: 400 }, (_, i) => i);
  const y = x.map((value) => value < 150);
  const rules = Array.from({ length: 41 }, (_, i) => ({
    cut: 10 * i,
    predict: (one) => one < 10 * i,
  }));
  const ledger = new Ledger({ epsilon: 1, delta: 0 });
  const { value, record } = learnSemiPrivate({ x, y, rules, epsilon: 1, ledger });
  // ceil(ln(41 / 0.05)) - 1
  assert.equal(record.accuracy.error, 6);
  assert.ok(Math.abs(value.cut - 150) <= 6);
  assert.equal(record.neighbors, "add-remove");
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 0 });
  assert.throws(() => learnSemiPrivate({ x, y, rules, epsilon: 1, ledger }), {
    name: "BudgetExceeded",
  });
  assert.throws(() => learnSemiPrivate({ x, y, rules: [], epsilon: 1 }), RangeError);
});

test("unlabelled public values build thresholds and boxes for private records", () => {
  const y = x.map((value) => value < 200);
  const unlabelled = Array.from({ length: 51 }, (_, i) => 10 * i);
  const ledger = new Ledger({ epsilon: 2, delta: 0 });
  const base = { y, unlabelled, epsilon: 1, ledger };
  const { value, record } = learnSemiPrivate({ ...base, x, rules: "thresholds" });
  assert.equal(record.parameters.rules, 52);
  // The best of the public rules, at 190 or 200, makes up to 9 errors.
  assert.ok(errors(value, x, y) <= 9 + record.accuracy.error);
  const asked = { ...base, unlabelled: [unlabelled], x: [x], rules: "boxes" };
  const { value: interval, record: second } = learnSemiPrivate(asked);
  assert.equal(second.parameters.rules, 1 + (51 * 52) / 2);
  assert.ok(
    errors(
      interval,
      x.map((one) => [one]),
      y,
    ) <=
      9 + second.accuracy.error,
  );
  assert.deepEqual(ledger.spent, { epsilon: 2, delta: 0 });
  const refused = (changes, error) =>
    assert.throws(() => learnSemiPrivate({ ...asked, ...changes, ledger }), error);
  refused({ unlabelled: undefined }, TypeError);
  refused({ unlabelled: [unlabelled, unlabelled] }, RangeError);
  assert.deepEqual(ledger.spent, { epsilon: 2, delta: 0 });
  assert.throws(() => learnSemiPrivate({ ...asked, y: [1], ledger: undefined }), RangeError);
});

// Regression: axes and domains were validated after the charge.
test("a class of boxes that its options exclude costs nothing", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 0 });
  const boxes = (axes, options) =>
    learnSemiPrivate({
      ...{ x: Array(axes).fill([3]), y: [1], unlabelled: Array(axes).fill([3]) },
      ...{ rules: "boxes", epsilon: 1, ledger, ...options },
    });
  assert.throws(() => boxes(5), {
    name: "RangeError",
    message: "dimensions must be a whole number from 1 to 4, got 5",
  });
  assert.throws(() => boxes(2, { domain: integers(3, 3) }), {
    name: "RangeError",
    message: "domain must be of two values or more, got one",
  });
  assert.equal(ledger.entries.length, 0);
  boxes(2);
  assert.equal(ledger.entries.length, 1);
});

test("the planner states the number of records that rules from public values need", () => {
  const asked = { rules: "thresholds", epsilon: 1, accuracy: 0.1 };
  const [all, split] = plan.learnLabelPrivate(asked);
  assert.equal(all.algorithm, "all");
  assert.equal(split.building, Math.ceil(640 * (Math.log(1280) + Math.log(160))));
  assert.ok(all.chosen && !split.chosen && all.records < all.freshRecords);
  assert.equal(split.records, undefined);
  assert.deepEqual(all.loss, { epsilon: 1, delta: 0 });
  assert.equal(split.why, `${split.building} public values build the rules.`);
  const [none, semi] = plan.learnSemiPrivate({ ...asked, neighbors: "add-remove" });
  assert.equal(none.freshRecords, Number.POSITIVE_INFINITY);
  assert.equal(none.why, "It would show the records' values.");
  assert.ok(semi.chosen && semi.building === split.building);
  assert.ok(semi.freshRecords < split.freshRecords - split.building + 1);
  for (const harder of [{ epsilon: 0.2 }, { accuracy: 0.05 }, { confidence: 0.99 }]) {
    const more = plan.learnLabelPrivate({ ...asked, ...harder });
    assert.ok(more[0].records >= all.records && more[0].freshRecords >= all.freshRecords);
    assert.ok(more[1].freshRecords >= split.freshRecords);
  }
  const fresh = (options) =>
    plan.learnLabelPrivate({ epsilon: 1, accuracy: 0.1, ...options })[0].freshRecords;
  assert.ok(fresh({ rules: "boxes", dimensions: 2 }) > fresh({ rules: "boxes" }));
  assert.ok(fresh({ vcDimension: 10 }) > fresh({ vcDimension: 2 }));
  assert.throws(() => fresh({}), { message: "a plan needs either rules or vcDimension" });
  assert.throws(() => fresh({ rules: "circles" }), RangeError);
});

test("records whose values built the rules reveal nothing more in the choice", () => {
  const rules = [0, 1].map((label) => ({ predict: () => label }));
  // The first seven have label 1, the three that remain to choose by have label 0.
  const { value } = learnLabelPrivate({
    ...{ x: x.slice(0, 10), y: x.slice(0, 10).map((i) => i < 7) },
    ...{ rules: () => rules, epsilon: 100, building: 7 },
  });
  assert.equal(value, rules[0]);
});
