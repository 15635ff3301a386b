// The audit's bounds next to exact sums: Clopper and Pearson's from integer arithmetic, and the probability
// that a bound on epsilon is false, summed over all pairs of samples.
import assert from "node:assert/strict";
import test from "node:test";
import { atLeast, atMost, epsilonAtLeast, epsilonOf } from "../../dist/audit/bounds.js";

/** A double as a fraction of BigInts. */
function exactly(p) {
  let denominator = 1n;
  while (!Number.isInteger(p)) {
    p *= 2;
    denominator *= 2n;
  }
  return [BigInt(p), denominator];
}

/** P[X >= x] of the binomial law, exact up to the last division. */
function tail(n, p, x) {
  const [a, b] = exactly(p);
  let sum = 0n;
  let choose = 1n; // n over k
  for (let k = 0; k <= n; ++k) {
    if (k >= x) sum += choose * a ** BigInt(k) * (b - a) ** BigInt(n - k);
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  const shift = 2n ** 200n;
  return Number((sum * shift) / b ** BigInt(n)) / 2 ** 200;
}

test("at the lower bound, x or more of n have probability level, up to a millionth below it", () => {
  for (const n of [1, 2, 7, 20, 60]) {
    for (const x of new Set([1, 2, Math.ceil(n / 3), n - 1, n])) {
      if (x < 1 || x > n) continue;
      for (const level of [0.25, 0.025, 5e-7]) {
        const at = tail(n, atLeast(x, n, level), x);
        assert.ok(at <= level && at >= level * (1 - 2e-6), `${n} ${x} ${level}: ${at}`);
      }
    }
  }
});

test("at none of n the lower bound is 0, at all the upper one 1, and they mirror each other", () => {
  assert.equal(atLeast(0, 50, 0.01), 0);
  assert.equal(atMost(50, 50, 0.01), 1);
  assert.equal(atMost(20, 50, 0.01), 1 - atLeast(30, 50, 0.01));
  assert.ok(Math.abs(atMost(0, 50, 0.01) - (1 - 0.01 ** (1 / 50))) < 1e-7); // its closed form
});

test("large samples match a sum of logarithms, without overflow", () => {
  const p = atLeast(500_100, 1_000_000, 5e-7);
  assert.ok(p > 0.5001 - 5.0 * 0.0005 && p < 0.5001 - 4.8 * 0.0005, `${p}`); // 4.89 standard errors
  const rare = atLeast(10, 100_000_000, 0.025) * 1e8;
  assert.ok(Math.abs(rare - 4.7954) < 1e-3, `${rare}`); // Garwood's bound for a Poisson count of 10
});

/** The binomial law, in doubles. */
function lawOf(n, p) {
  const law = [];
  let choose = 1;
  for (let k = 0; k <= n; ++k) {
    law.push(choose * p ** k * (1 - p) ** (n - k));
    choose *= (n - k) / (k + 1);
  }
  return law;
}

/** The probability that a bound from n runs on each side lies above `epsilon`. */
function falseWith(bound, n, p, q, epsilon) {
  const [first, second] = [lawOf(n, p), lawOf(n, q)];
  let sum = 0;
  for (const [x, of] of first.entries()) {
    for (const [y, given] of second.entries()) if (bound(x, y) > epsilon) sum += of * given;
  }
  return sum;
}

const shares = [0.01, 0.1, 0.3, 0.5, 0.7, 0.95];
const claims = [
  { epsilon: 0, delta: 0 },
  { epsilon: 0, delta: 0.1 },
  { epsilon: 0.7, delta: 0 },
  { epsilon: 0.7, delta: 0.05 },
];
/** The maximum over events whose probabilities differ as far as the claim allows. */
function worst(bound, n, { epsilon, delta }) {
  return Math.max(
    ...shares.map((q) => {
      const p = Math.exp(epsilon) * q + delta;
      return p > 1 ? 0 : falseWith(bound, n, p, q, epsilon);
    }),
  );
}

for (const claim of claims) {
  test(`a true claim of epsilon ${claim.epsilon}, delta ${claim.delta} is refuted with probability alpha at most, summed exactly`, () => {
    const n = 40;
    for (const alpha of [0.4, 0.05]) {
      const bound = (x, y) => epsilonAtLeast(x, y, n, { delta: claim.delta, alpha });
      const most = worst(bound, n, claim);
      assert.ok(most <= alpha, `${most}`);
      assert.ok(most > 0, "a bound that is never false says nothing");
    }
  });

  test(`control: without a margin epsilon ${claim.epsilon}, delta ${claim.delta} would be refuted more often`, () => {
    const n = 40;
    const bound = (x, y) => epsilonOf(x / n, Math.max(y, 0.5) / n, claim.delta);
    assert.ok(worst(bound, n, claim) > 0.4);
  });
}

test("an event that delta covers bounds nothing", () => {
  assert.equal(epsilonOf(0.1, 0, 0.1), 0);
  assert.equal(epsilonOf(0.2, 0.3, 0), 0);
  assert.equal(epsilonOf(0.5, 0.25, 0), Math.log(2));
});

test("each of the two bounds is false with half of alpha, and delta is subtracted", () => {
  const [more, less, n, delta, alpha] = [60, 20, 100, 0.05, 0.02];
  const [low, high] = [atLeast(more, n, alpha / 2), atMost(less, n, alpha / 2)];
  assert.equal(epsilonAtLeast(more, less, n, { delta, alpha }), Math.log((low - delta) / high));
  assert.equal(epsilonOf(0.05, 0.01, 0.05), 0);
});
