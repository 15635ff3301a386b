// Properties of every call through the worker, for all data: its record, its error and its charge equal those
// of the direct call. Cases are generated, as in properties.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import * as direct from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { columnForms, domainsOf, neighbours, records } from "../laws/arbitrary.mjs";
import { canonical } from "../laws/canonical.mjs";
import { finds, tryFor } from "../laws/seconds.mjs";

let remote;
before(async () => {
  await direct.load();
  remote = await connect();
});
after(() => remote.dispose());

const small = direct.integers(0, 3);
const labelled = (list) => ({ x: list.map(([x]) => x), y: list.map(([, y]) => y) });
const pure = ({ delta, ...options }) => options;
const domains = domainsOf(direct);
const plain = fc.constant({ name: "array", of: (list) => list });

/** Calls of a library, directly or in the worker: the result has a record. */
const calls = [
  ...Object.keys(domains).map((kind) => ({
    name: `quantile of ${kind}s`,
    record: records[kind],
    form: columnForms(kind),
    run: (logstar, values, options) => {
      const domain = domains[kind].at(-1);
      return logstar.quantile(values, 0.3, { ...options, algorithm: "cut", domain });
    },
  })),
  {
    name: "topK",
    record: records.item,
    run: (logstar, rows, options) => logstar.topK(rows, { ...options, k: 2, kBar: 3 }),
  },
  {
    name: "topK, users",
    record: fc.tuple(records.item, records.item),
    run: (logstar, rows, options) => logstar.topK(rows, { ...options, k: 1, kBar: 2, perUser: 2 }),
  },
  {
    name: "sanitizePoints",
    record: records.item,
    run: (logstar, rows, options) => logstar.sanitizePoints(rows, { ...options, method: "stable" }),
  },
  {
    name: "learnThreshold",
    record: fc.tuple(records.number, records.label),
    run: (logstar, list, options) =>
      logstar.learnThreshold({ ...labelled(list), ...pure(options), domain: small }),
  },
  {
    name: "learnPoint",
    record: fc.tuple(records.item, records.label),
    run: (logstar, list, options) => logstar.learnPoint({ ...labelled(list), ...options }),
  },
  {
    name: "AboveThreshold",
    record: fc.integer({ min: 0, max: 3 }),
    async run(logstar, list, options) {
      const watch = await new logstar.AboveThreshold({ ...pure(options), threshold: 1 });
      await watch.ask(list.length);
      const { epsilon, delta } = await watch.record;
      return { record: { epsilon, delta } };
    },
  },
];

const cases = fc.oneof(
  ...calls.map(({ name, record, run, form = plain }) =>
    fc.constantFrom("add-remove", "replace").chain((neighbors) =>
      fc.record({
        ...{ name: fc.constant(name), run: fc.constant(run), neighbors: fc.constant(neighbors) },
        ...{ pair: neighbours(record, neighbors, 6), form },
        options: fc.constantFrom({ epsilon: 1, delta: 1e-3 }, { epsilon: 20, delta: 0.1 }),
        outside: fc.constantFrom("clamp", "drop", "throw"),
      }),
    ),
  ),
);

async function outcomeOf(logstar, { name, run, form, neighbors, options, outside }, list) {
  const ledger = await new logstar.Ledger({ epsilon: 100, delta: 0.5, neighbors });
  const outcome = {};
  const given = { ...options, neighbors, ledger, ...(/quantile/.test(name) ? { outside } : {}) };
  try {
    outcome.record = canonical((await run(logstar, form.of(list), given)).record);
  } catch (error) {
    outcome.threw = `${error}`;
  }
  return { ...outcome, spent: ledger.spent };
}

async function holds(given) {
  for (const list of given.pair)
    assert.deepEqual(await outcomeOf(remote, given, list), await outcomeOf(direct, given, list));
}

test("records, errors and charges through the worker equal the direct call's", async (t) => {
  await tryFor(t, 1, cases, holds);
});

test("control: the test finds a worker that answers for other data", async () => {
  const wrong = { ...direct, quantile: () => Promise.reject(new RangeError("other")) };
  const holdsOfWrong = async (given) => {
    const [list] = given.pair;
    assert.deepEqual(await outcomeOf(wrong, given, list), await outcomeOf(direct, given, list));
  };
  await finds(cases, holdsOfWrong);
});
