// RowSliceSession in the worker with its rows: after they have moved there, only names of columns and answers cross.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import * as direct from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { connect } from "../../dist/worker.js";
import { storeWith } from "./memory-store.mjs";

const { integers, spend } = direct;
let logstar;
/** the messages of both sides */
let crossed = [];

/** A worker whose messages are seen. */
function watched() {
  const worker = new Worker(new URL("./worker/seeded-thread.mjs", import.meta.url));
  const { postMessage } = worker;
  worker.postMessage = (message, moved) => {
    crossed.push(structuredClone(message));
    postMessage.call(worker, message, moved);
  };
  worker.on("message", (message) => crossed.push(message));
  return worker;
}

before(async () => {
  await loadForTesting({ seed: 7 });
  logstar = await connect({ worker: watched });
});
after(() => logstar.dispose());

const size = 600;
const columns = () => ({
  id: Uint32Array.from({ length: size }, (_, i) => i % 200),
  income: Float64Array.from({ length: size }, (_, i) => (i * 79) % 600),
  age: Uint8Array.from({ length: size }, (_, i) => i % 100),
  city: Array.from({ length: size }, (_, i) => ["north", "south", "south"][i % 3]),
});
const terms = { slices: 4, compute: { epsilon: 4, delta: 1e-7 }, delta: 1e-3 };
const ages = integers(0, 120);

/** What a caller does who names columns only, with its answers. */
async function conversation(library, user, controls = {}) {
  const ledger = await new library.Ledger({ epsilon: 200, delta: 0.01 });
  const options = { ...terms, user, ledger, ...controls };
  const session = await new library.RowSliceSession(columns(), options);
  const cut = { by: "income", length: 50, ...(user && { perUser: "sum" }) };
  const low = await session.slice({ ...cut, from: "low" });
  const table = await low.table;
  const middle = await table.median("age", { epsilon: 1, domain: ages });
  const high = await session.slice({ ...cut, from: "high", length: middle.value > 0 ? 60 : 61 });
  const first = { k: 1, epsilon: 1, delta: 1e-7, perUser: 1 };
  const common = await (await high.table).topK("city", first);
  const later = await (await low.table).count({ epsilon: 0.5 });
  return {
    ...{ loss: session.loss, record: session.record, middle, common, later },
    left: await (await high.ledger).remaining,
    ...{ spent: ledger.spent, entries: await ledger.entries, saved: await session.toJSON() },
  };
}

for (const user of [null, "id"]) {
  test(`a session in the worker with its rows, user ${user}, answers exactly as directly, records included`, async () => {
    const expected = await conversation(direct, user);
    assert.deepEqual(await conversation(logstar, user, { transfer: true }), expected);
  });
}

/** The longest list or array in messages. */
function longest(value) {
  if (typeof value !== "object" || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.length;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value)
    .map(longest)
    .reduce((one, other) => Math.max(one, other), own);
}

test("once rows have moved, no cut and no question sends or returns as many values as there are rows or people in a slice", async () => {
  const ask = async (controls) => {
    const session = await new logstar.RowSliceSession(columns(), {
      ...terms,
      user: null,
      ...controls,
    });
    crossed = [];
    const slice = await session.slice({ by: "income", from: "low", length: 150 });
    await (await slice.table).median("age", { epsilon: 1, domain: ages });
    return longest(crossed);
  };
  assert.ok((await ask({ transfer: true })) < 20);
  assert.equal(await ask({}), size, "control: rows on this side send a key for each");
});

test("numbers move with the rows, and the caller's are empty afterwards", async () => {
  const rows = columns();
  await new logstar.RowSliceSession(rows, { ...terms, user: null, transfer: true });
  assert.deepEqual([rows.income.length, rows.age.length, rows.city.length], [0, 0, size]);
});

test("a session in the worker with its rows never returns who is in a slice", async () => {
  const session = await logstar.RowSliceSession(columns(), {
    ...terms,
    user: null,
    transfer: true,
  });
  const slice = await session.slice({ by: "income", from: "low", length: 5 });
  assert.deepEqual(
    ["rows", "column", "people"].filter((name) => name in slice),
    [],
  );
  assert.equal("slices" in session, false);
});

test("a ledger of spend pays once for a session in the worker with its rows, and gets each record", async () => {
  const store = await storeWith({ epsilon: 100, delta: 1e-2 });
  await spend(store, async (ledger) => {
    const options = { ...terms, user: "id", ledger, transfer: true };
    const session = await logstar.RowSliceSession(columns(), options);
    const [spent, { loss }] = [ledger.spent, session];
    assert.equal(spent.epsilon.toPrecision(10), loss.epsilon.toPrecision(10));
    const cut = { by: "income", from: "low", length: 5, perUser: "min" };
    const table = await (await session.slice(cut)).table;
    await table.mean("age", { epsilon: 1, domain: ages });
    await table.count({ epsilon: 1 });
  });
  const { entries } = store.saved();
  assert.deepEqual(
    entries.map(({ records }) => records.length),
    [2],
  );
});

test("public mistakes about rows that have moved reject before the charge, those of values after it", async () => {
  const cases = [
    [columns(), { user: "no" }, /^user must be a column of the rows/, 0],
    [columns(), { user: null, slices: 0 }, /^slices must be/, 0],
    [5, { user: null }, /^rows must be an array of objects, an object of columns/, 0],
    [{ id: [{ of: 1 }] }, { user: "id" }, /^users must hold items that are text/, 1],
  ];
  for (const [rows, options, message, isCharged] of cases) {
    const ledger = await new logstar.Ledger({ epsilon: 50, delta: 0.01 });
    const given = { ...terms, ...options, ledger, transfer: true };
    await assert.rejects(new logstar.RowSliceSession(rows, given), { message });
    assert.equal(ledger.spent.epsilon > 0, isCharged === 1);
  }
  const session = await new logstar.RowSliceSession(columns(), {
    ...terms,
    user: null,
    transfer: true,
  });
  const cut = { from: "low", length: 1 };
  await assert.rejects(session.slice({ ...cut, by: "no" }), {
    message: /^by must be a column of the rows/,
  });
  await assert.rejects(session.slice({ ...cut, by: ({ age }) => age }), {
    message: "by must not be a function: functions do not cross to the worker",
  });
});

test("a session in the worker with its rows goes on from its saved state where its rows are, and ends with its worker", async () => {
  const own = await connect();
  try {
    const session = await own.RowSliceSession(columns(), { ...terms, user: null, transfer: true });
    await session.slice({ by: "income", from: "low", length: 5 });
    const saved = JSON.stringify(await session.toJSON());
    const again = direct.RowSliceSession.fromJSON(saved, columns());
    assert.deepEqual([...again.slices[0].column("income").toArray()].sort(), [0, 1, 2, 3, 4]);
    const stop = new AbortController();
    const onProgress = ({ stage }) => stage === "received" && stop.abort();
    const cut = { by: "age", from: "low", length: 9, signal: stop.signal, onProgress };
    await assert.rejects(session.slice(cut), { name: "AbortError" });
    await assert.rejects(session.restart(), { name: "WorkerStopped" });
  } finally {
    own.dispose();
  }
});
