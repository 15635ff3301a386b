// Intervals round medians and quantiles: what comes back, what is refused, what the record promises.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  dates,
  decimals,
  integers,
  interiorPoint,
  Ledger,
  load,
  median,
  plan,
  quantile,
  quantiles,
  table,
  text,
} from "../../dist/index.js";

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

test("median with an interval returns ends round the value and the noisy count", () => {
  for (const interval of ["data", "population"]) {
    const answer = median(values, { ...options, interval });
    checkRound(answer.interval, answer.value, 1000);
    assert.ok(Math.abs(answer.interval.count - 4001) < 600);
    assert.equal(answer.record.interval.of, interval);
    assert.equal(answer.record.interval.confidence, 0.95);
    assert.equal(answer.record.epsilon, 1);
    assert.equal(answer.record.proof, "docs/guarantees/intervals.md");
    assert.equal(
      answer.record.mechanism,
      "median by the exponential mechanism with nested intervals",
    );
  }
});

test("the record of an interval names its target, and the promise of the value as well", () => {
  const { record } = median(values, { ...options, interval: "data" });
  assert.ok(record.interval.target > 10 && record.interval.target < 11);
  assert.equal(
    record.interval.statement,
    "With 95% confidence the interval, if one is returned, contains the true median of these records, whatever they are.",
  );
  assert.match(record.accuracy.statement, /records lie between this value and the true median/);
  assert.equal(record.parameters.widthEpsilon, 0.5);
  assert.equal(record.parameters.countEpsilon, 0.05);
  const sampled = median(values, { ...options, interval: "population" }).record.interval;
  assert.ok(sampled.target > 60 && sampled.target < 90);
  assert.equal(
    sampled.statement,
    "With 95% confidence the interval, if one is returned, contains the median of the population that these records are a random sample of; noise and sampling are both counted.",
  );
});

test("an extreme quantile has one end where there are few records beyond it", () => {
  const thousand = of(1000, (i) => i);
  const extreme = { ...options, abstain: false, interval: "data" };
  const { interval } = quantile(thousand, 0.99, extreme);
  assert.equal(interval.hi, null);
  assert.ok(interval.lo < 1000);
});

test("quantiles have an interval each", () => {
  const { value, intervals, record } = quantiles(values, [0.25, 0.5, 0.75], {
    ...options,
    epsilon: 4,
    interval: "data",
  });
  assert.equal(intervals.length, 3);
  for (const [i, one] of intervals.entries()) checkRound(one, value[i], 1000);
  assert.equal(
    record.interval.statement,
    "With 95% confidence all intervals that are returned contain the true quantiles of these records, whatever they are.",
  );
});

test("an interval of a declared size or under replace draws no count", () => {
  for (const known of [{ size: 4001 }, { neighbors: "replace" }]) {
    const { interval, record } = median(values, { ...options, ...known, interval: "population" });
    assert.equal(interval.count, undefined);
    assert.equal(record.parameters.countEpsilon, undefined);
    assert.ok(Math.abs(record.parameters.pointEpsilon - 0.5) < 1e-12);
  }
  const { statement } = median(values, { ...options, size: 4001, interval: "population" }).record
    .interval;
  assert.match(statement, /^If there are at most 4,001 records: with 95% confidence the interval/);
});

test("few records have no interval, and the value stands", () => {
  let none = 0;
  for (let i = 0; i < 50; ++i) {
    const { value, interval } = median([1, 2, 3], {
      ...options,
      abstain: false,
      interval: "data",
    });
    assert.equal(typeof value, "number");
    none += interval === null;
  }
  assert.ok(none > 25);
  assert.equal(median([], { ...options, interval: "data", abstain: true }).interval, null);
});

test("an interval has the values of its domain: decimals, dates, big whole numbers", () => {
  const pay = median(
    values.map((v) => v / 100),
    { epsilon: 1, domain: decimals(0, 1e6, 2), interval: "data" },
  );
  assert.ok(pay.interval.lo > 10 && pay.interval.hi < 30);
  const at = median(
    values.map((v) => new Date(Date.UTC(2020, 0, 1) + v * 86_400_000)),
    { epsilon: 1, domain: dates("2000-01-01", "2100-01-01"), interval: "data" },
  );
  assert.ok(at.interval.lo instanceof Date && at.interval.lo <= at.value);
  const big = median(BigInt64Array.from(values, BigInt), {
    epsilon: 1,
    domain: integers(-(2n ** 63n), 2n ** 63n - 1n),
    interval: "data",
  });
  assert.ok(big.interval.lo <= big.value && big.value <= big.interval.hi);
  assert.ok(big.interval.hi - big.interval.lo < 1000n);
});

test("a table of rows takes an interval", () => {
  const rows = table(
    values.map((pay) => ({ pay })),
    { user: null },
  );
  const answer = rows.median("pay", {
    ...options,
    interval: "data",
  });
  checkRound(answer.interval, answer.value, 1000);
});

test("an interval is charged as one entry, and its record is attached", () => {
  const ledger = new Ledger({ epsilon: 1.5 });
  median(values, { ...options, interval: "population", ledger });
  assert.equal(ledger.entries.length, 1);
  assert.equal(ledger.entries[0].record.interval.of, "population");
  assert.throws(() => median(values, { ...options, interval: "data", ledger }), {
    name: "BudgetExceeded",
  });
});

test("accuracy of an interval of the data is known beforehand, of a population with a size", () => {
  const known = accuracy.median({ epsilon: 1, interval: "data" }).interval;
  assert.ok(Math.abs(known.target - 10.8) < 0.1);
  assert.ok(Math.abs(known.usual - 14) < 0.5);
  assert.ok(Math.abs(known.most - 54.3) < 0.5);
  assert.ok(Math.abs(known.records - 112) < 1);
  assert.equal(accuracy.median({ epsilon: 1, interval: "population" }).interval.target, undefined);
  const sized = accuracy.median({ epsilon: 1, interval: "population", size: 10_000 });
  assert.ok(Math.abs(sized.interval.target - 110) < 3);
  assert.equal(accuracy.median({ epsilon: 1 }).interval, undefined);
});

test("plan.interval compares numbers of records", () => {
  const [few, some, many] = plan.interval({
    epsilon: 1,
    of: "population",
    records: [3, 1000, 10_000],
  });
  assert.deepEqual([few.sides, few.target], ["none", undefined]);
  assert.ok(Math.abs(some.usual - 47) < 2 && Math.abs(some.withoutPrivacy - 31) < 1.5);
  assert.ok(Math.abs(many.target - 110) < 3 && Math.abs(many.withoutPrivacy - 98) < 1.5);
  assert.equal(many.sides, "both");
  const [data] = plan.interval({ q: 0.99, epsilon: 1, of: "data", records: [1000] });
  assert.deepEqual([data.sides, data.withoutPrivacy], ["low", 0]);
});

test("intervals reject what they cannot serve, before anything is charged", () => {
  const ledger = new Ledger({ epsilon: 100 });
  const rejects = (run, message) => assert.throws(run, { message });
  rejects(
    () => median(values, { ...options, ledger, intervalShare: 0.5 }),
    "intervalShare must be left out without interval, got 0.5",
  );
  rejects(
    () => median(values, { ...options, ledger, interval: "data", intervalShare: 0.95 }),
    "intervalShare must be above 0 and below 0.95, got 0.95",
  );
  rejects(
    () => median(["a"], { epsilon: 1, ledger, domain: text(3), interval: "data" }),
    /^domain must be of numbers, whole numbers, decimals or dates with interval, got /,
  );
  rejects(
    () =>
      median(
        { values, users: values, groups: values },
        { ...options, ledger, delta: 1e-6, groups: "private", interval: "population" },
      ),
    'interval must be "data" with groups: "private", got "population"; list the groups to ask for a population',
  );
  rejects(() => median(values, { ...options, ledger, interval: "sample" }), /^interval must be /);
  rejects(() => interiorPoint(values, { ...options, ledger, interval: "data" }), /interval/);
  assert.equal(ledger.entries.length, 0);
});
