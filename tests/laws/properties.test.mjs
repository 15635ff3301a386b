// Properties of exact laws, for all data: the order of records does not matter, and neighbours keep the claim.
// Cases are generated; the seed is printed, and PROPERTY_SECONDS sets how long to search.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import * as logstar from "../../build/enumerating/index.js";
import { columnForms, domainsOf, neighbours, records } from "./arbitrary.mjs";
import { check } from "./check.mjs";
import { enumerate } from "./enumerate.mjs";
import { finds, tryFor } from "./seconds.mjs";

await logstar.load();
const small = logstar.integers(0, 3);
const labelled = (list) => ({ x: list.map(([x]) => x), y: list.map(([, y]) => y) });
const loose = { epsilon: 4, delta: 0.2, confidence: 0.3 };

/** The answers of an object, with its record; disposes of it. */
function answersOf(object, ask) {
  try {
    return { answers: ask(object), record: object.record };
  } finally {
    object.dispose();
  }
}

/** All generated calls: `run(list, options)` on records of a kind. */
const calls = [
  ...["median", "interiorPoint"].flatMap((name) =>
    ["exponential", "cut"].map((algorithm) => ({
      name,
      record: records.number,
      form: columnForms("number"),
      run: (values, { epsilon, delta, ...options }) =>
        logstar[name](values, {
          ...{ ...options, algorithm, epsilon, domain: small, confidence: 0.3 },
          ...(algorithm === "cut" ? { delta } : {}),
        }),
    })),
  ),
  {
    name: "quantile, BigInts",
    record: records.bigint,
    form: columnForms("bigint"),
    run: (values, { delta, ...options }) =>
      logstar.quantile(values, 0.3, { ...options, domain: domainsOf(logstar).bigint[0] }),
  },
  {
    name: "topK",
    record: records.item,
    run: (rows, { outside, ...options }) =>
      logstar.topK(rows, { ...options, k: 1, kBar: 2, variant: "strict" }),
  },
  {
    name: "topK, users",
    record: fc.tuple(fc.uuid(), records.item), // one row each: neighbours differ in a user
    run: (rows, { outside, ...options }) =>
      logstar.topK(rows, { ...options, k: 1, kBar: 2, variant: "strict", perUser: 1 }),
  },
  {
    name: "learnThreshold",
    record: fc.tuple(records.number, records.label),
    run: (list, { delta, ...options }) =>
      logstar.learnThreshold({ ...labelled(list), ...options, domain: small }),
  },
  {
    name: "learnPoint",
    record: fc.tuple(records.item, records.label),
    run: (list, { outside, ...options }) =>
      logstar.learnPoint({ ...labelled(list), ...options, algorithm: "stable", confidence: 0.5 }),
  },
  {
    name: "sanitizePoints",
    record: records.item,
    most: 1, // each item has a noisy count
    run: (rows, { outside, epsilon, ...options }) =>
      logstar.sanitizePoints(rows, { ...options, epsilon: 8, method: "stable" }),
  },
  ...["exponential", "permute-and-flip"].map((method) => ({
    name: `selectBest, ${method}`,
    record: records.number,
    run: (values, { outside, delta, ...options }) => {
      const score = (item) => values.filter((x) => x === item).length;
      const scores = [0, 1, 2].map((item) => ({ item, score: score(item) }));
      return logstar.selectBest(scores, { ...options, method });
    },
  })),
  {
    name: "quasiConcaveMax",
    record: records.number,
    run: (values, { outside, delta, ...options }) => {
      const below = (point) => values.filter((x) => x <= point).length;
      const above = (point) => values.filter((x) => x >= point).length;
      const depth = (point) => Math.min(below(point), above(point));
      const terms = { grid: [0, 1, 2, 3], algorithm: "exponential", confidence: 0.5 };
      return logstar.quasiConcaveMax(depth, { ...options, ...terms });
    },
  },
  {
    name: "AboveThreshold",
    record: records.contribution,
    run: (rows, { outside, delta, epsilon, ...options }) =>
      answersOf(new logstar.AboveThreshold({ ...options, epsilon: 10, threshold: 1, rows }), (m) =>
        m.ask((row) => row),
      ),
  },
  {
    name: "ThresholdMonitor",
    record: records.contribution,
    run: (rows, { outside, ...options }) =>
      answersOf(
        new logstar.ThresholdMonitor({
          ...{ ...options, threshold: 1, perRecord: 1, method: "sampled", rows },
        }),
        (m) => m.ask((row) => row),
      ),
  },
  {
    name: "HeavyHitterMonitor",
    record: fc.tuple(fc.uuid(), records.item), // one row each, as above
    run: (held, { outside, ...options }) => {
      const terms = { ...options, perUser: 1, steps: 1, method: "sampled" };
      return answersOf(new logstar.HeavyHitterMonitor(terms), (m) => m.step(held));
    },
  },
];

const cases = fc.oneof(
  ...calls.map(({ name, record, run, most = 4, form = fc.constant({ of: (list) => list }) }) =>
    fc.constantFrom("add-remove", "replace").chain((neighbors) =>
      fc
        .record({
          pair: neighbours(record, neighbors, most),
          order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
          form,
          outside: fc.constantFrom("clamp", "drop"),
        })
        .map(({ pair, order, form: { name: formed, of }, outside }) => ({
          ...{ name, formed, pair, order, neighbors, outside },
          run: (data) =>
            run(data, { epsilon: loose.epsilon, delta: loose.delta, neighbors, outside }),
          of,
        })),
    ),
  ),
);

/** A list in another order, by sorting keys. */
const shuffled = (list, order) =>
  list
    .map((one, i) => [order[i % order.length], one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

function sameLaw(p, q) {
  for (const key of new Set([...p.mass.keys(), ...q.mass.keys()])) {
    const [a, b] = [p.mass.get(key) ?? 0, q.mass.get(key) ?? 0];
    assert.ok(Math.abs(a - b) < 1e-9, `${key.slice(0, 200)}: ${a} and ${b}`);
  }
}

test("the order of records changes no law", async (t) => {
  await tryFor(t, 0.5, cases, async ({ run, of, pair: [list], order }) => {
    const other = shuffled(list, order);
    sameLaw(await enumerate(() => run(of(list))), await enumerate(() => run(of(other))));
  });
});

test("neighbours keep the claim, and no neighbour throws", async (t) => {
  await tryFor(t, 0.5, cases, async ({ name, run, of, pair }) => {
    const makers = pair.map((list) => () => of(list));
    const example = { name, run: (_, data) => run(data), pairs: [makers] };
    assert.deepEqual((await check(example)).faults, []);
  });
});

test("control: the test finds a law that depends on the order, and one that breaks its claim", async () => {
  const median = (values) => logstar.median(values, { epsilon: 4, domain: small });
  const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 });
  await finds(numbers, async (list) => {
    const first = (values) => median(values.slice(0, 1));
    sameLaw(await enumerate(() => first(list)), await enumerate(() => first(list.toReversed())));
  });
  await finds(numbers, async (list) => {
    const makers = [list, [...list, 3]].map((one) => () => one);
    const run = (_, values) => median([...values, ...values, ...values]);
    assert.deepEqual((await check({ name: "thrice", run, pairs: [makers] })).faults, []);
  });
});
