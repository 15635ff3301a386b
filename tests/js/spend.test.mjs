// Ledgers that several processes share: each charge is in the store before anything is read or drawn.
import assert from "node:assert/strict";
import { before as first, test } from "node:test";
import {
  createLedger,
  Ledger,
  ledgerInBrowser,
  load,
  median,
  spend,
  table,
} from "../../dist/index.js";
import { before, careless, memoryStore, storeWith } from "./memory-store.mjs";

first(() => load());

const values = Array.from({ length: 99 }, (_, i) => i);
const budget = { epsilon: 1, delta: 1e-6 };

/** Values that tell when they are read. */
const told = (read) => ({
  *[Symbol.iterator]() {
    read();
    yield* values;
  },
});

/** How much two concurrent askers are granted of a budget of epsilon 1, who want 0.6 each. */
async function grantedOf(store) {
  const ask = () => spend(store, (ledger) => median(values, { epsilon: 0.6, ledger }));
  const asked = await Promise.allSettled([ask(), ask()]);
  for (const { reason } of asked)
    assert.ok(reason === undefined || reason.name === "BudgetExceeded");
  return 0.6 * asked.filter(({ status }) => status === "fulfilled").length;
}

test("spend charges in the store before it reads a value", async () => {
  const store = await storeWith();
  let entries;
  const rows = told(() => {
    entries = store.saved().entries;
  });
  const { record } = await spend(store, (ledger) => median(rows, { epsilon: 0.5, ledger }));
  assert.equal(entries.length, 1);
  assert.equal(entries[0].record, undefined);
  assert.deepEqual(store.saved().spent, { epsilon: 0.5, delta: 0 });
  assert.deepEqual(store.saved().entries[0].record, JSON.parse(JSON.stringify(record)));
});

test("spend returns the answer, and leaves the ledger of a release without a store", async () => {
  const whole = { epsilon: 1000 }; // another answer has a chance below 1e-200
  const store = await storeWith(whole);
  const drawn = await spend(store, (ledger) => median(values, { epsilon: 1000, ledger }));
  const ledger = new Ledger(whole);
  assert.deepEqual(drawn, median(values, { epsilon: 1000, ledger }));
  assert.deepEqual(store.saved(), JSON.parse(JSON.stringify(ledger)));
});

test("two askers at once never spend more than the budget", async () => {
  assert.equal(await grantedOf(await storeWith()), 0.6);
});

test("two askers at once overspend in a store that does not compare", async () => {
  assert.equal(await grantedOf(careless(await storeWith())), 1.2);
});

test("spend charges what is left after another process was quicker, and refuses what is too much", async () => {
  const store = await storeWith();
  const other = (epsilon) => () => spend(store, (ledger) => median(values, { epsilon, ledger }));
  let reads = 0;
  const rows = told(() => ++reads);
  const ask = (epsilon, work) =>
    spend(before(store, 0, work), (ledger) => median(rows, { epsilon, ledger }));
  await ask(0.25, other(0.25));
  assert.deepEqual(
    store.saved().entries.map(({ asked, record }) => [asked.epsilon, record !== undefined]),
    [
      [0.25, true],
      [0.25, true],
    ],
  );
  await assert.rejects(ask(0.5, other(0.25)), { name: "BudgetExceeded" });
  assert.equal(reads, 1);
  assert.equal(store.saved().spent.epsilon, 0.75);
});

test("a record joins its own entry if others charge between the charge and the record", async () => {
  const store = await storeWith();
  const other = () =>
    spend(store, (ledger) => median(values, { epsilon: 0.25, ledger, label: "b" }));
  await spend(before(store, 1, other), (ledger) =>
    median(values, { epsilon: 0.5, ledger, label: "a" }),
  );
  assert.deepEqual(
    store.saved().entries.map(({ label, record }) => [label, record.label, record.epsilon]),
    [
      ["a", "a", 0.5],
      ["b", "b", 0.25],
    ],
  );
});

test("a failed write reads nothing, draws nothing, and may leave a charge", async () => {
  for (const isWritten of [false, true]) {
    const store = await storeWith();
    const failing = {
      ...store,
      write: async (...all) => {
        if (isWritten) await store.write(...all);
        throw new Error("the disk is full");
      },
    };
    const rows = told(() => assert.fail("read"));
    await assert.rejects(
      spend(failing, (ledger) => median(rows, { epsilon: 0.5, ledger })),
      /^Error: the disk is full$/,
    );
    assert.equal(store.saved().entries.length, isWritten ? 1 : 0);
  }
});

test("an answer whose record cannot be written is withheld, and its charge stays", async () => {
  const store = await storeWith();
  const failing = before(store, 1, () => {
    throw new Error("the disk is full");
  });
  await assert.rejects(
    spend(failing, (ledger) => median(values, { epsilon: 0.5, ledger })),
    /^Error: cannot keep the record of an answer: the disk is full; the answer is withheld, and the ledger stays charged$/,
  );
  assert.equal(store.saved().spent.epsilon, 0.5);
});

test("a stale writer is refused", async () => {
  const store = await storeWith();
  const { version } = await store.read();
  await spend(store, (ledger) => median(values, { epsilon: 0.5, ledger }));
  assert.equal(await store.write(store.texts[0], version), false);
  assert.equal(store.saved().spent.epsilon, 0.5);
});

test("a store that goes back to an older copy is refused by name", async () => {
  const store = await storeWith();
  const charged = spend(store, async (ledger) => {
    await ledger.ask(() => median(values, { epsilon: 0.5, ledger }));
    store.texts.push(store.texts[0]);
    return ledger.ask(() => median(values, { epsilon: 0.75, ledger }));
  });
  await assert.rejects(charged, {
    name: "RangeError",
    message:
      "memory must continue the ledger that was read before, with 1 entries, got another or an older one, with 0",
  });
  assert.equal(store.saved().entries.length, 0);
});

test("a store with a damaged ledger, an unsealed one or none is refused by name", async () => {
  const sealed = (await storeWith()).texts[0];
  const { head, count, ...early } = JSON.parse(sealed);
  for (const [text, message] of [
    ["{", /^memory cannot be read as a ledger: saved text must be JSON/],
    ["[]", /^memory cannot be read as a ledger: a saved ledger must have entries and groups/],
    [
      sealed.replace('"epsilon": 1,', '"epsilon": 2,'),
      /^memory cannot .*: the saved ledger is damaged/,
    ],
    [JSON.stringify(early), /^memory cannot be read as a ledger: it has no head/],
  ]) {
    const store = memoryStore();
    store.texts.push(text);
    await assert.rejects(
      spend(store, () => assert.fail("called")),
      { name: "RangeError", message },
    );
  }
  await assert.rejects(
    spend(memoryStore(), () => {}),
    {
      name: "RangeError",
      message: "cannot spend: memory has no ledger; createLedger(store, budget) makes one",
    },
  );
});

test("a store that breaks its promises is refused by name", async () => {
  const store = await storeWith();
  const ask = (other) =>
    spend({ ...store, ...other }, (ledger) => median(values, { epsilon: 0.5, ledger }));
  await assert.rejects(
    ask({ write: async () => false }),
    /^TypeError: write of memory must replace/,
  );
  await assert.rejects(
    ask({ write: async () => 1 }),
    /^TypeError: write of memory must promise true/,
  );
  await assert.rejects(
    ask({ read: async () => ({}) }),
    /^TypeError: read of memory must promise \{/,
  );
  assert.equal(store.texts.length, 1);
});

test("createLedger refuses a store that has a ledger", async () => {
  const store = await storeWith();
  await assert.rejects(createLedger(store, budget), {
    name: "RangeError",
    message: "cannot create a ledger: memory has one, and a new one would grant its budget again",
  });
  assert.equal(store.texts.length, 1);
});

test("several answers are each awaited in ledger.ask", async () => {
  const store = await storeWith();
  const answers = await spend(store, (ledger) =>
    Promise.all(
      [0.25, 0.25, 0.25].map((epsilon) =>
        ledger.ask(() => table({ v: values }, { user: null, ledger }).median("v", { epsilon })),
      ),
    ),
  );
  assert.equal(answers.length, 3);
  assert.equal(store.saved().entries.filter(({ record }) => record).length, 3);
});

test("a call that answers at once in an asynchronous function is refused before its charge", async () => {
  const store = await storeWith();
  const rows = told(() => assert.fail("read"));
  const asked = spend(store, async (ledger) => median(rows, { epsilon: 0.5, ledger }));
  await assert.rejects(asked, { name: "TypeError", message: /wrap a call that answers at once/ });
  assert.equal(store.texts.length, 1);
});

test("a second charge in a call that answers at once is refused before its draw", async () => {
  const store = await storeWith();
  const rows = told(() => assert.fail("read"));
  const asked = spend(store, (ledger) => {
    median(values, { epsilon: 0.25, ledger });
    return median(rows, { epsilon: 0.5, ledger });
  });
  await assert.rejects(asked, /^TypeError: a call must charge once, got a second charge/);
  assert.equal(store.saved().spent.epsilon, 0.25);
});

test("a call that asks for more after its charge than before draws nothing", async () => {
  const store = await storeWith();
  const rows = told(() => assert.fail("read"));
  let epsilon = 0;
  const asked = spend(store, (ledger) => {
    epsilon += 0.25;
    return median(rows, { epsilon, ledger });
  });
  await assert.rejects(asked, /^TypeError: cannot draw: the call asked for another loss/);
  assert.equal(store.saved().spent.epsilon, 0.25);
});

test("ledgerInBrowser is refused where there is no IndexedDB", async () => {
  await assert.rejects(ledgerInBrowser("people").read(), /IndexedDB is not here/);
});
