// Every function, object, part and step that a ledger of `spend` pays for is paid for as by a Ledger.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { watchCalls } from "../../dist/core/load.js";
import { AboveThreshold, Ledger, load, median, spend, TopKSession } from "../../dist/index.js";
import { storeWith } from "./memory-store.mjs";
import { calls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

before(() => load());

/** Calls of the core that draw, as in web/worker/host.ts. */
const draws = /^(draw|ask|step$|take$|compute$|boundEvents|create(?!Ledger))/;

const values = Array.from({ length: 99 }, (_, i) => i);

test("parts and declared steps are charged in the store as in a Ledger", async () => {
  const store = await storeWith();
  const why = "people are counted where they live";
  const plan = { steps: 3, epsilon: 0.3, delta: 1e-7, kind: "bounded-range" };
  const ask = async (ledger, over) => {
    for (const name of ["north", "south"]) {
      const part = over.parallel("region", why).part(name);
      await ledger(() => median(values, { epsilon: 0.3, ledger: part, abstain: false }));
    }
    const weekly = await over.steps("weekly", plan);
    for (const left of [2, 1]) {
      const { epsilon } = weekly.perStep;
      await ledger(() => median(values, { epsilon, ledger: weekly, abstain: false }));
      assert.equal(weekly.remaining, left);
    }
  };
  await spend(store, (ledger) => ask((call) => ledger.ask(call), ledger));
  const usual = new Ledger({ epsilon: 1, delta: 1e-6 });
  await ask((call) => call(), usual);
  assert.deepEqual(store.saved(), JSON.parse(JSON.stringify(usual)));
});

test("an object that is charged when it is made is made in ledger.ask, and a session is refused", async () => {
  const store = await storeWith();
  const monitor = await spend(
    store,
    (ledger) => new AboveThreshold({ threshold: 10, epsilon: 0.5, ledger }),
  );
  assert.equal(typeof monitor.ask(3), "boolean");
  assert.equal(store.saved().spent.epsilon, 0.5);
  const session = { epsilon: 0.1, delta: 1e-7, outcomes: 1, calls: 1 };
  await assert.rejects(
    spend(store, (ledger) => new TopKSession({ ...session, ledger })),
    /^TypeError: ledger of a session must be a Ledger or a part of one/,
  );
});

for (const [name, { of, args, ledger: place }] of Object.entries({ ...calls, ...memberCalls })) {
  if (place === undefined) continue;
  test(`${name} is charged in the store before its data are read, as with a Ledger`, async () => {
    const whole = { epsilon: 1e4, delta: 0.9 };
    const store = await storeWith(whole);
    const usual = new Ledger(whole);
    const on = (ledger) => {
      const given = args();
      given[place] = { ...given[place], ledger };
      return of(...given);
    };
    const charged = [];
    watchCalls((called) => {
      if (draws.test(called)) charged.push(store.saved().entries.length);
    });
    const spent = spend(store, on);
    if (name === "TopKSession") return assert.rejects(spent, /: ledger of a session must be/);
    await spent;
    watchCalls(() => {});
    assert.ok(charged.length > 0 && charged.every((entries) => entries === 1), `${charged}`);
    on(usual);
    assert.deepEqual(
      store.saved().entries.map(({ charged, mechanism }) => ({ charged, mechanism })),
      usual.entries.map(({ charged, mechanism }) => ({ charged, mechanism })),
    );
  });
}
