// RowSliceSession through a worker: rows and the functions that read them here, noise and budgets there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import * as direct from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { connect } from "../../dist/worker.js";

const { integers } = direct;
const seeded = () => new Worker(new URL("./worker/seeded-thread.mjs", import.meta.url));
let logstar;

before(async () => {
  await loadForTesting({ seed: 7 });
  logstar = await connect({ worker: seeded });
});
after(() => logstar.dispose());

const people = Array.from({ length: 600 }, (_, i) => ({
  id: `u${i % 200}`,
  income: (i * 79) % 600,
  age: i % 100,
  city: ["north", "south", "south"][i % 3],
}));
const terms = { user: null, slices: 4, compute: { epsilon: 4, delta: 1e-7 }, delta: 1e-3 };
const ages = integers(0, 120);

/** The ledger has paid for the session, and nothing else, to the ten digits that it shows for sure. */
function assertPaid(ledger, { loss }) {
  assert.equal(ledger.spent.epsilon.toPrecision(10), loss.epsilon.toPrecision(10));
}

/** What a caller does with a session, with its answers: the same through both entries. */
async function conversation(library, rows, { columns = false, ...more } = {}) {
  const ledger = await new library.Ledger({ epsilon: 200, delta: 0.01 });
  const session = await new library.RowSliceSession(rows, { ...terms, ...more, ledger });
  const poorest = await session.slice(
    more.user === undefined
      ? { by: "income", from: "low", length: 150 }
      : { by: "income", perUser: "sum", from: "low", length: 50 },
  );
  const { value } = await poorest.table.median("age", { epsilon: 1, domain: ages });
  const income = ({ income }) => -income;
  const by = more.user === undefined ? income : (own) => Math.min(...own.map(income));
  const richest = await session.slice({ by, from: "low", length: value > 0 ? 60 : 61 });
  const rest = await richest.table
    .where(({ age }) => age > 20)
    .topK("city", { k: 1, epsilon: 1, delta: 1e-7, perUser: 1 });
  const counted = await library.count(
    {
      values: richest.column("age"),
      users: more.user === undefined ? null : richest.column("id"),
    },
    { epsilon: 0.5, ledger: richest.ledger },
  );
  // Later, on an older slice.
  const later = await poorest.table.count({ epsilon: 0.5 });
  return {
    ...{ loss: session.loss, record: session.record, value, rest, counted, later },
    rows: columns ? [] : [poorest.rows, richest.rows],
    left: await richest.ledger.remaining,
    spent: ledger.spent,
    entries: await ledger.entries,
    slices: (await session.slices).map((slice) => slice.column("age").toArray()),
    saved: await session.toJSON(),
  };
}

const forms = {
  objects: [people],
  columns: [
    {
      id: people.map(({ id }) => id),
      income: Float64Array.from(people, ({ income }) => income),
      age: Uint8Array.from(people, ({ age }) => age),
      city: people.map(({ city }) => city),
    },
    { columns: true },
  ],
  users: [people, { user: "id" }],
  "noisy lengths": [people, { sliceEpsilon: 0.5 }],
};

// First, and in turn through both, so that they draw the same bits.
for (const [form, given] of Object.entries(forms)) {
  test(`a session over ${form} answers through the worker exactly as directly, records included`, async () => {
    const expected = await conversation(direct, ...given);
    assert.deepEqual(await conversation(logstar, ...given), expected);
  });
}

test("a table through the worker is cut with its users, and pays for the session", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 20, delta: 0.01 });
  const table = logstar.table(people, { user: "id", ledger });
  const { user: _, ...of } = terms;
  const session = await table.slices({ ...of, compute: { epsilon: 1 } });
  assert.equal(session.record.protects, "users");
  assertPaid(ledger, session);
  const slice = await session.slice({ by: (own) => own.length, from: "low", length: 3 });
  assert.equal(slice.rows.length, 9);
  await assert.rejects(async () => table.where(() => true).slices(of), {
    message: "slices must be of a whole table, got one after where",
  });
});

test("calls that are not awaited are cut in their order, each from what the last one left", async () => {
  const session = await new logstar.RowSliceSession(people, { ...terms, sessions: 2 });
  const [first, second, , again] = await Promise.all([
    session.slice({ by: "income", from: "low", length: 2 }),
    session.slice({ by: "income", from: "low", length: 1 }),
    session.restart(),
    session.slice({ by: "income", from: "low", length: 1 }),
  ]);
  assert.deepEqual(
    [first, second, again].map((slice) => slice.rows.map(({ income }) => income).sort()),
    [[0, 1], [2], [0]],
  );
  await assert.rejects(session.restart(), direct.BudgetExceeded);
});

test("a slice through the worker refuses what is beyond its budget, and pays for pieces by number and by part", async () => {
  const session = await logstar.RowSliceSession(people, { ...terms, computes: 2 });
  const { ledger } = await session.slice({ by: "age", from: "high", length: 9 });
  assert.deepEqual(ledger.perStep, { epsilon: 4, delta: 1e-7, bound: "each" });
  for (const left of [1, 0]) {
    await logstar.laplaceCount(5, { epsilon: 4, ledger });
    assert.equal(await ledger.remaining, left);
  }
  await assert.rejects(logstar.laplaceCount(5, { epsilon: 4, ledger }), { name: "BudgetExceeded" });
  const whole = await new logstar.RowSliceSession(people, terms);
  const slice = await whole.slice({ by: "age", from: "high", length: 9 });
  const parts = await slice.ledger.parallel("city", "one a row");
  for (const city of ["north", "south"]) {
    const { record } = await logstar.laplaceCount(5, { epsilon: 4, ledger: parts.part(city) });
    assert.equal(record.epsilon, whole.loss.epsilon);
  }
  assert.deepEqual(await slice.ledger.remaining, { epsilon: 0, delta: 1e-7 });
  await assert.rejects(slice.table.count({ epsilon: 0.1 }), {
    name: "BudgetExceeded",
    left: { epsilon: 0, delta: 1e-7 },
  });
});

test("a session through the worker goes on from its saved state in another worker, and directly", async () => {
  const session = await new logstar.RowSliceSession(people, terms);
  const first = await session.slice({ by: "income", from: "low", length: 5 });
  await first.table.count({ epsilon: 3 });
  const saved = JSON.stringify(await session.toJSON());
  const other = await connect();
  try {
    for (const library of [other, direct]) {
      const again = await library.RowSliceSession.fromJSON(saved, people);
      const [old] = await again.slices;
      assert.deepEqual(old.rows, first.rows);
      assert.deepEqual(await old.ledger.remaining, { epsilon: 1, delta: 1e-7 });
      const next = await again.slice({ by: "income", from: "low", length: 1 });
      assert.deepEqual(
        next.rows.map(({ income }) => income),
        [5],
      );
    }
    await assert.rejects(other.RowSliceSession.fromJSON(saved, people.slice(1)), {
      name: "RangeError",
      message: "rows must be of as many as were saved, 600, got 599",
    });
  } finally {
    other.dispose();
  }
});

test("public mistakes reject before the charge, and those of rows after it, in the words of the main entry", async () => {
  const unreadable = [
    { age: 1 },
    {
      get age() {
        throw new Error("mine");
      },
    },
  ];
  const cases = [
    [people, { ...terms, user: "no" }, 0],
    [people, { ...terms, user: 5 }, 0],
    [people, { ...terms, slices: 0 }, 0],
    [people, { ...terms, user: undefined }, 0],
    [5, terms, 0],
    [people, undefined, 0],
    [[{ id: { of: 1 } }], { ...terms, user: "id" }, 1],
    [[{ a: 1 }, 5], terms, 1],
  ];
  for (const [rows, options, isCharged] of cases) {
    const given = (ledger) => (options === undefined ? undefined : { ...options, ledger });
    const budget = { epsilon: 50, delta: 0.01 };
    const [ledger, same] = [await new logstar.Ledger(budget), new direct.Ledger(budget)];
    let error;
    assert.throws(
      () => new direct.RowSliceSession(rows, given(same)),
      (found) => {
        error = found;
        return true;
      },
    );
    await assert.rejects(new logstar.RowSliceSession(rows, given(ledger)), {
      name: error.name,
      message: error.message,
    });
    assert.equal(ledger.spent.epsilon > 0, isCharged === 1);
    assert.equal(same.spent.epsilon > 0, isCharged === 1);
  }
  const session = await new logstar.RowSliceSession(unreadable, terms);
  await assert.rejects(session.slice({ by: "agee", from: "low", length: 1 }), {
    message: /^by must be a column of the rows/,
  });
  await assert.rejects(session.slice({ by: "age", from: "low", length: -1 }), RangeError);
  await assert.rejects(session.slice({ by: "age", from: "low", length: 1 }), { message: "mine" });
  const mixed = await new logstar.RowSliceSession([{ a: 1 }, { a: "secret" }], terms);
  await assert.rejects(mixed.slice({ by: "a", from: "low", length: 1 }), {
    name: "TypeError",
    message: "by must give keys of one kind, got text among numbers",
  });
});

test("a cancelled cut ends the session with its worker, and the ledger keeps the charge", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 50, delta: 0.01 });
  const session = await new logstar.RowSliceSession(people, { ...terms, ledger });
  const slice = await session.slice({ by: "age", from: "low", length: 9 });
  const stop = new AbortController();
  const asked = { by: "age", from: "low", length: 9, signal: stop.signal };
  const onProgress = ({ stage }) => stage === "received" && stop.abort();
  await assert.rejects(session.slice({ ...asked, onProgress }), { name: "AbortError" });
  assertPaid(ledger, session);
  await assert.rejects(slice.table.count({ epsilon: 0.1 }), { name: "WorkerStopped" });
  assert.equal((await logstar.laplaceCount(5, { epsilon: 1, ledger })).record.epsilon, 1);
});
