// A guess of the likely values: its effect on answers, its record, and rejected guesses.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { dates, decimals, integers, interiorPoint, load, median, plan, quantile, quantiles, reals } =
  logstar;

before(() => load());

const nobody = [];
/** Without records an answer is inside the guess with probability at least 1/2, and elsewhere with a billionth. */
const runs = 100;
/** Fewer of 100 have probability below 1e-9. */
const few = 20;

const answers = (ask) => Array.from({ length: runs }, ask);
const hits = (ask, value) => answers(ask).filter((answer) => `${answer}` === `${value}`).length;

test("answers from no records lie in the guess, for every kind of domain", () => {
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

test("a guess has the same weights for every kind of column of whole numbers", () => {
  const domain = integers(-(2n ** 62n), 2n ** 62n, { expect: [5n, 5n] });
  for (const column of [[-(2n ** 62n)], BigInt64Array.of(-(2n ** 62n)), [-4e18], [1n]]) {
    assert.ok(
      hits(() => median(column, { epsilon: 1e-6, domain, abstain: false }).value, 5n) > few,
    );
  }
});

/** Log-normal incomes: 100 per run, different in each run. */
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

test("medians of 100 incomes at epsilon 0.2 lie within the data, more often with a guess", () => {
  // 200 runs each. With even keys 38% lay outside; the assertion fails with a probability below 1e-9.
  const outside = (domain) =>
    Array.from({ length: 200 }, (_, run) => {
      const data = incomes(run);
      const { value } = median(data, { epsilon: 0.2, domain, abstain: false });
      return value < Math.min(...data) || value > Math.max(...data);
    }).filter(Boolean).length;
  assert.ok(outside(reals()) <= 30);
  assert.ok(outside(integers(-(10 ** 15), 10 ** 15)) <= 30);
  assert.ok(outside(reals({ expect: [1000, 1e6] })) <= 20);
  assert.ok(outside(reals({ expect: [1e-3, 1] })) <= 40); // wrong
});

test("without a guess whole numbers and decimals follow magnitudes, dates and domains without 0 stay even", () => {
  const small = (domain, most) =>
    answers(() => median(nobody, { epsilon: 1, domain, abstain: false }).value).filter(
      (value) => value <= most,
    ).length;
  // Half of the mass lies in 31 parts, 20 of them below a million. A thousandth of even keys lies there.
  assert.ok(small(integers(0, 1e9), 1e6) > few);
  assert.ok(small(integers(0n, 10n ** 9n), 1_000_000n) > few);
  assert.ok(small(decimals(0, 1e9, 2), 1e6) > few);
  assert.equal(small(dates(0, 4e12), new Date(4e8)), 0);
  assert.equal(small(integers(1, 1e9), 100), 0);
});

test("default magnitudes have the same weights for every kind of column of whole numbers", () => {
  const domain = integers(-(2n ** 62n), 2n ** 62n);
  for (const column of [[-(2n ** 62n)], BigInt64Array.of(-(2n ** 62n)), [-4e18], [1n]]) {
    const options = { epsilon: 1e-6, domain, abstain: false };
    const near = answers(() => median(column, options).value).filter(
      (value) => value > -(2n ** 40n) && value < 2n ** 40n,
    );
    assert.ok(near.length > few / 2); // a third by magnitude, a four-millionth evenly
  }
});

test("the record names the guess, and the number of records from which it helps", () => {
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

test("a guess adds ln 2 over the rate to the stated error, and plan states it too", () => {
  const errorOf = (domain) => median([1], { epsilon: 1, domain }).record.accuracy.error;
  const without = errorOf(reals());
  const withGuess = errorOf(reals({ expect: [1000, 1e6] }));
  // At 95%: for even keys it is ln(2^64/0.05).
  const even = Math.log(2 ** 64 / 0.05);
  assert.ok(without > even + 0.6 && without <= even + Math.log(2));
  assert.ok(withGuess > without + 0.6 && withGuess <= even + Math.log(4));
  const planned = (domain) =>
    plan.interiorPoint({ domain, epsilon: 1 }).find(({ algorithm }) => algorithm === "exponential");
  assert.equal(planned(reals()).records, 97);
  const guessed = planned(reals({ expect: [1000, 1e6] }));
  assert.deepEqual([guessed.records, guessed.parameters.recordsIfExpected], [97, 83]);
});

/** Questions about values at expected places, and about users with one value each. */
const asks = [
  (values, options) => median(values, options),
  (values, options) => quantile(values, 0.8, options),
  (values, options) => interiorPoint(values, options),
  (values, options) => quantiles(values, [0.25, 0.5, 0.75], options),
  (values, options) => quantiles(values, [0.3, 0.6], { ...options, algorithm: "separate" }),
  (values, options) => median(ofUsers(values), options),
  (values, options) => quantile(ofUsers(values), 0.8, options),
  (values, options) => quantiles(ofUsers(values), [0.25, 0.5, 0.75], options),
  (values, options) =>
    quantiles(ofUsers(values), [0.3, 0.6], { ...options, algorithm: "separate" }),
];
const ofUsers = (values) => ({ values, users: values.map((_, i) => i) });

test("records state the number of values in the guess that suffices for an answer, correctly", () => {
  const domain = reals({ expect: [1000, 1e6] });
  // If each of 40 runs fails with 0.05, 13 or more fail with a probability below 1e-7.
  const most = 12;
  for (const ask of asks) {
    for (const abstain of [true, false]) {
      const options = { epsilon: 4, domain, abstain };
      const { accuracy, parameters } = ask([], options).record;
      const { algorithm, draws } = parameters;
      const { statement } = accuracy;
      const found = abstain
        ? /with at least (\d[\d,]*\b), or with at least (\d[\d,]*\b) if all values lie where they are expected(?:, and if no value[^.]*)?, there is an answer/
        : /(?:[Ff]ewer than|there are at least) (\d[\d,]*\b) (?:records|users), or (?:than|at least) (\d[\d,]*\b) if all values lie where they are expected/;
      if (!abstain && algorithm === "separate" && draws !== "exponential") continue; // uses no guess
      assert.match(statement, found);
      const [anywhere, expected] = statement
        .match(found)
        .slice(1)
        .map((n) => Number(n.replaceAll(",", "")));
      assert.ok(expected < anywhere, statement);
      let failed = 0;
      for (let run = 0; run < 40; ++run) {
        const values = Array.from({ length: expected }, (_, i) => 1000 * 1.001 ** (i + run));
        const { value } = ask(values, options);
        const all = [value].flat();
        failed += all.some((one) => one === null || one < values[0] || one > values.at(-1)) ? 1 : 0;
      }
      assert.ok(failed <= most, `${failed} of 40: ${statement}`);
    }
  }
});

test("an absent answer states the effect of more epsilon, a guess and a smaller domain", () => {
  const few = (ask, domain) => ask([], { epsilon: 1, domain, abstain: true });
  for (const ask of asks) {
    const { value, message } = few(ask, reals());
    if (value !== null) continue; // five times in 100
    const said =
      /^Too few (?:records|users): with 95% confidence there is an answer from (\d[\d,]*\b) (?:records|users) on(?:, if no value occurs more than 1,000,000 times|, if no value's rows weigh more than 1,000,000 users)?; at epsilon 2 from (\d[\d,]*\b) on; with a guess, if all values lie between 1,000 and 1,000,000, from (\d[\d,]*\b) on; in a domain of 1,000 values from (\d[\d,]*\b) on\.$/;
    assert.match(message, said);
    const [here, ...others] = message
      .match(said)
      .slice(1)
      .map((n) => Number(n.replaceAll(",", "")));
    assert.ok(
      others.every((other) => other < here),
      message,
    );
    const promised = (options) => {
      const { statement } = ask([], { epsilon: 1, abstain: true, ...options }).record.accuracy;
      return statement.match(/with at least (\d[\d,]*\b)(?:, or with at least (\d[\d,]*\b) if)?/);
    };
    const [, by2, byGuess, byDomain] = message.match(said).slice(1);
    assert.equal(promised({ epsilon: 2, domain: reals() })[1], by2);
    assert.equal(promised({ domain: reals({ expect: [1000, 1e6] }) })[2], byGuess);
    assert.equal(promised({ domain: integers(5000, 5999) })[1], byDomain);
  }
  const messageOf = (domain) => {
    for (;;) {
      const { message } = median([], { epsilon: 1, domain });
      if (message !== undefined) return message;
    }
  };
  assert.doesNotMatch(messageOf(reals({ expect: [1, 2] })), /with a guess|in a domain/);
  assert.doesNotMatch(messageOf(integers(1, 120)), /with a guess|in a domain/);
  assert.doesNotMatch(messageOf(dates("1900-01-01", "2100-01-01")), /with a guess/);
  assert.match(
    messageOf(decimals(0, 1e9, 2)),
    /with a guess, if all values lie between 1,000 and 1,000,000,/,
  );
});

test("with a guess the algorithm is one that uses it, even if another would be chosen otherwise", () => {
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

test("an invalid guess is rejected by name", () => {
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
    [() => integers(0, 9, { guess: [5, 7] }), TypeError, /^integers: unknown option guess/],
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
