// Accuracy statements hold as often as stated, also at the planned numbers of records.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, plan, sanitizePoints, sanitizeThresholds, topK } from "../../../dist/index.js";
import { loadForTesting } from "../../../dist/testing.js";

await loadForTesting({ seed: 31 });

const base = { epsilon: 1, delta: 1e-6, accuracy: 0.1 };

/** The number of n runs that fails with probability at most alpha = 1e-6, if each fails with 1 in 20. */
function failuresAllowed(n) {
  let [term, below, k] = [0.95 ** n, 0, 0];
  for (; 1 - below > 1e-6; k += 1) {
    below += term;
    term *= ((n - k) / (k + 1)) * (0.05 / 0.95);
  }
  return k;
}

test("with the planned records the distribution keeps its accuracy in 19 of 20 of 300 runs", () => {
  const domain = integers(0, 999_999);
  const [{ records, points }] = plan.sanitizeThresholds({ ...base, domain });
  const values = Float64Array.from({ length: records }, (_, i) => (i * 7919) % 1_000_000).sort();
  let failures = 0;
  for (let run = 0; run < 300; run += 1) {
    const { value } = sanitizeThresholds(values, { epsilon: 1, domain, points });
    let worst = 0;
    for (let i = 0; i < records; i += 1) {
      const released = value.cdf(values[i]);
      worst = Math.max(worst, Math.abs(released - (i + 1) / records));
    }
    failures += worst > base.accuracy + 1e-12;
  }
  assert.ok(failures <= failuresAllowed(300), `${failures}`);
});

test("with the planned records an item's count keeps its accuracy in 19 of 20 of 300 runs", () => {
  const [{ records }] = plan.sanitizePoints(base);
  for (const times of [1, Math.floor(records / 8), records]) {
    const rows = Array.from({ length: records }, (_, i) => (i < times ? "here" : "there"));
    let failures = 0;
    for (let run = 0; run < 300; run += 1) {
      const { value } = sanitizePoints(rows, { epsilon: 1, delta: 1e-6 });
      failures += Math.abs(value.count("here") - times) > base.accuracy * records;
    }
    assert.ok(failures <= failuresAllowed(300), `${times}: ${failures}`);
  }
});

/** Ten items, 1,000 apart, and many rare ones. */
const counts = new Map([..."abcdefghij"].map((letter, rank) => [letter, 20000 - 1000 * rank]));
for (let i = 0; i < 500; ++i) counts.set(`rare ${i}`, 1 + (i % 7));
const options = { k: 5, epsilon: 2, delta: 1e-6, perUser: 3 };

test("noisy counts miss by more than stated in at most 1 of 20 answers (2,000 runs, alpha 1e-6)", () => {
  for (const variant of ["laplace", "limited-domain"]) {
    let beyond = 0;
    for (let i = 0; i < 2000; ++i) {
      const { items, record } = topK(counts, { ...options, variant, counts: true });
      const { noisyCountError } = record.parameters;
      beyond += items.some(
        ({ item, count }) => Math.abs(count - counts.get(item)) > noisyCountError,
      );
    }
    assert.ok(beyond < 152, `${variant}: ${beyond} beyond`);
  }
});
