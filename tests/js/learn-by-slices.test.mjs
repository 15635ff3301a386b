// Thresholds and boxes learned through noisy slices: answers, what records, statements and plans promise below enough
// records, and errors.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  integers,
  Ledger,
  learnRectangle,
  learnThreshold,
  plan,
  sanitizeThresholds,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { numberOf } from "./statements/reading.mjs";

await loadForTesting({ seed: 1 });

const loss = { epsilon: 1, delta: 1e-6 };
const domain = integers(0, 9999);
const n = 40_000;
const width = Float64Array.from({ length: n }, (_, i) => (i * 7919) % 1000);
const height = Float64Array.from({ length: n }, (_, i) => (i * 104_729) % 5003);
const y = width.map((w, i) => (w >= 100 && w < 900 && height[i] < 4500 ? 1 : 0));
const box = { algorithm: "sanitizers", x: [width, height], y, domain, by: "slices" };

test("a box by slices contains no point of label 0 and loses at most its stated number", () => {
  const given = { epsilon: 20, delta: 1e-6 };
  const ledger = new Ledger(given);
  const { value, record } = learnRectangle({ ...box, ...given, ledger });
  const wrong = y.filter((label, i) => value.predict([width[i], height[i]]) !== label).length;
  const allowed = record.accuracy.error + n / 8;
  assert.ok(allowed < n / 2);
  assert.ok(wrong <= allowed, `${wrong}`);
  assert.ok(value.lowest[0] >= 100 && value.highest[0] < 900 && value.highest[1] < 4500);
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  assert.equal(record.parameters.by, "slices");
  assert.equal(record.delta, 1e-6);
  assert.equal(
    learnRectangle({ ...box, ...given, by: "quantiles" }).record.parameters.by,
    "quantiles",
  );
});

/** The numbers of a statement by slices. */
const parts =
  /at least ([\d,]+) \w+: with 95% confidence, the (?:rule|result) mislabels at most ([\d,]+) \w+ plus ([\d.]+)% of all.* at most ([\d,]+) \w+ plus .* This promises nothing for fewer than ([\d,]+) \w+\.$/;
const read = (statement) => parts.exec(statement).slice(1).map(numberOf);

test("BNS13 section 3.5: two axes err by 12,224 points from 37,200 on, by the recursion by 46,507", () => {
  const terms = { ...loss, algorithm: "sanitizers", dimensions: 2, points: 31 };
  const { statement } = accuracy.learnRectangle({ ...terms, by: "slices" });
  const [least, errors, share, fewer, from] = read(statement);
  assert.deepEqual([least, errors, share], [37_200, 12_224, 12.5]);
  assert.equal(accuracy.learnRectangle(terms).error, 46_507);
  // With fewer points the other error says nothing either: it is more than all of them.
  assert.ok(fewer > 0.875 * least);
  assert.equal(from, least);
  // Four times the error in rank of either axis, and the noise of counts on 2 * 33 + 1 cells.
  const axis = { epsilon: 1 / 4, delta: 1e-6 / 4, confidence: 1 - 0.05 / 4, points: 31 };
  const { error } = accuracy.sanitizeThresholds({ ...axis, method: "slices" });
  const cells = (errors - 2 * 4 * Math.ceil(error)) / (2 * 67 * 2);
  assert.ok(cells > 30 && cells < 40, `${error}, ${cells}`);
});

test("a threshold by slices states from how many records of each label it promises what", () => {
  const terms = { ...loss, algorithm: "sanitizer", points: 15 };
  const { statement } = accuracy.learnThreshold(terms);
  const [least, errors, share, fewer, from] = read(statement);
  assert.deepEqual([least, errors, share], [10_120, 991, 6.25]);
  assert.equal(from, Math.floor(fewer / (1 - share / 100)) + 1);
  assert.ok(fewer > 6 * errors);
  const { record } = learnThreshold({ ...terms, x: width, y });
  assert.equal(record.accuracy.statement, statement);
  assert.equal(record.parameters.by, "slices");
});

test("a distribution by slices states from how many records on it promises anything", () => {
  const { record } = sanitizeThresholds([1], { ...loss, points: 31, domain: integers(0, 1e6) });
  const [from] = /This promises nothing for fewer than ([\d,]+) records\./
    .exec(record.accuracy.statement)
    .slice(1)
    .map(numberOf);
  const [least] = /^From ([\d,]+) records/.exec(record.accuracy.statement).slice(1).map(numberOf);
  assert.ok(from > 87 && from <= least);
});

test("plans list learners through a sanitizer, and by slices what holds below enough records", () => {
  const [quantiles, slices] = plan
    .learnThreshold({ ...loss, accuracy: 0.1 })
    .filter(({ algorithm }) => algorithm === "sanitizer");
  assert.deepEqual([quantiles.by, slices.by], ["quantiles", "slices"]);
  assert.deepEqual(quantiles.loss, { epsilon: 1, delta: 0 });
  assert.deepEqual(slices.loss, loss);
  const terms = { ...loss, algorithm: "sanitizer", points: slices.points };
  const stated = read(accuracy.learnThreshold(terms).statement);
  assert.deepEqual([slices.leastRecords, slices.errors, 100 * slices.share], stated.slice(0, 3));
  assert.match(
    slices.why,
    /if each label has at least 10,120 records, and at most [\d,]+ errors plus 6\.25% of all records otherwise\.$/,
  );
  assert.ok(slices.records < quantiles.records / 5);
  for (const one of [quantiles, slices]) {
    assert.ok(one.errors + one.share * one.records <= 0.1 * one.records);
    assert.ok(one.records < one.freshRecords && one.freshRecords < one.agnosticRecords);
    assert.equal(one.chosen, false);
  }
});

test("plans of boxes list both ways, with the errors that records state", () => {
  const asked = { ...loss, accuracy: 0.3, dimensions: 2 };
  const ways = plan.learnRectangle(asked).filter(({ algorithm }) => algorithm === "sanitizers");
  assert.deepEqual(
    ways.map(({ by }) => by),
    ["quantiles", "slices"],
  );
  for (const { by, points, errors, share, records, freshRecords } of ways) {
    const terms = { ...loss, dimensions: 2, algorithm: "sanitizers", points, by };
    assert.equal(accuracy.learnRectangle(terms).error, errors);
    assert.ok(errors + share * records <= 0.3 * records && records < freshRecords);
  }
  const [, slices] = ways;
  assert.ok(slices.leastRecords <= slices.records);
  assert.match(slices.why, /if there are at least [\d,]+ points, and at most [\d,]+ errors/);
});

test("plans say why a learner through a sanitizer cannot run", () => {
  const reasons = (planned, name) =>
    planned.filter(({ algorithm }) => algorithm === name).map(({ records, why }) => [records, why]);
  const never = Number.POSITIVE_INFINITY;
  const threshold = (options) =>
    reasons(plan.learnThreshold({ accuracy: 0.1, ...options }), "sanitizer");
  assert.deepEqual(threshold({ epsilon: 1 })[1], [never, "It needs a delta above 0."]);
  assert.deepEqual(threshold({ epsilon: 1e-9 })[0], [never, "It needs a larger epsilon."]);
  const rate = threshold({ ...loss, accuracy: 0.0005 });
  assert.deepEqual(rate, Array(2).fill([never, "It promises no such error rate."]));
  const boxes = (options) =>
    reasons(plan.learnRectangle({ dimensions: 2, accuracy: 0.1, ...options }), "sanitizers");
  assert.deepEqual(boxes({ epsilon: 1 })[1], [never, "It needs a delta above 0."]);
  const tolerant = boxes({ ...loss, tolerance: 1 });
  assert.deepEqual(tolerant, Array(2).fill([never, "It needs a tolerance of 0."]));
});

test("slices of a box are refused without a delta, of one point and at a tiny epsilon, before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  for (const [options, message] of [
    [{ ...loss, delta: 0 }, /^delta must be a number above 0/],
    [{ ...loss, points: 1 }, "points must be a whole number from 2 to 999, got 1"],
    [{ ...loss, by: "slice" }, 'by must be "quantiles" or "slices", got "slice"'],
    [{ epsilon: 1e-6, delta: 1e-6 }, /^epsilon must be large enough for slices/],
  ]) {
    assert.throws(() => learnRectangle({ ...box, ...options, ledger }), {
      name: "RangeError",
      message,
    });
  }
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  assert.equal(learnRectangle({ ...box, x: [[], []], y: [], ...loss }).value, null);
});
