// The variants of topK, the noisy counts, and the charge.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, load, topK } from "../../dist/index.js";

before(() => load());

/** Ten items, 1,000 apart, and many rare ones. */
const counts = new Map([..."abcdefghij"].map((letter, rank) => [letter, 20000 - 1000 * rank]));
for (let i = 0; i < 500; ++i) counts.set(`rare ${i}`, 1 + (i % 7));
const options = { k: 5, epsilon: 2, delta: 1e-6, perUser: 3 };
const variants = ["limited-domain", "strict", "optimised-threshold", "laplace", "fixed-threshold"];
const names = (result) => result.items.map(({ item }) => item).sort();

for (const variant of variants) {
  test(`${variant}: the most frequent items, with counts on request only`, () => {
    const plain = topK(counts, { ...options, variant });
    if (variant === "fixed-threshold") {
      // An item passes the count of number k + 1 with confidence only if it leads by the margin: 1,000 does.
      assert.equal(plain.record.parameters.kBar, 5);
    }
    assert.deepEqual(names(plain), [..."abcde"]);
    assert.deepEqual(Object.keys(plain.items[0]), ["item"]);
    assert.equal(plain.complete, true);
    assert.equal(plain.record.parameters.variant, variant);
    assert.equal(plain.record.parameters.reason, "asked for");
    assert.ok(plain.record.parameters.sureGap > 0);

    const counted = topK(counts, { ...options, variant, counts: true });
    const { noisyCountError, countEpsilon } = counted.record.parameters;
    assert.equal(countEpsilon > 0, variant !== "laplace");
    for (const { item, count } of counted.items) {
      assert.ok(Number.isInteger(count));
      assert.ok(Math.abs(count - counts.get(item)) < 20 * noisyCountError);
    }
  });
}

test("auto draws once if users have more items than requested, and uses noisy counts for fewer", () => {
  const chosen = (more) => topK(counts, { ...options, ...more }).record.parameters;
  assert.equal(chosen({ k: 1, perUser: 50 }).variant, "limited-domain");
  assert.equal(chosen({ k: 100, perUser: 1 }).variant, "laplace");
  assert.equal(chosen({ perUser: Number.POSITIVE_INFINITY }).variant, "strict");
  assert.match(chosen({ k: 1, perUser: 50 }).reason, /limited-domain needs a lead of \d+, laplace/);
  assert.match(
    chosen({ perUser: Number.POSITIVE_INFINITY }).reason,
    /^users may count at any number of items: strict needs a lead of \d+$/,
  );
});

test("the record of every variant equals that of no data, but for a kBar that is drawn", () => {
  for (const variant of variants) {
    const more = { ...options, variant, counts: true };
    const recorded = (rows) => {
      const { record } = topK(rows, more);
      // Part of the answer, and released with it.
      if (variant === "optimised-threshold") record.parameters.kBar = "drawn";
      return record;
    };
    assert.deepEqual(recorded(new Map()), recorded(counts));
  }
});

test("errors of variants name the option", () => {
  const refuse = (more, message) =>
    assert.throws(() => topK(counts, { ...options, ...more }), { message });
  refuse(
    { variant: "best" },
    'variant must be "auto" or "limited-domain" or "strict" or "optimised-threshold" or "laplace" or "fixed-threshold" or "threshold", got "best"',
  );
  refuse({ counts: 1 }, "counts must be true or false, got 1");
  refuse({ countShare: 1 }, "countShare must be a number above 0 and below 1, got 1");
  refuse({ countShare: "a" }, 'countShare must be a number, got "a"');
  refuse(
    { variant: "fixed-threshold", kBar: 50 },
    "kBar must be k for the fixed threshold, 5, got 50",
  );
});

test("a ledger is charged epsilon and delta, and rho as draws of bounded range", () => {
  const rhoOf = (more) => {
    const ledger = new Ledger({ epsilon: 2, delta: 1e-6 });
    topK(counts, { ...options, ...more, ledger });
    assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
    return ledger.entries[0].charged.rho;
  };
  const near = (actual, expected) => assert.ok(Math.abs(actual / expected - 1) < 1e-9);
  near(rhoOf({ k: 4, variant: "strict" }), (4 * 0.5 ** 2) / 8);
  near(rhoOf({ k: 3, variant: "optimised-threshold" }), (4 * 0.5 ** 2) / 8);
  near(rhoOf({ k: 1, variant: "laplace" }), 2 ** 2 / 2);
  // Half for the draws, half for the counts, 3 of which one user moves.
  near(
    rhoOf({ k: 4, variant: "strict", counts: true }),
    (4 * 0.25 ** 2) / 8 + (3 * (1 / 3) ** 2) / 2,
  );
});

test("an exhausted ledger rejects a ranking before the rows are read", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  for (const variant of ["auto", ...variants]) {
    assert.throws(() => topK(counts, { ...options, variant, ledger }), { name: "BudgetExceeded" });
  }
  assert.deepEqual(ledger.entries, []);
});
