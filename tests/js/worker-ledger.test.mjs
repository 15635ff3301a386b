// A ledger in the worker: its totals here, several calls at once, parts, steps, saving.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as direct from "../../dist/index.js";
import { connect, integers } from "../../dist/worker.js";

let logstar;

before(async () => {
  await direct.load();
  logstar = await connect();
});
after(() => logstar.dispose());

const values = [1, 2, 3];
const options = { epsilon: 0.1, domain: integers(0, 9) };

test("calls made at once on one ledger never overspend it: the first ten of twenty pass", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  const all = Array.from({ length: 20 }, () => logstar.median(values, { ...options, ledger }));
  const outcomes = await Promise.allSettled(all);
  const passed = outcomes.map(({ status }) => status === "fulfilled");
  assert.deepEqual(passed, [...Array(10).fill(true), ...Array(10).fill(false)]);
  for (const { reason } of outcomes.slice(10)) assert.equal(reason.name, "BudgetExceeded");
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 0 });
  assert.equal((await ledger.entries).length, 10);
});

test("the totals are known here at once, and while a call runs", async () => {
  const ledger = await logstar.Ledger({ epsilon: 1, delta: 1e-6 });
  assert.deepEqual(ledger.budget, new direct.Ledger({ epsilon: 1, delta: 1e-6 }).budget);
  assert.deepEqual(ledger.remaining, { epsilon: 1, delta: 1e-6 });
  let while_ = 0;
  await logstar.median(new Float64Array(1e6), {
    ...{ ...options, ledger },
    onProgress: ({ stage }) => {
      if (stage === "computing") while_ = ledger.spent.epsilon;
    },
  });
  assert.equal(while_, 0.1);
  assert.equal(ledger.spent.epsilon, 0.1);
});

test("a ledger is saved there and resumed here, and the other way round", async () => {
  const there = await new logstar.Ledger({ epsilon: 1 });
  const { record } = await logstar.median(values, { ...options, ledger: there });
  const here = direct.Ledger.fromJSON(await there.toJSON());
  assert.deepEqual(here.spent, there.spent);
  assert.deepEqual(here.entries[0].record, record);
  direct.median(values, { ...options, ledger: here });
  const again = await logstar.Ledger.fromJSON(JSON.stringify(here));
  assert.deepEqual(again.spent, here.spent);
  assert.deepEqual(await again.entries, here.entries);
  await assert.rejects(logstar.Ledger.fromJSON({}), { name: "TypeError", message: /saved ledger/ });
});

test("parts cost their maximum, and steps are paid for at once", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  const sides = await ledger.parallel("side", "towns lie in one of them");
  const [north, south] = [sides.part("north"), sides.part("south")];
  await logstar.median(values, { ...options, ledger: north });
  await logstar.median(values, { ...options, ledger: south });
  assert.equal(ledger.spent.epsilon, 0.1);
  const steps = await ledger.steps("three", { steps: 3, epsilon: 0.3 });
  assert.equal(ledger.spent.epsilon, 0.4);
  const { epsilon } = steps.perStep;
  await logstar.median(values, { ...options, epsilon, ledger: steps });
  assert.equal(await steps.remaining, 2);
  assert.equal(ledger.spent.epsilon, 0.4);
  assert.equal((await ledger.entries)[2].records.length, 1);
});

// What cannot be read is found on its way to the worker. A refusal that only the data can cause, before
// the charge, would tell of them for free: few rows, or a worker with nothing else to do, must not matter.
test("rows that throw when they are read fail after the charge, few or many, in turn or at once", async () => {
  for (const length of [10, 100]) {
    for (const isBusy of [false, true]) {
      const ledger = await new logstar.Ledger({ epsilon: 1, delta: 1e-6 });
      const rows = Array.from({ length }, (_, user) => ({ user, item: "a" }));
      const get = () => {
        throw new RangeError("no such item");
      };
      Object.defineProperty(rows[5], "item", { enumerable: true, get });
      const before = isBusy ? logstar.median(new Float64Array(1e5), { epsilon: 1 }) : undefined;
      const asked = { k: 1, epsilon: 1, delta: 1e-6, perUser: 1, ledger };
      const answer = logstar.topK(rows, asked);
      await assert.rejects(answer, { name: "RangeError", message: /^no such item/ });
      await before;
      assert.equal(ledger.spent.epsilon, 1, `${length} rows, ${isBusy}`);
    }
  }
});

test("a disposed ledger cannot be charged, so nothing runs on it", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  await ledger.dispose();
  await assert.rejects(logstar.median(values, { ...options, ledger }), {
    name: "TypeError",
    message: /disposed of/,
  });
});

test("a refusal there is one here: its class, what was asked and what is left", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 0.5 });
  await assert.rejects(logstar.laplaceCount(7, { epsilon: 1, ledger }), (error) => {
    assert.ok(error instanceof direct.BudgetExceeded);
    assert.deepEqual(error.asked, { epsilon: 1, delta: 0 });
    assert.deepEqual(error.left, { epsilon: 0.5, delta: 0 });
    return true;
  });
});
