// logstar/worker: a call through it returns the same result as a direct call.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import * as direct from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import * as entry from "../../dist/worker.js";
import { releases } from "./declared-calls.mjs";

const { bigIntegers, dates, decimals, integers, reals, text } = direct;
const seeded = () => new Worker(new URL("./worker/seeded-thread.mjs", import.meta.url));
let logstar;

before(async () => {
  await loadForTesting({ seed: 7 });
  logstar = await entry.connect({ worker: seeded });
});
after(() => logstar.dispose());

const numbers = Float64Array.from({ length: 2000 }, (_, i) => i % 100);
const words = Array.from({ length: 2000 }, (_, i) => `w${i % 7}`);
const labels = Array.from(numbers, (value) => (value < 50 ? 1 : 0));
const delta = 1e-6;
/** 2,000 rows of 400 users. */
const inGroups = () => ({ users: words.map((_, row) => row % 400), groups: words });
const withValues = () => ({
  users: Uint16Array.from(words, (_, row) => row % 400),
  values: numbers,
});

const visits = words.map((town, i) => ({
  ...{ user: i % 400, town, value: numbers[i], late: labels[i], day: i },
}));

/** Each function with its arguments, in several forms of data; for a table, its question. */
const calls = [
  ["median", [numbers, { epsilon: 1 }]],
  ["median", [[...numbers], { epsilon: 1, domain: integers(0, 99), outside: "drop" }]],
  ["median", [[1n, 5n, 9n], { epsilon: 20, domain: integers(0n, 9n) }]],
  [
    "median",
    [
      { values: [1, 2], counts: [50, 5] },
      { epsilon: 1, domain: decimals(0, 9, 2) },
    ],
  ],
  ["median", [numbers, { epsilon: 1, domain: integers(0, 99), interval: "population" }]],
  ["quantile", [new Set([1, 2, 3]), 0.25, { epsilon: 1, domain: reals({ min: 0, max: 9 }) }]],
  ["quantile", [Array(300).fill(new Date(1e12)), 0.5, { epsilon: 9, domain: dates(0, 2e12) }]],
  ["interiorPoint", [words, { epsilon: 2, delta, domain: text(4) }]],
  ["interiorPoint", [[5n, 6n], { epsilon: 2, delta, domain: bigIntegers(256) }]],
  ["quantiles", [numbers, [0.25, 0.5, 0.75], { epsilon: 1, domain: integers(0, 99) }]],
  ["quantiles", [withValues(), [0.25, 0.5], { epsilon: 9, domain: reals(), interval: "data" }]],
  ["topK", [words, { k: 3, epsilon: 1, delta }]],
  [
    "topK",
    [
      new Map([
        ["a", 900],
        ["b", 800],
      ]),
      { k: 2, epsilon: 1, delta, counts: true },
    ],
  ],
  [
    "topK",
    [
      { users: [...numbers.keys()], items: words },
      { k: 2, epsilon: 1, delta, perUser: 1 },
    ],
  ],
  ["topKForecast", [words, { k: 3, epsilon: 1, delta }]],
  ["boundContributions", [{ users: [1, 1, 2], items: ["a", "b", "a"] }, { perUser: 1 }]],
  ["laplaceCount", [1234, { epsilon: 1 }]],
  ["count", [inGroups(), { epsilon: 1, groups: ["w1", "w2"], perUser: 2 }]],
  ["discoverGroups", [inGroups(), { epsilon: 4, delta }]],
  ["sum", [withValues(), { epsilon: 1, domain: integers(0, 99) }]],
  ["mean", [withValues(), { epsilon: 1, domain: integers(0, 99) }]],
  ["variance", [withValues(), { epsilon: 1, domain: integers(0, 99) }]],
  ["standardDeviation", [withValues(), { epsilon: 9, domain: integers(0, 99), perUser: "max" }]],
  [
    "countDistinct",
    [
      { ...withValues(), values: words },
      { epsilon: 1, perUser: 2 },
    ],
  ],
  ["findBounds", [numbers, { epsilon: 1 }]],
  ["mean", [withValues(), { epsilon: 1 }]],
  ["histogram", [withValues(), { epsilon: 1, edges: [20, 50] }]],
  [
    "selectBest",
    [
      [
        { item: "x", score: 90 },
        { item: 7n, score: 20 },
      ],
      { epsilon: 1 },
    ],
  ],
  ["learnThreshold", [{ x: numbers, y: labels, domain: integers(0, 99), epsilon: 1 }]],
  ["learnPoint", [{ x: words, y: words.map((w) => (w === "w1" ? 1 : 0)), epsilon: 2, delta }]],
  [
    "learnRectangle",
    [{ x: [numbers, numbers], y: labels, domain: integers(0, 99), epsilon: 5, delta }],
  ],
  [
    "learnRectangle",
    [{ x: [numbers, numbers], y: labels, domain: [integers(0, 99), reals()], epsilon: 5, delta }],
  ],
  [
    "learnLabelPrivate",
    [{ x: numbers, y: labels, rules: "thresholds", epsilon: 1, domain: integers(0, 99) }],
  ],
  [
    "learnSemiPrivate",
    [
      {
        ...{ x: [numbers, numbers], y: labels, rules: "boxes", epsilon: 1 },
        ...{
          unlabelled: [
            [1, 9],
            [2, 8],
          ],
          domain: integers(0, 99),
        },
      },
    ],
  ],
  ["sanitizePoints", [words, { epsilon: 1, delta }]],
  ["sanitizeThresholds", [numbers, { epsilon: 2, points: 9, domain: integers(0, 99) }]],
  [
    "quasiConcaveMax",
    [
      [
        { width: 5n, quality: 1 },
        { width: 5n, quality: 90 },
      ],
      { size: 10n, epsilon: 1 },
    ],
  ],
  ["plan.interiorPoint", [{ domain: text(20), epsilon: 1, delta }]],
  ["plan.leastPossible", [{ domain: text(20), epsilon: 1, delta }]],
  ["plan.slices", [{ slices: 9, compute: { epsilon: 0.1 }, delta }]],
  ["plan.interval", [{ epsilon: 1, of: "population", records: [200, 1000] }]],
  ["plan.usersNeeded", [{ q: [0.5, 0.9], epsilon: 1, delta, groups: "private" }]],
  ["plan.learnThreshold", [{ domain: integers(0, 99), epsilon: 1, accuracy: 0.1 }]],
  [
    "plan.thresholdQuestions",
    [{ threshold: 9, answers: 3, questions: 9, perRecord: 2, epsilon: 1 }],
  ],
  ["plan.topK", [{ k: 3, perUser: 2, epsilon: 1, delta }]],
  ["plan.discoverGroups", [{ groupsPerUser: 3, epsilon: 1, delta }]],
  ["plan.sanitizePoints", [{ epsilon: 1, delta, accuracy: 0.1 }]],
  ["plan.sanitizeThresholds", [{ epsilon: 1, delta, accuracy: 0.1 }]],
  ["plan.learnPoint", [{ epsilon: 1, delta, accuracy: 0.1 }]],
  ["plan.learnRectangle", [{ dimensions: 2, domain: reals(), epsilon: 1, delta, accuracy: 0.1 }]],
  ["plan.learnLabelPrivate", [{ rules: "thresholds", epsilon: 1, accuracy: 0.1 }]],
  ["plan.learnSemiPrivate", [{ rules: "thresholds", epsilon: 1, accuracy: 0.1 }]],
  ["accuracy.learnRectangle", [{ dimensions: 2, domain: reals(), epsilon: 1, delta }]],
  ["accuracy.interiorPoint", [{ epsilon: 1 }]],
  ["accuracy.median", [{ epsilon: 1, domain: dates(0, 2e12) }]],
  ["accuracy.quantile", [0.1, { epsilon: 1 }]],
  ["accuracy.quantiles", [[0.1, 0.9], { epsilon: 1 }]],
  ["accuracy.learnPoint", [{ epsilon: 1, delta }]],
  ["accuracy.sanitizePoints", [{ epsilon: 1, delta }]],
  ["accuracy.sanitizeThresholds", [{ epsilon: 1, domain: integers(0, 99) }]],
  ["accuracy.topK", [{ k: 3, epsilon: 1, delta, perUser: 1 }]],
  ["accuracy.laplaceCount", [{ epsilon: 1 }]],
  ["accuracy.count", [{ epsilon: 1 }]],
  ["accuracy.discoverGroups", [{ epsilon: 1, delta }]],
  ["accuracy.sum", [{ epsilon: 1, domain: integers(0, 99) }]],
  ["accuracy.mean", [{ epsilon: 1, domain: integers(0, 99) }]],
  ["accuracy.variance", [{ epsilon: 1, domain: integers(0, 99) }]],
  ["accuracy.standardDeviation", [{ epsilon: 1, domain: integers(0, 99) }]],
  ["accuracy.countDistinct", [{ epsilon: 1, perUser: 3 }]],
  ["accuracy.findBounds", [{ epsilon: 1 }]],
  ["accuracy.histogram", [{ epsilon: 1, items: ["a"] }]],
  ["accuracy.learnThreshold", [{ domain: integers(0, 99), epsilon: 1 }]],
  ["accuracy.selectBest", [{ epsilon: 1, candidates: 5 }]],
  ...[
    (visits) => visits.median("value", { epsilon: 1 }),
    (visits) => visits.where(({ town }) => town !== "w3").count({ epsilon: 1 }),
    (visits) =>
      visits
        .groupBy((row) => [row.town, row.value > 50], [["w1", true]])
        .quantiles("value", [0.1, 0.9], { epsilon: 1, perUser: "first", orderBy: "day" }),
    (visits) =>
      visits.groupBy(["town"], "private").histogram("value", { epsilon: 9, delta, edges: [9] }),
    (visits) => visits.topK("town", { k: 3, epsilon: 1, delta, perUser: 2 }),
    (visits) =>
      visits
        .where(({ town }) => town !== "w0")
        .learnThreshold("value", "late", { epsilon: 5, domain: integers(0, 99) }),
    (visits) => visits.countDistinct("town", { epsilon: 1, perUser: 2 }),
    (visits) => visits.variance("value", { epsilon: 9, domain: integers(0, 99) }),
    (visits) => visits.plan.mean("value", { epsilon: 1, domain: integers(0, 99) }),
  ].map((ask) => ["table", [visits, { user: "user" }], ask]),
  ["composition.perStep", [{ steps: 9, epsilon: 1 }]],
  ["composition.total", [{ steps: 9, epsilon: 0.1, totalDelta: delta }]],
];

// The example of a declaration calls it, unless a call is above.
const listed = new Set(calls.map(([name]) => name));
for (const { name, args, known } of releases) {
  if (name in direct && !listed.has(name)) calls.push([name, args()]);
  if (known && !listed.has(`accuracy.${name}`)) calls.push([`accuracy.${name}`, known()]);
}

function done(library, [name, args, ask = (same) => same]) {
  return ask(name.split(".").reduce((inside, key) => inside[key], library)(...args));
}

test("every function returns through the worker exactly its direct result, record included", async () => {
  const expected = calls.map((call) => done(direct, call));
  for (const [i, call] of calls.entries()) {
    assert.deepEqual(await done(logstar, call), expected[i], `${call[0]}, call ${i}`);
  }
});

test("the worker has every export of the main entry, except the documented ones", () => {
  const asked = new Set(calls.map(([name]) => name));
  const missing = Object.keys(direct).filter((name) => !(name in logstar) && !(name in entry));
  const stores = [
    "spend",
    "createLedger",
    "ledgerInBrowser",
    "ledgersInBrowser",
    "endLedgerInBrowser",
  ]; // on the page's side
  assert.deepEqual(
    missing.sort(),
    ["LedgerPart", "LedgerParts", "LedgerSteps", "load", ...stores].sort(),
  );
  for (const group of ["plan", "accuracy", "composition"]) {
    assert.deepEqual(Object.keys(logstar[group]).sort(), Object.keys(direct[group]).sort());
    for (const name of Object.keys(logstar[group])) assert.ok(asked.has(`${group}.${name}`), name);
  }
  for (const [name, value] of Object.entries(logstar)) {
    const isClass = name[0] === name[0].toUpperCase();
    if (typeof value === "function" && !isClass && name !== "dispose") {
      assert.ok(asked.has(name), `${name} is compared with the direct call`);
    }
  }
});

test("a learned rule arrives with its methods", async () => {
  const { value } = await logstar.learnThreshold({
    x: numbers,
    y: labels,
    domain: integers(0, 99),
    epsilon: 5,
  });
  assert.ok(value instanceof direct.ThresholdHypothesis);
  assert.equal(value.predict(10), 1);
  const points = (await logstar.sanitizePoints(words, { epsilon: 5, delta })).value;
  assert.ok(points instanceof direct.SanitizedPoints);
  assert.ok(points.count("w1") > 200);
});

test("data are accepted from iterables, Arrow vectors and parts of buffers as in direct calls", async () => {
  function* generator() {
    for (let i = 0; i < 300; ++i) yield 5;
  }
  const arrow = { toArray: () => Float64Array.from({ length: 300 }, () => 5) };
  const all = new Float64Array(600).fill(5, 300);
  const options = { epsilon: 5, domain: integers(0, 9) };
  for (const values of [generator(), arrow, all.subarray(300), Buffer.alloc(300, 5)]) {
    assert.equal((await logstar.median(values, options)).value, 5);
  }
  assert.equal(all.length, 600);
});

test("a table charges the worker's ledger, also for an error of its functions", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1, unit: "user" });
  const table = logstar.table(visits, { user: "user", ledger });
  await table.median("value", { epsilon: 0.25 });
  assert.equal(ledger.spent.epsilon, 0.25);
  const failing = table.where((row) => row.not.there);
  await assert.rejects(failing.count({ epsilon: 0.25 }), {
    name: "TypeError",
    message: /; the ledger stays charged$/,
  });
  assert.equal(ledger.spent.epsilon, 0.5);
  assert.throws(
    () => table.median("pay", { epsilon: 0.25 }),
    /column must be a column of the rows/,
  );
});
