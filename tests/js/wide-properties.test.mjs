// Properties of every call, for every payer. Apart from the answers, no observable depends on one record. This
// covers any algorithm, the turns of a saved and resumed session, ledgers, their parts and their steps. Cases
// are generated, as in properties.test.mjs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { neighbours } from "../laws/arbitrary.mjs";
import { canonical } from "../laws/canonical.mjs";
import { finds, tryFor } from "../laws/seconds.mjs";
import { checkError } from "./bad-values.mjs";
import { wideCalls } from "./wide-calls.mjs";

before(() => loadForTesting({ seed: 1 }));

/** The payers: the ledger itself, or an object that it made. */
const payers = {
  ledger: (ledger) => ledger,
  part: (ledger) => ledger.parallel("country", "one a record").part("north"),
  steps: (ledger) => ledger.steps("weekly", { steps: 2, epsilon: 500, delta: 0.2 }),
};
const budgets = [
  { epsilon: 1000, delta: 0.5 },
  { epsilon: 1000, delta: 0.5, composition: "concentrated", tail: 1e-4 },
];
const loss = fc.constantFrom(
  { epsilon: 1, delta: 1e-3 },
  { epsilon: 20, delta: 0.1 },
  { epsilon: 1e-9, delta: 1e-300 },
);

const cases = fc.oneof(
  ...wideCalls.map(({ name, record, run }) =>
    fc.constantFrom("add-remove", "replace").chain((neighbors) =>
      fc.record({
        ...{ name: fc.constant(name), run: fc.constant(run), neighbors: fc.constant(neighbors) },
        pair: neighbours(Array.isArray(record) ? fc.tuple(...record) : record, neighbors, 6),
        ...{ loss, budget: fc.constantFrom(...budgets) },
        payer: fc.constantFrom(...Object.keys(payers)),
      }),
    ),
  ),
);

/** The public facts of a charge, without a session's settlement, which follows from its answers. */
const charged = ({ spent, entries }) =>
  canonical([spent, entries.map(({ asked, granted, status }) => [asked, granted, status])]);

function outcomeOf({ run, loss: options, budget, payer, neighbors }, list) {
  const ledger = new logstar.Ledger({ ...budget, neighbors });
  const outcome = {};
  try {
    const paying = payers[payer](ledger);
    outcome.seen = canonical(run(list, { ...options, neighbors, ledger: paying }));
  } catch (error) {
    checkError(error, "a valid call");
    outcome.threw = `${error}`;
  }
  const again = logstar.Ledger.fromJSON(JSON.stringify(ledger));
  assert.deepEqual(again.spent, ledger.spent);
  return { ...outcome, charged: charged(ledger) };
}

function holds(given) {
  const [one, two] = given.pair.map((list) => outcomeOf(given, list));
  assert.deepEqual(two, one);
}

test("apart from the answers nothing depends on one record, for every payer and order of turns", async (t) => {
  await tryFor(t, 1, cases, holds);
});

test("each of these calls is answered, as a rejected call tests little", () => {
  for (const { name, run, record } of wideCalls) {
    const given = { name, run, payer: "ledger", budget: budgets[0], neighbors: "add-remove" };
    const [list] = fc.sample(
      fc.array(Array.isArray(record) ? fc.tuple(...record) : record, { maxLength: 4 }),
      { seed: 1, numRuns: 1 },
    );
    const outcome = outcomeOf({ ...given, loss: { epsilon: 20, delta: 0.1 } }, list);
    assert.equal(outcome.threw, undefined, name);
  }
});

test("control: the test finds a saved session that reveals a record", async () => {
  const leaky = wideCalls.map((call) => ({
    ...call,
    run: (list, options) => [call.run(list, options), list.includes(3)],
  }));
  const [median] = leaky;
  const wrong = neighbours(median.record, "add-remove", 4).map((pair) => ({
    ...{ name: median.name, run: median.run, neighbors: "add-remove", pair, payer: "ledger" },
    ...{ budget: budgets[0], loss: { epsilon: 1, delta: 0 } },
  }));
  await finds(wrong, holds);
});
