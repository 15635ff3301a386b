// What an audit of the papers could not call: each test has the item's number in docs of that audit's tables (K, C, D, B).
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  integers,
  Ledger,
  load,
  plan,
  quasiConcaveMax,
  selectBest,
  topK,
} from "../../dist/index.js";

before(() => load());

const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));
const scores = new Map(range(1000, (i) => [`item ${i}`, i < 10 ? 10_000 - 100 * i : 0]));
const best = range(10, (i) => `item ${i}`);

test("D14: selectBest draws 10 of a known list in order, at 0.1396 each with a delta", () => {
  const options = { k: 10, epsilon: 1, method: "exponential", monotone: true };
  const { value, record } = selectBest(scores, { ...options, delta: 1e-6 });
  assert.deepEqual([...value].sort(), [...best].sort());
  assert.equal(record.parameters.itemEpsilon.toFixed(4), "0.1396");
  assert.equal(record.delta, 1e-6);
  assert.equal(record.parameters.method, "exponential");
  const pure = selectBest(scores, options);
  assert.equal(pure.record.parameters.itemEpsilon.toFixed(4), "0.1000");
  assert.equal(pure.record.delta, 0);
  assert.match(
    pure.record.accuracy.statement,
    /^With 95% confidence, no returned score is 123 or more below that of a candidate that is left out\.$/,
  );
  assert.deepEqual(accuracy.selectBest({ ...options, candidates: 1000 }), pure.record.accuracy);
  const flips = selectBest(scores, { k: 3, epsilon: 3, monotone: true });
  assert.deepEqual(flips.value, best.slice(0, 3));
});

test("k draws are charged once", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  selectBest(scores, { k: 10, epsilon: 1, delta: 1e-6, method: "exponential", ledger });
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 1e-6 });
  assert.throws(() => selectBest(scores, { k: 1, epsilon: 0.1, ledger }), {
    name: "BudgetExceeded",
  });
});

test("D14: topK ranks a public list without a delta, items that nobody has included", () => {
  const rows = [...Array(900).fill("it"), ...Array(500).fill("fr"), ...Array(90).fill("elsewhere")];
  const domain = ["de", "fr", "it", "es"];
  const { items, complete, record } = topK(rows, { k: 3, domain, epsilon: 1 });
  assert.deepEqual(items.slice(0, 2), [{ item: "it" }, { item: "fr" }]);
  assert.ok(["de", "es"].includes(items[2].item));
  assert.ok(complete);
  assert.equal(record.delta, 0);
  assert.equal(record.parameters.variant, "laplace");
  assert.notEqual(record.protects, "users");
  const counted = topK(rows, { k: 2, domain, epsilon: 1, counts: true });
  assert.ok(Math.abs(counted.items[0].count - 900) < 60);
  assert.match(
    counted.record.accuracy.statement,
    / With 95% confidence, every noisy count is within \d+ of the true count\.$/,
  );
});

test("topK of a public list misses by 13 with noise, 123 by draws, 88 with a delta", () => {
  const list = { k: 10, domain: range(1000), epsilon: 1 };
  const error = (options) => Math.ceil(accuracy.topK({ ...list, ...options }).error);
  assert.equal(error({ perUser: 1 }), 13);
  assert.equal(error({ variant: "peel" }), 123);
  assert.equal(error({ variant: "peel", delta: 1e-6 }), 88);
  assert.equal(error({ delta: 1e-6 }), 88); // any number of items a user: noise would miss by more
});

test("topK of a public list leaves out other items before a user is bounded", () => {
  const users = range(400, (i) => i % 100);
  const items = range(400, (i) => (i < 100 ? "listed" : `other ${i}`));
  const { items: ranked, record } = topK(
    { users, items },
    { k: 1, domain: ["listed", "nobody's"], perUser: 1, epsilon: 20, counts: true },
  );
  assert.equal(ranked[0].item, "listed");
  assert.ok(ranked[0].count > 95);
  assert.equal(record.protects, "users");
});

test("B2: selectBest by A_dist names a clear best, and null otherwise, on a list or on what occurs", () => {
  const counts = new Map([
    ["a", 900],
    ["b", 300],
    ["c", 2],
  ]);
  const options = { epsilon: 1, delta: 1e-6, method: "gap", monotone: true };
  assert.equal(selectBest(counts, options).value, "a");
  const private_ = selectBest(counts, { ...options, others: 0 });
  assert.equal(private_.value, "a");
  assert.equal(private_.record.public, "the parameters");
  assert.equal(private_.record.parameters.others, 0);
  const tied = selectBest(
    new Map([
      ["a", 900],
      ["b", 900],
    ]),
    options,
  );
  assert.equal(tied.value, null);
  assert.equal(tied.reason, "no candidate leads the others by enough to be named");
  assert.match(
    tied.record.accuracy.statement,
    /^With 95% confidence, the best candidate is returned if its score is at least 1[5-9] above every other score\./,
  );
  // Candidates of at most the others' score are none.
  assert.equal(selectBest(new Map([["a", 5]]), { ...options, others: 7 }).value, null);
});

test("K2, B14: selectBest by the choosing mechanism finds a best score of 33, stable choice one of 18", () => {
  const options = { epsilon: 1, delta: 1e-6, growth: 1 };
  assert.equal(accuracy.selectBest({ ...options, method: "choosing" }).error, 33);
  assert.equal(accuracy.selectBest({ ...options, method: "stable" }).error, 18);
  assert.equal(
    selectBest(
      new Map([
        ["a", 900],
        ["b", 2],
      ]),
      { ...options, method: "choosing" },
    ).value,
    "a",
  );
});

test("D4: topK returns the kBar that optimised-threshold drew, and records the range's end beside it", () => {
  const rows = new Map(range(60, (i) => [`item ${i}`, i < 12 ? 5000 - i : 3]));
  const options = { k: 3, kBar: 40, epsilon: 5, delta: 1e-6, variant: "optimised-threshold" };
  const { kBar, record } = topK(rows, options);
  assert.ok(kBar >= 3 && kBar <= 40);
  assert.equal(record.parameters.kBar, kBar);
  assert.equal(record.parameters.kBarMost, 40);
  assert.match(record.accuracy.statement, / of the 40 most frequent /);
  const strict = topK(rows, { ...options, variant: "strict" });
  assert.equal(strict.kBar, 40);
  assert.equal(strict.record.parameters.kBarMost, undefined);
});

test("B8: a promise makes quasiConcaveMax miss by 400 in place of 826 on 2^64 points", () => {
  const runs = [
    { width: 2n ** 63n, quality: 0 },
    { width: 1000n, quality: 1200 },
    { width: 2n ** 63n - 1000n, quality: 0 },
  ];
  const options = { size: 2n ** 64n, epsilon: 1, delta: 1e-6, algorithm: "rec-concave" };
  assert.equal(quasiConcaveMax(runs, options).record.accuracy.error, 826);
  const { value, record } = quasiConcaveMax(runs, { ...options, promise: 1000 });
  assert.ok(value >= 2n ** 63n && value < 2n ** 63n + 1000n);
  assert.equal(record.accuracy.error, 400);
  assert.equal(record.parameters.promise, 1000);
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence, an answer is returned whose quality is more than 1000 - 400, if some point has a quality of at least 1000, provided the quality rises and then falls\.$/,
  );
  const shared = quasiConcaveMax(runs, { ...options, approximation: 0.4 }).record.parameters;
  assert.equal(shared.promise, 1000);
  assert.throws(() => quasiConcaveMax(runs, { ...options, promise: 999, approximation: 0.4 }), {
    name: "RangeError",
    message: "promise must be at least 1000 for this approximation, got 999",
  });
});

test("C22: a quality of quarters is exact at its own sensitivity", () => {
  const grid = range(101);
  const profit = (price) => 30 - 0.25 * Math.abs(price - 60);
  const options = { grid, epsilon: 4, sensitivity: 0.25 };
  const { value, record } = quasiConcaveMax(profit, options);
  assert.equal(record.parameters.sensitivity, 0.25);
  assert.equal(
    record.accuracy.error,
    0.25 * quasiConcaveMax((i) => i, { grid, epsilon: 4 }).record.accuracy.error,
  );
  assert.ok(profit(value) > 30 - record.accuracy.error);
  assert.throws(() => quasiConcaveMax(profit, { ...options, sensitivity: undefined }), {
    name: "RangeError",
    message: /^quality must be whole numbers from -2\^40 to 2\^40, got /,
  });
  assert.throws(() => quasiConcaveMax(profit, { ...options, sensitivity: 0.1 }), {
    name: "RangeError",
    message:
      "sensitivity must be a number of at most 20 binary digits, such as 0.10000002384185791, got 0.1",
  });
  const quarters = new Map([
    ["a", 90.25],
    ["b", 3.5],
  ]);
  assert.equal(selectBest(quarters, { epsilon: 2, sensitivity: 0.25 }).value, "a");
});

test("C20, B24, B25: the least possible stands beside each promise", () => {
  const loss = { epsilon: 1, delta: 1e-6 };
  const at = (task, options = {}) => plan.leastPossible({ task, ...loss, ...options });
  assert.equal(at("quasiConcaveMax", { bits: 64, monotone: true }), 16);
  assert.equal(at("quasiConcaveMax", { bits: 64, delta: 0 }), 91);
  assert.equal(at("learnPoint", { bits: 64 }), 15);
  assert.equal(at("learnThreshold", { bits: 64, delta: 0 }), 22);
  assert.equal(at("sanitizeThresholds", { bits: 64 }), 7.5);
  assert.equal(at("sums", { bits: 64, k: 100, delta: 0 }), 489);
  assert.equal(at("topK", { candidates: 1000, k: 10, delta: 0 }), 56);
  assert.equal(at("topK"), 16);
  assert.equal(at("topK", { delta: 0 }), Number.POSITIVE_INFINITY);
  assert.equal(at("interiorPoint", { bits: 64 }), 17);
  for (const entries of [
    plan.interiorPoint({ bits: 64, ...loss }).map((one) => [one.leastPossible, one.records]),
    plan.learnPoint({ ...loss, accuracy: 0.1 }).map((one) => [one.leastPossible, one.errors]),
    plan
      .learnThreshold({ ...loss, accuracy: 0.1, domain: integers(0, 999) })
      .map((one) => [one.leastPossible, one.errors]),
    plan.sanitizePoints({ ...loss, accuracy: 0.05 }).map((one) => [one.leastPossible, one.records]),
    plan
      .sanitizeThresholds({ ...loss, accuracy: 0.05 })
      .map((one) => [one.leastPossible, one.records]),
    plan.topK({ ...loss, k: 10, perUser: 1 }).map((one) => [one.leastPossible, one.namedFrom]),
  ]) {
    for (const [least, stated] of entries)
      assert.ok(least >= 1 && least <= stated, `${least} ${stated}`);
  }
});

// Once it stated the bound of all items at once, 75 records, beside a promise about one of them.
test("plan.sanitizePoints states no more for items asked beforehand than noise on each count needs", () => {
  const noise = (beta) => {
    let error = 0;
    while ((2 * Math.exp(-(error + 1))) / (1 + Math.exp(-1)) > beta) ++error;
    return error;
  };
  for (const items of [1, 5]) {
    const plans = plan.sanitizePoints({ epsilon: 1, delta: 1e-6, accuracy: 0.1, items });
    const least = Object.fromEntries(plans.map((one) => [one.method, one.leastPossible]));
    assert.ok(least.stable >= 1 && least.stable <= Math.ceil(noise(0.05 / items) / 0.1));
    assert.equal(least.rounds, 75);
  }
});

test("plan.leastPossible asks for one size, and refuses what belongs to other tasks", () => {
  assert.throws(() => plan.leastPossible({ task: "sums", epsilon: 1 }), {
    name: "TypeError",
    message: "plan.leastPossible needs exactly one of domain, bits and candidates for sums",
  });
  assert.throws(() => plan.leastPossible({ bits: 8, epsilon: 1, candidates: 7 }), {
    name: "TypeError",
    message: 'candidates belongs to other tasks than "interiorPoint"',
  });
});

const refusals = [
  [
    () => selectBest(scores, { k: 2, epsilon: 1, delta: 1e-6 }),
    /^delta belongs to method "exponential" with k/,
  ],
  [
    () => selectBest(scores, { epsilon: 1, delta: 1e-6 }),
    /^delta belongs to method "stable", "gap" or "choosing"/,
  ],
  [() => selectBest(scores, { epsilon: 1, others: 0 }), /^others belongs to method "gap", not to/],
  [
    () => selectBest(new Map([["a", 1]]), { k: 2, epsilon: 1 }),
    /^candidates must be at least k, 2, got 1/,
  ],
  [
    () => topK(["a"], { k: 2, domain: ["a"], epsilon: 1 }),
    /^k must be at most the number of items in domain, 1, got 2/,
  ],
  [
    () => topK(["a"], { k: 1, domain: "a", epsilon: 1 }),
    /^domain must be a list of items, got "a"/,
  ],
  [
    () => topK(["a"], { k: 1, domain: ["a", "a"], epsilon: 1 }),
    /^domain must have different items, got one twice/,
  ],
  [
    () => topK(["a"], { k: 1, domain: ["a"], epsilon: 1, variant: "peel", counts: true }),
    /^counts belongs to variant "laplace" or "auto", not to "peel"/,
  ],
];

test("choices and rankings of lists refuse options that belong to others", () => {
  for (const [call, message] of refusals) assert.throws(call, { message });
});
