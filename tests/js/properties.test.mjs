// Properties of every call, for all data. Neither an exception nor the record of a release depends on one
// record. A ledger is charged once or not at all. Cases are generated; the seed is printed, and
// PROPERTY_SECONDS sets how long to search.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { columnForms, domainsOf, neighbours, records } from "../laws/arbitrary.mjs";
import { canonical } from "../laws/canonical.mjs";
import { finds, tryFor } from "../laws/seconds.mjs";

before(() => loadForTesting({ seed: 1 }));

const domains = domainsOf(logstar);
const loss = fc.constantFrom(0.1, 1, 20).map((epsilon) => ({ epsilon, delta: 1e-3 }));
const kinds = fc.constantFrom("add-remove", "replace");
const outside = fc.constantFrom("clamp", "drop");

/** A call on neighbouring data: `run(data, options)`, and the form of the data. */
function callOf(
  record,
  run,
  { form = fc.constant({ of: (list) => list }), more = fc.constant({}) } = {},
) {
  return kinds.chain((neighbors) =>
    fc
      .record({ pair: neighbours(record, neighbors), loss, form, more })
      .map(({ pair, loss: spent, form: { name, of }, more: given }) => ({
        ...{ name, pair, given, neighbors },
        run: (list, ledger) => run(of(list), { ...spent, neighbors, ledger, ...given }),
      })),
  );
}

/** The outcome of a call on data: the record or the message, and the ledger afterwards. */
function outcomeOf(run, list, neighbors) {
  const ledger = new logstar.Ledger({ epsilon: 1000, delta: 0.5, neighbors });
  const outcome = {};
  try {
    const { record } = run(list, ledger);
    outcome.record = canonical(record);
  } catch (error) {
    outcome.threw = `${error}`;
  }
  const { entries, spent } = ledger;
  return { ...outcome, entries: entries.length, spent: canonical(spent) };
}

/** No exception, one charge, and the same record on both. */
function holds({ run, pair: [list, other], neighbors }) {
  const one = outcomeOf(run, list, neighbors);
  assert.equal(one.threw, undefined);
  assert.equal(one.entries, 1);
  assert.deepEqual(outcomeOf(run, other, neighbors), one);
}

/** With requested exceptions, the charge is the same and the message states that the ledger stays charged. */
function holdsOfThrowing({ run, pair: [list, other], neighbors }) {
  const one = outcomeOf(run, list, neighbors);
  const two = outcomeOf(run, other, neighbors);
  assert.equal(one.entries, 1);
  assert.deepEqual([two.entries, two.spent], [one.entries, one.spent]);
  for (const { threw } of [one, two]) if (threw) assert.match(threw, /; the ledger stays charged$/);
}

const ranksWith = (outside) =>
  Object.keys(domains).map((kind) =>
    fc
      .record({
        domain: fc.constantFrom(...domains[kind]),
        algorithm: fc.constantFrom("exponential", "cut"),
        ask: fc.constantFrom(
          (values, options) => logstar.median(values, options),
          (values, options) => logstar.quantile(values, 0.3, options),
          (values, options) => logstar.interiorPoint(values, options),
        ),
        outside,
      })
      .filter(({ domain, algorithm }) => algorithm === "cut" || !/text|bits/.test(domain.name))
      .chain(({ ask, ...more }) =>
        callOf(
          records[kind],
          (values, { delta, ...options }) =>
            ask(values, more.algorithm === "cut" ? { ...options, delta } : options),
          { form: columnForms(kind), more: fc.constant(more) },
        ),
      ),
  );
const distributions = ["number", "date"].map((kind) =>
  fc
    .record({ domain: fc.constantFrom(...domains[kind]), outside })
    .chain((more) =>
      fc
        .boolean()
        .chain((whole) =>
          callOf(
            records[kind],
            (values, { delta, ...options }) =>
              whole
                ? logstar.sanitizeThresholds(values, { ...options, points: 2 })
                : logstar.quantiles(values, [0.25, 0.5], options),
            { form: columnForms(kind), more: fc.constant(more) },
          ),
        ),
    ),
);

/** Queries an object, and disposes of it. */
function asked(object, ask) {
  try {
    ask(object);
    return object;
  } finally {
    object.dispose();
  }
}
const fieldsOf = (rows) => ({ users: rows.map(([u]) => u), items: rows.map(([, item]) => item) });
const items = [
  callOf(records.item, (rows, options) => logstar.topK(rows, { ...options, k: 2, kBar: 3 })),
  callOf(records.item, (rows, options) =>
    logstar.topK(rows, { ...options, k: 1, kBar: 3, variant: "laplace", counts: true }),
  ),
  callOf(records.item, (rows, options) =>
    logstar.sanitizePoints(rows, { ...options, method: "stable" }),
  ),
  callOf(records.item, (rows, { neighbors, ledger, ...options }) => {
    const terms = { ...options, neighbors, ledger, outcomes: 2, calls: 1 };
    return asked(new logstar.TopKSession(terms), (session) =>
      session.topK(rows, { k: 1, kBar: 2 }),
    );
  }),
  callOf(fc.tuple(records.item, records.item), (held, options) =>
    asked(
      new logstar.HeavyHitterMonitor({ ...options, perUser: 2, steps: 1, method: "sampled" }),
      (monitor) => monitor.step(held),
    ),
  ),
  callOf(fc.tuple(records.item, records.item), (rows, options) =>
    logstar.topK(rows, { ...options, k: 2, kBar: 3, perUser: 2, variant: "strict" }),
  ),
  callOf(fc.tuple(records.item, records.item), (rows, { ledger, ...options }) => {
    const bounded = logstar.boundContributions(fieldsOf(rows), { perUser: 2 });
    return logstar.topK(bounded, { ...options, ledger, k: 1, kBar: 2, perUser: 2 });
  }),
  callOf(fc.tuple(records.item, records.item), (rows, options) =>
    logstar.topK(fieldsOf(rows), { ...options, k: 1, kBar: 2, perUser: 1 }),
  ),
];

const labelled = (list) => ({ x: list.map(([x]) => x), y: list.map(([, y]) => y) });
const rules = [0, 1, 2, 3].map((cut) => ({ predict: (x) => (x < cut ? 1 : 0) }));
const pairOfNumbers = fc.tuple(records.number, records.number, records.label);
const boxes = (list) => ({
  x: [list.map(([x]) => x), list.map(([, x]) => x)],
  y: list.map(([, , y]) => y),
});
const learners = [
  callOf(fc.tuple(records.number, records.label), (list, { delta, ...options }) =>
    logstar.learnThreshold({ ...labelled(list), ...options, domain: logstar.integers(0, 3) }),
  ),
  callOf(fc.tuple(records.item, records.label), (list, options) =>
    logstar.learnPoint({ ...labelled(list), ...options }),
  ),
  callOf(fc.tuple(records.number, records.label), (list, { delta, ...options }) =>
    logstar.learnSemiPrivate({ ...labelled(list), ...options, rules }),
  ),
  callOf(pairOfNumbers, (list, { delta, ...options }) => {
    const unlabelled = [
      [0, 2],
      [1, 3],
    ];
    const given = { ...boxes(list), rules: "boxes", unlabelled, domain: logstar.integers(0, 3) };
    return logstar.learnSemiPrivate({ ...given, ...options });
  }),
  callOf(pairOfNumbers, (list, { delta, ...options }) =>
    logstar.learnRectangle({
      ...{ ...boxes(list), ...options, algorithm: "sanitizers", points: 1, confidence: 0.1 },
      domain: logstar.integers(0, 3),
    }),
  ),
];

const monitored = { threshold: 1, perRecord: 2, method: "sampled" };
const questions = [
  callOf(records.contribution, (rows, { delta, ...options }) =>
    asked(new logstar.AboveThreshold({ ...options, threshold: 1, rows }), (m) =>
      m.ask((row) => row),
    ),
  ),
  callOf(records.contribution, (rows, options) =>
    asked(new logstar.ThresholdMonitor({ ...options, ...monitored, rows }), (m) =>
      m.ask((row) => row),
    ),
  ),
  callOf(records.contribution, (rows, options) =>
    asked(new logstar.ThresholdMonitor({ ...options, ...monitored, records: rows.length }), (m) =>
      m.ask(rows),
    ),
  ),
];

for (const [name, share, cases] of [
  ["columns of values", 0.25, [...ranksWith(outside), ...distributions]],
  ["rows of items", 0.25, items],
  ["labelled records", 0.2, learners],
  ["questions about records", 0.2, questions],
]) {
  test(`${name}: no exception, record or charge depends on a single record`, async (t) => {
    await tryFor(t, share, fc.oneof(...cases), holds);
  });
}

test('with outside: "throw" the charge depends on no single record', async (t) => {
  await tryFor(t, 0.1, fc.oneof(...ranksWith(fc.constant("throw"))), holdsOfThrowing);
});

test("control: the test finds an exception, a record or a charge that depends on one record", async () => {
  const five = (list) => list.includes(3);
  const wrong = [
    (list, options) => {
      const made = logstar.median(list, options);
      if (five(list)) throw new RangeError("three");
      return made;
    },
    (list, options) => {
      const made = logstar.median(list, options);
      return five(list) ? { record: { ...made.record, error: 3 } } : made;
    },
    (list, options) => {
      if (five(list)) logstar.median(list, options);
      return logstar.median(list, options);
    },
  ];
  for (const run of wrong) {
    const calls = callOf(records.number, (list, { delta, ...options }) => run(list, options));
    await finds(calls, holds);
  }
});
