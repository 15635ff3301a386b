// A record describes its release: the loss, the neighbours and the unit of privacy, in fields and in sentences,
// and the source of randomness.
import assert from "node:assert/strict";
import test from "node:test";
import {
  integers,
  laplaceCount,
  learnPoint,
  median,
  sanitizePoints,
  selectBest,
  topK,
} from "../../dist/index.js";
import { formatCount } from "../../dist/ledger/record.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const items = ["a", "a", "b"];
const releases = {
  median: (more) => median([1, 2, 3], { epsilon: 1, domain: integers(0, 9), ...more }),
  laplaceCount: (more) => laplaceCount(7, { epsilon: 1, ...more }),
  topK: (more) => topK(items, { k: 1, epsilon: 1, delta: 1e-6, ...more }),
  learnPoint: (more) => learnPoint({ x: items, y: [1, 1, 0], epsilon: 1, delta: 1e-6, ...more }),
  sanitizePoints: (more) => sanitizePoints(items, { epsilon: 1, delta: 1e-6, ...more }),
  selectBest: (more) =>
    selectBest([{ item: "a", score: 9 }], { method: "stable", epsilon: 1, delta: 1e-6, ...more }),
};

for (const [name, release] of Object.entries(releases)) {
  test(`${name}: the record states the requested neighbours, add-remove by default`, () => {
    for (const neighbors of [undefined, "add-remove", "replace"]) {
      const { record } = release({ neighbors });
      assert.equal(record.neighbors, neighbors ?? "add-remove");
      const change = neighbors === "replace" ? /^Changing one/ : /^Adding or removing one/;
      assert.match(record.guarantee, change);
    }
  });

  test(`${name}: the guarantee names delta as an addend for sets of answers, and no smaller factor than proved`, () => {
    for (const epsilon of [0.3, 1, 2]) {
      const { record } = release({ epsilon });
      assert.equal(record.epsilon, epsilon);
      const addend = record.delta > 0 ? ` plus at most ${record.delta}` : "";
      const answers = record.delta > 0 ? "any set of answers" : "any answer";
      const [, change, factor] =
        /^(.+) changes the probability of .+ by a factor of at most ([\d.]+)/.exec(
          record.guarantee,
        );
      const loss = `epsilon ${epsilon}${record.delta > 0 ? `, delta ${record.delta}` : ""}`;
      assert.equal(
        record.guarantee,
        `${change} changes the probability of ${answers} by a factor of at most ${factor}${addend} (${loss}).`,
      );
      assert.ok(Number(factor) >= Math.exp(epsilon), record.guarantee);
    }
  });
}

// Regression: slices for epsilon 0.6 stated 0.6000005722045899.
test("the guarantee rounds a loss of many digits up to six, the record keeps it", () => {
  const [epsilon, delta] = [0.6000005722045899, 2 / 3e6];
  const { record } = releases.topK({ epsilon, delta });
  assert.match(
    record.guarantee,
    /plus at most 6\.66667e-7 \(epsilon 0\.600001, delta 6\.66667e-7\)\.$/,
  );
  assert.deepEqual([record.epsilon, record.delta], [epsilon, delta]);
});

test("a record states the unit of privacy, if it is not a record", () => {
  assert.equal(releases.median({}).record.protects, undefined);
  assert.equal(releases.laplaceCount({ perUser: 3 }).record.protects, "users");
  const rows = [
    [1, "a"],
    [2, "a"],
  ];
  const { record } = topK(rows, { k: 1, perUser: 1, epsilon: 1, delta: 1e-6 });
  assert.equal(record.protects, "users");
});

test("the error of a statement is rounded up", () => {
  for (const epsilon of [0.11, 0.3, 0.7, 1.3]) {
    const { accuracy } = releases.median({ epsilon }).record;
    const [, ranks] = /at most ([\d,]+) records/.exec(accuracy.statement);
    assert.ok(Number(ranks.replaceAll(",", "")) >= accuracy.error, accuracy.statement);
  }
});

test("numbers of records are formatted in English, at any size", () => {
  const sizes = [
    0,
    1,
    999,
    1000,
    12_345.5,
    999_999,
    1e6,
    2 ** 53,
    1.234e20,
    1e21,
    6.02e23,
    Infinity,
  ];
  for (const size of sizes) assert.equal(formatCount(size), Math.ceil(size).toLocaleString("en"));
  assert.equal(formatCount("1234567"), "1,234,567");
  assert.equal(formatCount(-0.5), "0");
});

test("a record of the testing entry states that it is not private", () => {
  assert.match(releases.median({}).record.randomness, /^SplitMix64 from seed 1: NOT PRIVATE/);
});

test("a stated confidence never exceeds the proved one, and a stated share of errors is never below it", async () => {
  const { formatPercent, shareUp } = await import("../../dist/ledger/record.js");
  assert.equal(formatPercent(0.95), "95%");
  assert.equal(formatPercent(0.07), "7%");
  for (const confidence of [0.9499996, 0.57, 1 - 1e-9, 0.123456789]) {
    assert.ok(
      Number.parseFloat(formatPercent(confidence)) / 100 <= confidence,
      formatPercent(confidence),
    );
  }
  assert.equal(shareUp(1 / 32), "3.125%");
  assert.equal(shareUp(1 / 31), "3.22581%");
  for (const share of [1 / 62, 0.1, 1 / 7, 1 / 2000, 0.5]) {
    assert.ok(Number.parseFloat(shareUp(share)) / 100 >= share, shareUp(share));
  }
});
