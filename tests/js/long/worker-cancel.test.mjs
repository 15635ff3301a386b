// Cancelling a call: its charge, the calls that continue, and the calls that end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, integers, WorkerStopped } from "../../../dist/worker.js";

let logstar;

before(async () => {
  logstar = await connect();
});
after(() => logstar.dispose());

const many = new Float64Array(1e7).map((_, i) => i);
const few = { domain: integers(0, 9), epsilon: 0.125 };

/** Options that cancel the call at a stage. */
function cancelAt(stage, reason) {
  const controller = new AbortController();
  const onProgress = (progress) => {
    if (progress.stage === stage) controller.abort(reason);
  };
  return { signal: controller.signal, onProgress };
}

test("a long call cancelled in the middle is charged once, and the ledger continues unchanged", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  const part = (await ledger.parallel("town", "towns")).part("north");
  const { record } = await logstar.median([1, 2], { ...few, ledger });
  const cancelled = logstar.median(many, { epsilon: 0.25, ledger, ...cancelAt("computing") });
  await assert.rejects(cancelled, { name: "AbortError" });
  assert.equal(ledger.spent.epsilon, 0.375);
  const entries = await ledger.entries;
  assert.deepEqual(
    entries.map(({ asked }) => asked.epsilon),
    [0.125, 0.25],
  );
  assert.deepEqual(entries[0].record, record, "records are kept");
  assert.equal(entries[1].record, undefined, "there is no answer to a cancelled call");
  assert.equal(
    (await logstar.median([5, 5], { ...few, epsilon: 0.5, ledger })).record.epsilon,
    0.5,
  );
  await assert.rejects(logstar.median([5], { ...few, epsilon: 0.25, ledger }), {
    name: "BudgetExceeded",
    left: { epsilon: 0.125, delta: 0 },
  });
  await logstar.median([5], { ...few, ledger: part });
  assert.equal(ledger.remaining.epsilon, 0);
});

test("a started call is charged, however early it is cancelled", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  for (const stage of ["sent", "received", "charged"]) {
    const before = ledger.spent.epsilon;
    const call = logstar.median(many, { epsilon: 0.25, ledger, ...cancelAt(stage) });
    await assert.rejects(call, { name: "AbortError" });
    assert.equal(ledger.spent.epsilon, before + 0.25, stage);
  }
  assert.equal((await ledger.entries).length, 3);
});

test("a call that has not started costs nothing and stops nothing", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1 });
  const watch = await new logstar.AboveThreshold({ threshold: 5, epsilon: 1 });
  const controller = new AbortController();
  const running = logstar.median(many, { epsilon: 0.25, ledger });
  const waiting = logstar.median(many, { epsilon: 0.25, ledger, signal: controller.signal });
  controller.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  const late = { epsilon: 0.25, ledger, signal: AbortSignal.abort() };
  await assert.rejects(logstar.median(many, late), { name: "AbortError" });
  await running;
  assert.equal(ledger.spent.epsilon, 0.25);
  assert.equal(await watch.ask(-500), false, "objects live on");
});

test("the rejection is the signal's reason", async () => {
  const reason = new Error("another slider position");
  await assert.rejects(
    logstar.median(many, { epsilon: 1, ...cancelAt("computing", reason) }),
    reason,
  );
  const signal = AbortSignal.timeout(1);
  await assert.rejects(logstar.median(many, { epsilon: 1, signal }), { name: "TimeoutError" });
});

test("waiting calls continue in the next worker", async () => {
  const cancelled = logstar.median(many, { epsilon: 1, ...cancelAt("computing") });
  const waiting = logstar.median([5, 5, 5], { ...few, epsilon: 20 });
  await assert.rejects(cancelled, { name: "AbortError" });
  assert.equal((await waiting).value, 5);
});

test("monitors, sessions and steps end with the worker with a clear error, and stay charged in full", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 4, delta: 1e-5 });
  const watch = await new logstar.AboveThreshold({ threshold: 5, epsilon: 1, ledger });
  const session = await new logstar.TopKSession({
    ...{ outcomes: 5, calls: 2, epsilon: 1, delta: 1e-6, ledger },
  });
  const steps = await ledger.steps("two", { steps: 2, epsilon: 0.5 });
  await session.topK(Array(900).fill("a"), { k: 1 });
  await logstar.median([1], { ...few, ledger: steps });
  const { spent } = ledger;
  const saved = await watch.toJSON();
  await assert.rejects(logstar.median(many, { epsilon: 1, ...cancelAt("computing") }), {
    name: "AbortError",
  });
  const gone = (error) =>
    error instanceof WorkerStopped && /because a call was cancelled/.test(error);
  await assert.rejects(watch.ask(1), gone);
  await assert.rejects(session.topK(["a"], { k: 1 }), gone);
  await assert.rejects(logstar.median([1], { ...few, ledger: steps }), gone);
  await session.dispose(); // no worker left to end
  assert.deepEqual(ledger.spent, spent);
  const entries = await ledger.entries;
  assert.deepEqual(
    entries.map(({ records, record }) => records?.length ?? (record ? "one" : 0)),
    [...["one", 1, 1]],
  );
  const again = await logstar.AboveThreshold.fromJSON(saved);
  assert.equal(await again.ask(900), true);
  const rest = await ledger.steps("two", { steps: 2, epsilon: 0.5 }); // the remaining steps
  assert.equal(await rest.remaining, 1);
  assert.deepEqual(ledger.spent, spent);
});

test("the next worker's ledgers equal the last one's, to the last digit and record", async () => {
  const options = { epsilon: 3, delta: 1e-5, composition: "concentrated" };
  const first = await new logstar.Ledger(options);
  const north = (await first.parallel("town", "towns")).part("north");
  await logstar.median([1, 2], { ...few, ledger: north });
  const ledger = await logstar.Ledger.fromJSON(await first.toJSON());
  const coasts = await ledger.parallel("coast", "coasts");
  const [east, west] = [coasts.part("east"), coasts.part("west")];
  await logstar.median([1, 2], { ...few, epsilon: 0.1, ledger: east });
  await logstar.topK(Array(900).fill("a"), {
    ...{ k: 1, epsilon: 0.3, delta: 1e-6, ledger: west },
  });
  const terms = { outcomes: 4, calls: 3, epsilon: 0.4, delta: 1e-6, ledger };
  const session = await new logstar.TopKSession(terms);
  const rows = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? "a" : "b"));
  await session.topK(rows, { k: 2 });
  await session.topK([], { k: 1 }); // three draws in two calls, to distinguish the two numbers
  await session.dispose();
  const steps = await ledger.steps("two", { steps: 2, epsilon: 0.2 });
  await logstar.median([1], { ...few, epsilon: 0.05, ledger: steps });
  const before = [await first.toJSON(), await ledger.toJSON(), ledger.remaining];
  for (let i = 0; i < 2; ++i) {
    await assert.rejects(logstar.median(many, { epsilon: 1, ...cancelAt("computing") }), {
      name: "AbortError",
    });
    assert.deepEqual([await first.toJSON(), await ledger.toJSON(), ledger.remaining], before);
  }
});

test("a cancelled call of an object ends the object, whose charge stays", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 1, delta: 1e-6 });
  const session = await new logstar.TopKSession({
    ...{ outcomes: 5, calls: 2, epsilon: 1, delta: 1e-6, ledger },
  });
  const rows = Array.from({ length: 300_000 }, (_, i) => `${i}`);
  await assert.rejects(session.topK(rows, { k: 1, ...cancelAt("received") }), {
    name: "AbortError",
  });
  await assert.rejects(session.remaining, WorkerStopped);
  assert.ok(ledger.remaining.epsilon < 0.01);
});

test("a signal that outlives its call does nothing", async () => {
  const controller = new AbortController();
  await logstar.median([1], { ...few, signal: controller.signal });
  const watch = await new logstar.AboveThreshold({ threshold: 5, epsilon: 1 });
  controller.abort();
  assert.equal(await watch.ask(-500), false);
});
