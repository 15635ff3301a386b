// The defaults of a person who names no algorithm, compared with the best named one, for each function and kind
// of data.
//
// The design: each row combines values of factors. Function: median, 0.95-quantile, two quantiles, quartiles,
// deciles, interior point. Unit: records, users, rows of users, each by group and by private group. Kind of
// data with its domain: numbers without a domain or with a guess, decimals, whole numbers, ages, dates, texts.
// Options (a delta, a size), neighbours, epsilon from 0.1 to 2, and n from 100 to 10,000. The rows cover every
// pair of these values. Rows of 100,000 records, percentiles, slices, tables, and interior points of few
// records are added by hand. Each row has 200 data sets of all shapes in turn, at random places and scales with
// fixed seeds (100 by group, 60 of large ones). An algorithm with four times the miss after 12 data sets is
// dropped.
//
// Power: with 200 data sets without many equal values a row reports a loss in 72% of cases, for a default that
// misses about 3.5 times as much as the best, where 1.6 times is allowed. All rows with one value of a factor,
// at least 1,600 data sets, report one in 58%, about 2.0 times. For interior points: 12% of failures against
// 2%.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as letReportsOut } from "node:timers/promises";
import { upperTail } from "../../../dist/audit/bounds.js";
import { loadForTesting } from "../../../dist/testing.js";

await loadForTesting({ seed: 47 });

const { rows, titleOf } = await import("../../practice/design.mjs");
const { givenAway, kindsOfLaws } = await import("../../practice/given-away.mjs");
const { tried } = await import("../../practice/trial.mjs");
const { inWords, lossesOfFactors, lossesOfRow } = await import("../../practice/verdicts.mjs");

/** Alpha for each comparison: there are fewer than 4,000. */
const alpha = 1e-6 / 4000;
const trials = [];

for (const row of rows) {
  test(`${titleOf(row)}: the default errs at most 1.6 times as much as any algorithm, and less at twice epsilon`, async (t) => {
    await letReportsOut();
    const trial = tried(row);
    trials.push(trial);
    for (const line of inWords(trial)) t.diagnostic(line);
    assert.deepEqual(lossesOfRow(trial, alpha), []);
  });
}

test("for no function, kind or shape of data, n, epsilon or option does the default err more", () => {
  assert.equal(trials.length, rows.length);
  assert.deepEqual(lossesOfFactors(trials, alpha), []);
});

const plain = { told: "", neighbors: "add-remove", of: "records", kind: "numbers" };

test("a row reports an interior point that fails more often", () => {
  const row = { ...plain, question: "point", epsilon: 0.5, n: 60 };
  const told = lossesOfRow(tried(row, { algorithm: "cut", dataSets: 150 }), alpha);
  assert.match(told.join("\n"), /^algorithm "exponential": \d+ of 300 fail \(cut\)/m);
});

test("all rows of a kind of data together report a loss", () => {
  const byCuts = [0.1, 0.3, 1].map((epsilon) =>
    tried({ ...plain, question: "median", epsilon, n: 1000 }, { algorithm: "cut", dataSets: 60 }),
  );
  const told = lossesOfFactors(byCuts, alpha);
  assert.match(told.join("\n"), /^kind numbers, untied, algorithm "exponential": \d+ of 129/m);
});

/** The sizes from which answers lie in the data, for a median and for outer ranks. */
const few = kindsOfLaws.flatMap((kind) => [
  ...[100, 150, 200, 300].map((n) => ({ kind, q: 0.5, epsilon: 0.2, n, runs: 20 })),
  ...[100, 200, 300].map((n) => ({ kind, q: 0.25, epsilon: 0.5, n, runs: 20 })),
  ...[300, 600, 1000].map((n) => ({ kind, q: 0.95, epsilon: 1, n, runs: 20 })),
]);
const sum = (counts) =>
  counts.reduce((all, { asked, nulls }) => [all[0] + asked, all[1] + nulls], [0, 0]);

test("null occurs in under 10% of runs if plain answers lie outside with probability below m/171", (t) => {
  const [asked, nulls] = sum(few.map(givenAway));
  t.diagnostic(`${nulls} of ${asked} are null`);
  assert.ok(asked > 200, `only ${asked} data sets have such answers`);
  assert.ok(upperTail(asked, 0.1, nulls) > alpha, `${nulls} of ${asked} are null`);
});

test("practice reports an abstention that withholds good answers", () => {
  const numbers = few.filter(({ kind }) => kind === "numbers");
  const withheld = { confidence: 0.9999, runs: 80 };
  const [asked, nulls] = sum(numbers.map((cell) => givenAway({ ...cell, ...withheld })));
  assert.ok(upperTail(asked, 0.1, nulls) <= alpha, `${nulls} of ${asked} are null`);
});
