// Missing values are the same everywhere: null, undefined, NaN and invalid dates.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { columnOf } from "../../dist/data/values.js";
import {
  AboveThreshold,
  bigIntegers,
  boundContributions,
  dates,
  decimals,
  HeavyHitterMonitor,
  integers,
  interiorPoint,
  learnThreshold,
  load,
  median,
  quantile,
  quantiles,
  reals,
  SanitizedPoints,
  SliceSession,
  sanitizePoints,
  sanitizeThresholds,
  selectBest,
  ThresholdMonitor,
  TopKSession,
  text,
  topK,
  topKForecast,
} from "../../dist/index.js";

before(() => load());

const none = [null, undefined, Number.NaN, new Date("no")];
const lots = (value, n = 4000) => Array(n).fill(value);
const holed = (value) => [...lots(value), ...none.flatMap((one) => lots(one, 3000))];
const thrown = {
  name: "RangeError",
  message: /must not be missing \(because missing or outside is "throw"\)/,
};

/** A domain of each kind, with one of its values. */
const domains = [
  [reals(), 5],
  [reals({ min: 0, max: 9 }), 5],
  [integers(0, 9), 5],
  [integers(0n, 9n), 5n],
  [decimals(0, 9, 2), 5.25],
  [dates("2026-01-01", "2026-12-31"), new Date("2026-05-05")],
  [bigIntegers(70), 5n],
  [text(8), "five"],
];

/** Every function that reads a column of values. */
const readers = {
  median: (values, more) => median(values, { epsilon: 1, ...more }),
  quantile: (values, more) => quantile(values, 0.3, { epsilon: 1, ...more }),
  quantiles: (values, more) => quantiles(values, [0.3, 0.6], { epsilon: 1, ...more }),
  interiorPoint: (values, more) => interiorPoint(values, { epsilon: 1, ...more }),
  sanitizeThresholds: (values, more) => sanitizeThresholds(values, { epsilon: 1, ...more }),
  "sanitizeThresholds, paper": (values, more) =>
    sanitizeThresholds(values, {
      method: "paper",
      epsilon: 1,
      delta: 1e-6,
      size: 2 ** 20,
      domain: integers(0, 9),
      ...more,
    }),
  SliceSession: (values, more) => {
    const compute = { epsilon: 1 };
    new SliceSession(values, { slices: 1, compute, delta: 1e-6, ...more }).dispose();
  },
};

/** Every function that reads items. */
const counters = {
  topK: (rows, more) => topK(rows, { k: 2, epsilon: 1, delta: 1e-6, perUser: 1, ...more }),
  topKForecast: (rows, more) =>
    topKForecast(rows, { k: 2, epsilon: 1, delta: 1e-6, perUser: 1, ...more }),
  sanitizePoints: (rows, more) => sanitizePoints(rows, { epsilon: 1, delta: 1e-6, ...more }),
  TopKSession: (rows, more) => {
    const terms = { outcomes: 4, calls: 1, epsilon: 1, delta: 1e-6, ...more };
    return new TopKSession(terms).topK(rows, { k: 2, perUser: 1 });
  },
};

test("a missing value is dropped in every domain, and counts in the number of given records", () => {
  for (const [domain, value] of domains) {
    const { data, records } = columnOf(holed(value), domain, "clamp");
    const words = domain.core.type === "bigIntegers" ? 2 : 1;
    assert.equal(data.length / words, 4000, domain.name);
    assert.equal(records, 16000);
    if (domain.core.type === "text") continue;
    assert.deepEqual(median(holed(value), { epsilon: 1, delta: 1e-6, domain }).value, value);
  }
});

test("missing values of grouped data are dropped with their counts", () => {
  const values = [5, ...none];
  const counts = [4000, 9000, 9000, 9000, 9000];
  const grouped = { values, counts };
  assert.equal(median(grouped, { epsilon: 1 }).value, 5);
  assert.equal(columnOf(grouped, reals(), "clamp").records, 40000);
  const [{ item }] = topK(grouped, { k: 1, epsilon: 1, delta: 1e-6 }).items;
  assert.equal(item, 5);
});

test("an exception reveals a missing value only on request: missing or outside", () => {
  for (const [name, read] of Object.entries(readers)) {
    for (const one of none) {
      const values = [...lots(5), one];
      for (const outside of ["clamp", "drop"]) {
        assert.doesNotThrow(() => read(values, { outside }), `${name}, ${outside}`);
        assert.throws(() => read(values, { outside, missing: "throw" }), thrown, name);
      }
      assert.throws(() => read(values, { outside: "throw" }), thrown, name);
      assert.doesNotThrow(() => read(values, { outside: "throw", missing: "drop" }), name);
    }
    assert.throws(() => read([5], { missing: "keep" }), /missing must be "drop" or "throw"/, name);
  }
});

test("NaN in a typed array is missing under outside: throw, too", () => {
  const values = Float64Array.of(1, Number.NaN, 2);
  const strict = { epsilon: 1, outside: "throw" };
  assert.throws(() => median(values, strict), thrown);
  assert.doesNotThrow(() => median(values, { ...strict, missing: "drop" }));
  const far = Float64Array.of(1, Number.NaN, 20);
  const domain = integers(0, 9);
  assert.throws(() => median(far, { ...strict, domain, missing: "drop" }), /inside the domain/);
});

test("a missing item is never published, and takes its count with it", () => {
  for (const [name, count] of Object.entries(counters)) {
    const forms = [
      holed("tea"),
      new Map([["tea", 4000], ...none.map((one) => [one, 9000])]),
      [{ item: "tea", count: 4000 }, ...none.map((item) => ({ item, count: 9000 }))],
      { values: ["tea", ...none], counts: [4000, 9000, 9000, 9000, 9000] },
    ];
    for (const rows of forms) {
      const result = count(rows);
      const items = result.items ?? result.value?.items;
      if (items !== undefined)
        assert.deepEqual(
          items.map(({ item }) => item),
          ["tea"],
          name,
        );
      assert.throws(() => count(rows, { missing: "throw" }), thrown, name);
    }
  }
});

test("stable choice, whose candidates are data, returns no missing one", () => {
  const candidates = [...none.map((item) => ({ item, score: 9000 })), { item: "tea", score: 500 }];
  const options = { epsilon: 1, delta: 1e-6, method: "stable" };
  assert.equal(selectBest(candidates, options).value, "tea");
  assert.throws(() => selectBest(candidates, { ...options, missing: "throw" }), thrown);
});

test("released points reject a missing item", () => {
  const saved = { type: "points", items: [{ item: null, count: 3 }] };
  assert.throws(() => SanitizedPoints.fromJSON(saved), thrown);
});

test("rows without a user or an item are left out instead of forming one user", () => {
  // All null users as one user, with that user's perUser items.
  const rows = [["ann", "tea"], ["bob", "tea"], ...none.map((user) => [user, "rum"]), ["cy", null]];
  const users = rows.map(([user]) => user);
  const items = rows.map(([, item]) => item);
  const objects = rows.map(([user, item]) => ({ user, item }));
  for (const events of [rows, objects, { users, items }]) {
    const { values, counts } = boundContributions(events, { perUser: 1 });
    assert.deepEqual([values, [...counts]], [["tea"], [2]]);
    const strict = { perUser: 1, missing: "throw" };
    assert.throws(() => boundContributions(events, strict), thrown);
  }
  const typed = { users: Float64Array.of(1, 1, Number.NaN, 2), items: Int8Array.of(7, 7, 8, 7) };
  const { values, counts } = boundContributions(typed, { perUser: 1 });
  assert.deepEqual([values, [...counts]], [[7], [2]]);
  const alone = boundContributions({ items: ["a", null, "a"] }, { perUser: 1 });
  assert.deepEqual([alone.values, [...alone.counts]], [["a"], [2]]);
});

test("a monitor reports no missing item, and ignores a missing contribution", () => {
  const terms = { epsilon: 1, delta: 1e-6, perUser: 1, steps: 2 };
  const holdings = Array.from({ length: 9000 }, (_, i) => [i % 4 ? i : null, i % 3 ? "tea" : null]);
  assert.deepEqual(new HeavyHitterMonitor(terms).step(holdings), ["tea"]);
  const strict = new HeavyHitterMonitor({ ...terms, missing: "throw" });
  assert.throws(() => strict.step(holdings), thrown);
  for (const more of [{}, { weighted: true }]) {
    const rows = none.flatMap((one) => lots(one, 1000));
    const watch = new AboveThreshold({ rows, threshold: 500, epsilon: 1, ...more });
    assert.equal(
      watch.ask((row) => row),
      false,
    );
    assert.equal(watch.ask(rows), false);
    const options = { rows, threshold: 500, perRecord: 1, epsilon: 1, delta: 1e-6, ...more };
    const monitor = new ThresholdMonitor(options);
    assert.equal(monitor.ask(rows), false);
    const refused = new ThresholdMonitor({ ...options, missing: "throw" });
    assert.throws(() => refused.ask(rows), thrown);
    const resumed = ThresholdMonitor.fromJSON(JSON.stringify(refused), { rows });
    assert.throws(() => resumed.ask(rows), thrown);
  }
});

test("under replace, where the number of records is public, a missing one is invisible", () => {
  // TreeLog and HeavyPaths need exactly the declared number.
  const values = Array.from({ length: 100000 }, (_, i) => (i < 3 ? none[i] : i % 100));
  for (const algorithm of ["tree-log", "heavy-paths", "cut", "rec-concave", "exponential"]) {
    const options = { epsilon: 1, delta: 1e-3, domain: integers(0, 1000), algorithm };
    const result = interiorPoint(values, { ...options, neighbors: "replace" });
    assert.ok(result.record, algorithm);
    if (algorithm === "tree-log" || algorithm === "heavy-paths") {
      assert.throws(
        () => interiorPoint(values, { ...options, neighbors: "replace", size: 99997 }),
        /size must be the number of records, 100000/,
      );
    }
  }
});

// Regression: a row with an absent field ended the call, and the first row determined how all rows were read.
test("a row with a missing field does not count, at any place", () => {
  const there = Array.from({ length: 60 }, (_, user) => ({ user, item: "tea" }));
  const options = { k: 1, epsilon: 20, delta: 1e-3, perUser: 1, counts: true };
  for (const odd of [{ item: "gin" }, { user: 1000 }, null, undefined]) {
    for (const rows of [
      [odd, ...there],
      [...there, odd],
    ]) {
      const { items } = topK(rows, options);
      assert.deepEqual(
        items.map(({ item }) => item),
        ["tea"],
        JSON.stringify(odd),
      );
    }
  }
});

test("missing: throw works with user ids, and outside: throw with labelled records", () => {
  const thrown = { name: "RangeError", message: /must not be missing/ };
  const users = { k: 1, epsilon: 1, delta: 1e-6, perUser: 1, missing: "throw" };
  assert.throws(() => topK([["u", null]], users), thrown);
  assert.throws(() => topK({ users: ["u"], items: [null] }, users), thrown);
  const labelled = { x: [Number.NaN, 1], y: [1, 0], epsilon: 1, domain: integers(0, 3) };
  assert.throws(() => learnThreshold({ ...labelled, outside: "throw" }), thrown);
});

// JavaScript checks whether BigInts are inside; the core checks everything else.
test("BigInts outside the domain are dropped or rejected as requested, in every function", () => {
  const domain = integers(0n, 9n);
  const [values, options] = [[1n, 99n], { epsilon: 1, domain }];
  const readers = {
    median: (more) => median(values, { ...options, ...more }),
    quantiles: (more) => quantiles(values, [0.5], { ...options, ...more }),
    sanitizeThresholds: (more) => sanitizeThresholds(values, { ...options, ...more }),
    learnThreshold: (more) => learnThreshold({ x: values, y: [1, 0], ...options, ...more }),
    SliceSession: (more) =>
      new SliceSession(values, {
        domain,
        slices: 1,
        compute: { epsilon: 1 },
        delta: 1e-6,
        ...more,
      }),
  };
  for (const [name, read] of Object.entries(readers)) {
    assert.doesNotThrow(() => read({ outside: "drop" }), name);
    assert.throws(() => read({ outside: "throw" }), /inside the domain/, name);
  }
});
