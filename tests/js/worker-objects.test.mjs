// Monitors, sessions and errors through the worker.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import * as direct from "../../dist/index.js";
import { connect, integers, WorkerStopped } from "../../dist/worker.js";

const delta = 1e-6;
let logstar;

before(async () => {
  await direct.load();
  logstar = await connect();
});
after(() => logstar.dispose());

const ofFive = { domain: integers(0, 9) };

test("an AboveThreshold in the worker answers, returns its state, saves, resumes and is disposed of", async () => {
  const watch = await new logstar.AboveThreshold({ threshold: 100, epsilon: 5, maxAnswers: 2 });
  assert.match(watch.record.mechanism, /AboveThreshold/);
  assert.equal(await watch.ask(0), false);
  assert.equal(await watch.ask(500), true);
  assert.equal(await watch.answersLeft, 1);
  assert.equal(await watch.exhausted, false);
  const saved = await watch.toJSON();
  const resumed = await logstar.AboveThreshold.fromJSON(JSON.stringify(saved));
  assert.deepEqual(resumed.record, watch.record);
  assert.equal(await resumed.ask(500), true);
  await assert.rejects(resumed.ask(500), {
    name: "BudgetExceeded",
    message: /this AboveThreshold is exhausted/,
  });
  await watch.dispose();
  await watch.dispose();
  const gone = { name: "TypeError", message: /disposed of/ };
  await assert.rejects(watch.ask(1), gone);
  await assert.rejects(watch.exhausted, gone);
});

test("a ThresholdMonitor in the worker counts contributions, also of rows that were sent", async () => {
  const options = { threshold: 50, perRecord: 3, epsilon: 5, delta };
  for (const data of [{ records: 400 }, { rows: Array(400).fill({ age: 5 }) }]) {
    const watch = await new logstar.ThresholdMonitor({ ...options, ...data });
    assert.equal(await watch.ask(new Uint8Array(400)), false);
    assert.equal(await watch.ask(Array(400).fill(true)), true);
    const again = await logstar.ThresholdMonitor.fromJSON(await watch.toJSON(), { records: 400 });
    assert.equal(await again.ask(new Uint8Array(400).fill(1)), true);
  }
});

test("a HeavyHitterMonitor in the worker reports items of many users", async () => {
  const watch = await logstar.HeavyHitterMonitor({ perUser: 2, steps: 5, epsilon: 5, delta });
  const holdings = new Map(Array.from({ length: 500 }, (_, user) => [user, "a"]));
  assert.deepEqual(await watch.step(holdings), ["a"]);
  const again = await logstar.HeavyHitterMonitor.fromJSON(await watch.toJSON());
  assert.deepEqual(await again.step([...holdings]), ["a"]);
});

test("a TopKSession in the worker charges for returned items", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 4, delta: 4e-6 });
  const terms = { outcomes: 8, calls: 2, epsilon: 2, delta, ledger };
  const session = await new logstar.TopKSession(terms);
  const whole = ledger.spent.epsilon;
  assert.ok(whole > 1.9, `${whole}`);
  const { items } = await session.topK(Array(900).fill("a"), { k: 1 });
  assert.deepEqual(items, [{ item: "a" }]);
  assert.deepEqual(await session.remaining, { outcomes: 7, calls: 1 });
  await session.dispose();
  assert.ok(ledger.spent.epsilon < whole / 2, "what did not come back is given back");
  assert.equal((await ledger.entries)[0].records.length, 1);
});

test("a SliceSession takes slices and computes on them", async () => {
  const values = Float64Array.from({ length: 4000 }, (_, i) => i % 100);
  const session = await new logstar.SliceSession(values, {
    domain: integers(0, 99),
    slices: 2,
    compute: { epsilon: 5 },
    delta,
  });
  assert.equal(session.loss.delta, delta);
  const low = await session.slice({ length: 1000, from: "low" });
  const high = await session.slice({ length: 1000, from: "high" });
  assert.ok((await session.median(low)).value < 30);
  assert.ok((await session.quantile(high, 0.5, { epsilon: 4 })).value > 70);
  await assert.rejects(session.median({}), { name: "TypeError", message: /slice must be one of/ });
});

/** The names of an object's members, of its classes too. */
function membersOf(object) {
  if (object === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(object), ...membersOf(Object.getPrototypeOf(object))];
}

test("an object in the worker has every member of its class except those for mechanisms, as a promise if it can change", async () => {
  const terms = { epsilon: 1, delta };
  const made = {
    AboveThreshold: [{ threshold: 5, epsilon: 1 }],
    ThresholdMonitor: [{ threshold: 5, perRecord: 1, ...terms, records: 9 }],
    HeavyHitterMonitor: [{ perUser: 1, steps: 1, ...terms }],
    TopKSession: [{ outcomes: 5, calls: 2, ...terms }],
    SliceSession: [[1, 2], { ...ofFive, slices: 1, compute: { epsilon: 1 }, delta }],
    RowSliceSession: [
      [{ age: 1 }],
      { user: null, slices: 1, sessions: 2, compute: { epsilon: 1 }, delta: 0 },
    ],
    Ledger: [{ epsilon: 1 }],
  };
  const classes = Object.keys(logstar).filter((name) => /^[A-Z]/.test(name));
  assert.deepEqual(classes.sort(), Object.keys(made).sort());
  const pairs = [];
  for (const [name, args] of Object.entries(made)) {
    pairs.push([new direct[name](...args), await new logstar[name](...args)]);
  }
  const ledgers = pairs.at(-1);
  const steps = { steps: 2, epsilon: 0.5 };
  pairs.push([ledgers[0].steps("two", steps), await ledgers[1].steps("two", steps)]);
  const slice = { length: 1, from: "low" };
  const [here, there] = pairs[4];
  pairs.push([here.slice(slice), await there.slice(slice)]);
  const lost = [];
  for (const [object, remote] of pairs) {
    for (const name of membersOf(object)) {
      const isThere = name in remote;
      if (!isThere) lost.push(`${object.constructor.name}.${name}`);
      else if (typeof object[name] === "function") assert.equal(typeof remote[name], "function");
      else assert.deepEqual(await remote[name], object[name], name);
    }
  }
  assert.deepEqual(lost, ["Ledger.charge", "Ledger.openSession", "LedgerSteps.charge"]);
  const atOnce = pairs.map(([, remote]) =>
    Object.keys(remote).filter((name) => typeof remote[name] !== "function"),
  );
  assert.deepEqual(atOnce, [
    ...[["record"], ["record"], ["record"], [], ["loss"], [], [], ["perStep"], []],
  ]);
});

test("errors from the worker keep class, name, message and fields", async () => {
  const cases = [
    ["median", [[1], { epsilon: -1 }]],
    ["median", [["text"], { epsilon: 1 }]],
    ["median", [[1], { epsilon: 1, epsilonn: 2 }]],
    ["median", [[1], undefined]],
    ["median", [new DataView(new ArrayBuffer(8)), { epsilon: 1 }]],
    ["quantile", [[1], 2, { epsilon: 1 }]],
    ["topK", ["text", { k: 1, epsilon: 1, delta }]],
    ["learnThreshold", [{ x: [1], y: [2], epsilon: 1, ...ofFive }]],
    ["learnThreshold", [null]],
  ];
  for (const [name, args] of cases) {
    let expected;
    try {
      direct[name](...args);
    } catch (error) {
      expected = error;
    }
    await assert.rejects(logstar[name](...args), (error) => {
      assert.equal(error.constructor, expected.constructor, error.message);
      assert.equal(error.message, expected.message);
      assert.deepEqual({ ...error }, { ...expected });
      return true;
    });
  }
});

test("a BudgetExceeded error has the requested and the remaining loss, in the worker and directly", async () => {
  const request = { epsilon: 2 };
  const refusal = (error) => {
    assert.ok(error instanceof direct.BudgetExceeded);
    assert.deepEqual(error.asked, { epsilon: 2, delta: 0 });
    assert.deepEqual(error.left, { epsilon: 1, delta: 0 });
    return true;
  };
  const here = new direct.Ledger({ epsilon: 1 });
  assert.throws(() => direct.median([1], { ...request, ledger: here }), refusal);
  const there = await new logstar.Ledger({ epsilon: 1 });
  await assert.rejects(logstar.median([1], { ...request, ledger: there }), refusal);
  const session = { outcomes: 4, calls: 1, epsilon: 8, delta: 0.5, ledger: here };
  assert.throws(
    () => new direct.TopKSession(session),
    ({ asked, left }) => asked.epsilon > 7.9 && asked.delta > 0 && left.epsilon === 1,
  );
  const steps = here.steps("one", { steps: 1, epsilon: 0.5 });
  assert.throws(
    () => direct.median([1], { epsilon: 1, ledger: steps }),
    ({ asked, left }) => asked.epsilon === 1 && left.epsilon === steps.perStep.epsilon,
  );
});

test("arguments that cannot cross are rejected with an explanation", async () => {
  const refused = { name: "TypeError", message: /functions do not cross to the worker/ };
  await assert.rejects(
    logstar.quasiConcaveMax(() => 1, { grid: [1, 2], epsilon: 1 }),
    refused,
  );
  const rules = [{ predict: () => 1 }];
  await assert.rejects(logstar.learnSemiPrivate({ x: [1], y: [1], rules, epsilon: 1 }), refused);
  const watch = await new logstar.ThresholdMonitor({
    ...{ threshold: 5, perRecord: 1, epsilon: 1, delta, records: 9 },
  });
  await assert.rejects(
    watch.ask(() => true),
    refused,
  );
  await assert.rejects(logstar.topK(Array(99).fill(Symbol("s")), { k: 1, epsilon: 1, delta }), {
    name: "TypeError",
    message: "values must hold what can cross to the worker, got a symbol among it",
  });
  const ledger = new direct.Ledger({ epsilon: 1 });
  await assert.rejects(logstar.median([1], { epsilon: 1, ledger }), {
    name: "TypeError",
    message: /ledger must be a Ledger/,
  });
});

test("options of the worker's call itself are checked", async () => {
  const options = { epsilon: 1, ...ofFive };
  await assert.rejects(logstar.median([1], { ...options, signal: 5 }), /signal must be/);
  await assert.rejects(logstar.median([1], { ...options, onProgress: 5 }), /onProgress must be/);
  await assert.rejects(logstar.median([1], { ...options, transfer: 5 }), /transfer must be/);
  const none = { signal: undefined, onProgress: undefined, transfer: undefined };
  assert.equal((await logstar.median([1], { epsilon: 50, ...ofFive, ...none })).value, 1);
  await assert.rejects(connect({ workers: 5 }), /did you mean worker/);
  await assert.rejects(connect({ worker: 5 }), /worker must be a function/);
});

test("the worker too rejects a platform without random bits", async () => {
  const worker = () => new Worker(new URL("./worker/without-entropy.mjs", import.meta.url));
  await assert.rejects(connect({ worker }), { name: "EntropyUnavailable" });
});

test("a worker that fails or cannot start is reported, and the next call gets a new one", async () => {
  const missing = () => new Worker(new URL("./worker/no-such-file.mjs", import.meta.url));
  await assert.rejects(connect({ worker: missing }), WorkerStopped);
  let last;
  const worker = () => (last = new Worker(new URL("../../dist/worker-thread.js", import.meta.url)));
  const other = await connect({ worker });
  const ledger = await new other.Ledger({ epsilon: 1 });
  await other.median([1], { epsilon: 0.25, ledger });
  const values = new Float64Array(3e6);
  const failing = other.median(values, {
    ...{ epsilon: 0.25, ledger },
    onProgress: ({ stage }) => stage === "charged" && last.terminate(),
  });
  await assert.rejects(failing, { name: "WorkerStopped", message: /it ended by itself/ });
  await other.median([1], { epsilon: 0.25, ledger });
  assert.equal(ledger.spent.epsilon, 0.75);
  other.dispose();
});
