// Intervals of rows of users: by group, of different people, and their counts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { integers, load, median, quantiles } from "../../dist/index.js";

before(() => load());

const of = (n, make) => Array.from({ length: n }, (_, i) => make(i));
/** 4,001 whole numbers from 0 to 4,000: a draw misses by 400 with a probability below 1e-30. */
const values = of(4001, (i) => (i * 1009) % 4001);
const domain = integers(-1_000_000, 1_000_000);
const options = { epsilon: 1, domain };

/** Whether it is an interval round a number, at most so wide. */
function checkRound({ lo, hi }, value, width) {
  assert.ok(lo <= value && value <= hi, `${lo} to ${hi} round ${value}`);
  assert.ok(hi - lo <= width, `${lo} to ${hi}`);
}

test("rows of users have intervals, by group too, from one noisy count each", () => {
  const rows = { values, users: values, groups: values.map((v) => (v % 2 ? "odd" : "even")) };
  const all = median({ values, users: values }, { ...options, interval: "population" });
  checkRound(all.interval, all.value, 1200);
  assert.equal(all.record.protects, "users");
  assert.match(
    all.record.interval.statement,
    /each user counts once, split evenly over their rows/,
  );
  const { groups, record } = median(rows, {
    ...options,
    epsilon: 4,
    groups: ["odd", "even"],
    interval: "data",
  });
  for (const { value, interval } of groups) {
    checkRound(interval, value, 1000);
    assert.ok(Math.abs(interval.count - 2000) < 200);
  }
  assert.match(record.interval.statement, /^For each group separately: with 95% confidence/);
  const found = median(rows, {
    ...options,
    ...{ epsilon: 8, delta: 1e-6, groups: "private", interval: "data" },
  });
  assert.equal(found.groups.length, 2);
  for (const { value, interval } of found.groups) checkRound(interval, value, 1000);
  const each = median(
    { values: [...values, ...values], users: [...values, ...values] },
    { ...options, perUser: "median", interval: "population" },
  );
  assert.equal(each.record.parameters.sample, "values");
  assert.ok(each.record.interval.target < all.record.interval.target);
  const byGroup = {
    ...options,
    perUser: "median",
    groups: ["odd", "even"],
    interval: "population",
  };
  assert.equal(median(rows, byGroup).record.parameters.sample, "weights");
  const chosen = quantiles({ values, users: values.map((v) => v % 2000) }, [0.25, 0.75], {
    ...options,
    epsilon: 8,
    perUser: 2,
    interval: "data",
  });
  for (const [i, one] of chosen.intervals.entries()) checkRound(one, chosen.value[i], 1500);
});

test("different people, or one row a user, have the population's interval of records, by group too", () => {
  const groups = values.map((v) => (v % 2 ? "odd" : "even"));
  const at = { ...options, epsilon: 1000, interval: "population" };
  const asRecords = median(values, at).record.interval.target;
  const sampleOf = (rows, more) => {
    const { interval, parameters } = median(rows, { ...at, ...more }).record;
    return { target: interval.target, sample: parameters.sample };
  };
  for (const [users, more] of [
    [null, {}],
    [null, { perUser: "spread" }],
    [null, { perUser: "max" }],
    [values, { perUser: 1 }],
  ]) {
    const { target, sample } = sampleOf({ values, users }, more);
    assert.equal(sample, "values", JSON.stringify(more));
    assert.ok(Math.abs(target / asRecords - 1) < 0.02, `${target} and ${asRecords}`);
    const grouped = sampleOf({ values, users, groups }, { ...more, groups: ["odd", "even"] });
    assert.equal(grouped.sample, "values");
  }
  for (const [users, more] of [
    [values, {}],
    [null, { perUser: 2 }],
    [values, { perUser: 2 }],
  ]) {
    assert.equal(sampleOf({ values, users }, more).sample, "weights", JSON.stringify(more));
  }
});

test("intervalShare is the share of epsilon that chooses the width; a twentieth counts", () => {
  const shared = { ...options, epsilon: 4, interval: "data", intervalShare: 0.25 };
  const { parameters } = median(values, shared).record;
  assert.deepEqual(
    [parameters.widthEpsilon, parameters.countEpsilon, parameters.pointEpsilon],
    [1, 0.2, 2.8],
  );
});

test("a size says nothing about the intervals of users, whose count is drawn", () => {
  const { interval, record } = median(
    { values, users: values },
    { ...options, size: 5, interval: "population" },
  );
  assert.equal(record.parameters.intervalSize, undefined);
  assert.ok(Math.abs(interval.count - values.length) < 300);
});
