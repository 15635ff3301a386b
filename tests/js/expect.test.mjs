// A guess of where values lie: what it does to answers, what records say of it, and which guesses are refused.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { dates, decimals, integers, interiorPoint, load, median, plan, quantile, quantiles, reals } =
  logstar;

before(() => load());

const nobody = [];
/** Of no records, an answer is where the guess is with probability at least 1/2, and elsewhere with a billionth. */
const runs = 100;
/** Fewer of 100 have probability below 1e-9. */
const few = 20;

const answers = (ask) => Array.from({ length: runs }, ask);
const hits = (ask, value) => answers(ask).filter((answer) => `${answer}` === `${value}`).length;

test("answers from no records lie where values are expected, of every kind of domain", () => {
  const day = new Date("2026-03-29");
  const cases = [
    [reals({ expect: [1234.5, 1234.5] }), 1234.5],
    [reals({ min: 0, digits: 6, expect: [1e6, 1e6] }), 1e6],
    [integers(-1e9, 1e9, { expect: [-77, -77] }), -77],
    [integers(-(2n ** 62n), 2n ** 62n, { expect: [5n, 5n] }), 5n],
    [decimals(0, 1e6, 2, { expect: [19.99, 19.99] }), 19.99],
    [dates("1000-01-01", "9000-01-01", "second", { expect: [day, day] }), day],
  ];
  for (const [domain, value] of cases) {
    const options = { epsilon: 1, domain, abstain: false };
    assert.ok(hits(() => median(nobody, options).value, value) > few, domain.name);
    assert.ok(hits(() => quantile(nobody, 0.9, options).value, value) > few, domain.name);
    assert.ok(hits(() => interiorPoint(nobody, options).value, value) > few, domain.name);
    assert.ok(hits(() => quantiles(nobody, [0.2, 0.7], options).value[1], value) > few);
    const rows = { values: nobody, users: nobody };
    assert.ok(hits(() => median(rows, options).value, value) > few);
  }
});

test("a guess weighs the same whichever kind of column has the whole numbers", () => {
  const domain = integers(-(2n ** 62n), 2n ** 62n, { expect: [5n, 5n] });
  for (const column of [[-(2n ** 62n)], BigInt64Array.of(-(2n ** 62n)), [-4e18], [1n]]) {
    assert.ok(
      hits(() => median(column, { epsilon: 1e-6, domain, abstain: false }).value, 5n) > few,
    );
  }
});

/** Log-normal incomes: 100 of them, others each time. */
function incomes(run) {
  let state = run + 1;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  for (let i = 0; i < 9; ++i) uniform();
  return Array.from({ length: 100 }, () => {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.exp(Math.log(30_000) + 0.8 * normal);
  });
}

test("of 100 incomes at epsilon 0.2 medians lie within the data with a guess, and often not without", () => {
  // 200 runs each: of 1,000, 38% lay outside, none with the guess, 4% with a wrong one. What is asserted fails with
  // probability below 1e-9.
  const outside = (domain) =>
    Array.from({ length: 200 }, (_, run) => {
      const data = incomes(run);
      const { value } = median(data, { epsilon: 0.2, domain, abstain: false });
      return value < Math.min(...data) || value > Math.max(...data);
    }).filter(Boolean).length;
  assert.ok(outside(reals()) >= 30);
  assert.ok(outside(reals({ expect: [1000, 1e6] })) <= 20);
  assert.ok(outside(reals({ expect: [1e-3, 1] })) <= 40); // wrong
});

test("the record names the guess, and says from how many records on it helps", () => {
  const domain = reals({ expect: [1000, 1e6] });
  const { record } = median([1, 2, 3], { epsilon: 1, domain, abstain: false });
  assert.equal(record.parameters.domain, "doubles, expected from 1000 to 1000000");
  assert.match(
    record.accuracy.statement,
    /With fewer than 97 records, or than 83 if all values lie where they are expected, it may lie outside the range of the data\.$/,
  );
  const day = dates("2020-01-01", "2026-12-31", "day", { expect: ["2026-01-01", "2026-06-30"] });
  assert.match(day.name, /, expected from 2026-01-01T00:00:00.000Z to 2026-06-30T00:00:00.000Z$/);
});

test("a guess costs at most ln 4 over the rate in what is stated, and plan says so too", () => {
  const errorOf = (domain) => median([1], { epsilon: 1, domain }).record.accuracy.error;
  const without = errorOf(reals());
  const withGuess = errorOf(reals({ expect: [1000, 1e6] }));
  assert.ok(withGuess > without + 1 && withGuess <= without + Math.log(4) + 1e-9);
  const planned = (domain) =>
    plan.interiorPoint({ domain, epsilon: 1 }).find(({ algorithm }) => algorithm === "exponential");
  assert.equal(planned(reals()).records, 95);
  const guessed = planned(reals({ expect: [1000, 1e6] }));
  assert.deepEqual([guessed.records, guessed.parameters.recordsIfExpected], [97, 83]);
});

test("with a guess the algorithm is one that uses it, whatever else would be taken", () => {
  const domain = decimals(0, 1e6, 2, { expect: [1000, 100_000] });
  const options = { epsilon: 0.1, delta: 1e-6, domain };
  const algorithmOf = ({ record }) => record.parameters.algorithm;
  const deciles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
  assert.equal(algorithmOf(median([1], { ...options, size: 1000 })), "exponential");
  assert.equal(algorithmOf(interiorPoint([1], options)), "exponential");
  assert.equal(algorithmOf(quantiles([1], deciles, options)), "recursion");
  assert.equal(algorithmOf(quantiles([1], [0.2, 0.7], options)), "recursion");
  assert.equal(plan.interiorPoint(options).find(({ chosen }) => chosen).algorithm, "exponential");
});

test("a guess that is no guess is refused by its name", () => {
  const refused = [
    [
      () => reals({ expect: 5 }),
      TypeError,
      /^expect must be two numbers, such as \[from, to\], got /,
    ],
    [() => reals({ expect: [1, 2, 3] }), TypeError, /^expect must be two numbers/],
    [() => reals({ expect: [1, Number.NaN] }), TypeError, /^expect must be two numbers/],
    [() => reals({ expect: ["1", 2] }), TypeError, /^expect must be two numbers/],
    [
      () => reals({ expect: [2, 1] }),
      RangeError,
      /^expect must be two numbers, the smaller first, got \[2, 1\]$/,
    ],
    [
      () => reals({ min: 0, expect: [-1, 1] }),
      RangeError,
      /^expect must be within the domain, 0 to /,
    ],
    [() => integers(0, 9, { expect: [0.5, 1] }), TypeError, /^expect must be two whole numbers/],
    [
      () => integers(0, 9, { expect: [5, 10] }),
      RangeError,
      /^expect must be within the domain, 0 to 9, got \[5, 10\]$/,
    ],
    [() => integers(0, 9, { guess: [5, 7] }), TypeError, /^integers: there is no option guess/],
    [
      () => decimals(0, 9, 1, { expect: [5, 9.5] }),
      RangeError,
      /^expect must be within the domain/,
    ],
    [
      () => dates("2020-01-01", "2021-01-01", "day", { expect: ["2019-01-01", "2020-06-01"] }),
      RangeError,
      /^expect must be within the domain, 2020-01-01T00:00:00.000Z to /,
    ],
    [
      () => dates("2020-01-01", "2021-01-01", "day", { expect: ["soon", "2020-06-01"] }),
      RangeError,
      /^expect must be a Date/,
    ],
  ];
  for (const [make, kind, message] of refused) {
    assert.throws(make, (error) => error instanceof kind && message.test(error.message));
  }
});
