// `spend` with the functions of a worker: the charge is in the store before the worker reads or draws.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import * as direct from "../../dist/index.js";
import { connect, integers } from "../../dist/worker.js";
import { before as beforeWrite, careless, storeWith } from "./memory-store.mjs";
import { calls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

const { Ledger, spend } = direct;
const thread = () => new Worker(new URL("../../dist/worker-thread.js", import.meta.url));
let logstar;

before(async () => {
  await direct.load();
  logstar = await connect();
});
after(() => logstar.dispose());

const values = Float64Array.from({ length: 99 }, (_, i) => i);
const domain = integers(0, 99);

/** A store that does something after its write number `place`, from 0. */
function afterWrite(store, place, work) {
  let writes = 0;
  const write = async (...all) => {
    const isWritten = await store.write(...all);
    if (writes++ === place) await work();
    return isWritten;
  };
  return { ...store, write };
}

/** A store whose first two writes wait for each other: both have read before one of them writes. */
function meeting(store) {
  const arrived = [];
  const write = async (...all) => {
    if (arrived.length < 2) {
      await new Promise((go) => {
        arrived.push(go);
        if (arrived.length === 2) for (const one of arrived) one();
      });
    }
    return store.write(...all);
  };
  return { ...store, write };
}

/** How much two workers are granted of a budget of epsilon 1, which both want 0.6 of at once. */
async function grantedOf(kept) {
  const store = meeting(kept);
  const workers = [await connect(), await connect()];
  const ask = (worker) =>
    spend(store, (ledger) => worker.median(values, { epsilon: 0.6, domain, ledger }));
  const asked = await Promise.allSettled(workers.map(ask));
  for (const worker of workers) worker.dispose();
  for (const { reason } of asked) {
    assert.ok(reason === undefined || reason.name === "BudgetExceeded", reason?.stack);
  }
  return 0.6 * asked.filter(({ status }) => status === "fulfilled").length;
}

test("two workers at once never spend more than the budget", async () => {
  assert.equal(await grantedOf(await storeWith()), 0.6);
});

test("two workers at once overspend in a store that does not compare", async () => {
  assert.equal(await grantedOf(careless(await storeWith())), 1.2);
});

test("a worker draws after the charge is in the store, and its record joins the entry", async () => {
  const store = await storeWith();
  const stages = [];
  const onProgress = ({ stage, step, steps }) =>
    stages.push([stage, `${step}/${steps}`, store.saved().entries.length]);
  const { record } = await spend(store, (ledger) =>
    logstar.median(values, { epsilon: 0.5, domain, ledger, onProgress }),
  );
  assert.deepEqual(stages, [
    ["sent", "1/5", 0],
    ["received", "2/5", 0],
    ["charged", "3/5", 1],
    ["computing", "4/5", 1],
    ["done", "5/5", 1],
  ]);
  assert.deepEqual(store.saved().entries[0].record, JSON.parse(JSON.stringify(record)));
});

test("a lost race is tried again before the draw, and refused if too little is left", async () => {
  const store = await storeWith();
  const other = (epsilon) => () =>
    spend(store, (ledger) => direct.median(values, { epsilon, ledger }));
  const ask = (epsilon, work) =>
    spend(beforeWrite(store, 0, work), (ledger) =>
      logstar.median(values, { epsilon, domain, ledger }),
    );
  await ask(0.25, other(0.25));
  await assert.rejects(ask(0.5, other(0.25)), { name: "BudgetExceeded" });
  const charged = store.saved().entries.map(({ asked, record }) => [asked.epsilon, record.epsilon]);
  assert.deepEqual(charged, [
    [0.25, 0.25],
    [0.25, 0.25],
    [0.25, 0.25],
  ]);
  // The refused task is gone: the worker goes on with the next one.
  assert.equal((await logstar.laplaceCount(7, { epsilon: 9 })).record.epsilon, 9);
});

test("a worker that ends between the charge and the answer loses the charge, and no budget comes back", async () => {
  const store = await storeWith();
  let running;
  const dying = await connect({
    worker: () => {
      running = thread();
      return running;
    },
  });
  const killing = afterWrite(store, 0, () => running.terminate());
  const ask = (on) => spend(on, (ledger) => dying.median(values, { epsilon: 0.6, domain, ledger }));
  await assert.rejects(ask(killing), { name: "WorkerStopped" });
  assert.equal(store.saved().spent.epsilon, 0.6);
  assert.equal(store.saved().entries[0].record, undefined);
  await assert.rejects(ask(store), { name: "BudgetExceeded" });
  dying.dispose();
});

test("a call that is cancelled while its charge is written keeps the charge, and draws nothing", async () => {
  const store = await storeWith();
  const controller = new AbortController();
  const cancelling = beforeWrite(store, 0, () => controller.abort());
  const stages = [];
  const asked = spend(cancelling, (ledger) =>
    logstar.median(values, {
      ...{ epsilon: 0.6, domain, ledger, signal: controller.signal },
      onProgress: ({ stage }) => stages.push(stage),
    }),
  );
  await assert.rejects(asked, { name: "AbortError" });
  assert.equal(store.saved().spent.epsilon, 0.6);
  assert.deepEqual(stages, ["sent", "received", "charged"]);
});

test("a charge that cannot be written stops the worker before it draws", async () => {
  const store = await storeWith();
  const failing = beforeWrite(store, 0, () => {
    throw new Error("the disk is full");
  });
  const asked = spend(failing, (ledger) =>
    logstar.median(values, { epsilon: 0.6, domain, ledger }),
  );
  await assert.rejects(asked, /^Error: the disk is full$/);
  assert.equal(store.saved().entries.length, 0);
});

test("parts and declared steps pay for answers of a worker as for direct ones", async () => {
  const ask = async (library, ledger, { inAsk }) => {
    const part = ledger.parallel("region", "people are counted where they live").part("north");
    await inAsk(() => library.median(values, { epsilon: 0.3, domain, ledger: part }));
    const steps = await ledger.steps("weekly", { steps: 3, epsilon: 0.3, delta: 1e-7 });
    const { epsilon } = steps.perStep;
    await inAsk(() => library.laplaceCount(9, { epsilon, ledger: steps }));
    return steps.remaining;
  };
  const store = await storeWith();
  const left = await spend(store, (ledger) =>
    ask(logstar, ledger, { inAsk: (call) => ledger.ask(call) }),
  );
  const usual = new Ledger({ epsilon: 1, delta: 1e-6 });
  assert.equal(left, await ask(direct, usual, { inAsk: (call) => call() }));
  const terms = ({ entries }) => entries.map(({ record, records, ...entry }) => entry);
  assert.deepEqual(terms(store.saved()), terms(JSON.parse(JSON.stringify(usual))));
  assert.equal(store.saved().entries[1].records.length, 1);
});

/** The other calls that are refused have functions among their arguments. */
const refusals = { TopKSession: /^ledger of a session must be a Ledger/ };

/** The class or function of a call, of a worker. */
const remoteOf = (name, { on }) => on?.(logstar) ?? logstar[name.split(",")[0]];

for (const [name, call] of Object.entries({ ...calls, ...memberCalls })) {
  if (call.ledger === undefined) continue;
  test(`${name} of a worker is charged in the store once, as with a Ledger, or refused`, async () => {
    const whole = { epsilon: 1e4, delta: 0.9 };
    const store = await storeWith(whole);
    const on = (of, ledger) => {
      const given = call.args();
      given[call.ledger] = { ...given[call.ledger], ledger };
      return of(...given);
    };
    const spent = spend(store, (ledger) => on(remoteOf(name, call), ledger));
    const refused = await spent.then(
      () => {},
      ({ message }) => message,
    );
    if (refused !== undefined) {
      assert.match(refused, refusals[name] ?? /functions do not cross to the worker$/);
      return assert.equal(store.texts.length, 1);
    }
    const usual = new Ledger(whole);
    on(call.of, usual);
    const terms = ({ charged, mechanism, record }) => ({ charged, mechanism, made: !!record });
    assert.deepEqual(store.saved().entries.map(terms), usual.entries.map(terms));
  });
}
