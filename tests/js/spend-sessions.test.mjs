// Records of sessions: each joins the session's entry, whatever kind of ledger pays.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as direct from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { storeWith } from "./memory-store.mjs";

const { Ledger, spend } = direct;
let remote;

before(async () => {
  await direct.load();
  remote = await connect();
});
after(() => remote.dispose());

const values = Float64Array.from({ length: 99 }, (_, i) => i);
const compute = { epsilon: 0.01, delta: 1e-9 };
const terms = { slices: 3, compute, delta: 1e-7 };

/** Sessions that are charged when they begin, with something that adds a record to each. */
const sessions = {
  SliceSession: {
    begin: (library, ledger) => new library.SliceSession(values, { ...terms, ledger }),
    ask: async (session) =>
      session.median(await session.slice({ length: 20, from: "low" }), { algorithm: "cut" }),
  },
  RowSliceSession: {
    begin: (library, ledger) =>
      new library.RowSliceSession({ age: values }, { ...terms, user: null, ledger }),
    ask: async (session) => {
      const slice = await session.slice({ by: "age", from: "low", length: 20 });
      return slice.table.count({ epsilon: 0.01 });
    },
  },
};

const plan = { steps: 2, kind: "approximate", epsilon: 1, delta: 1e-6 };

for (const [name, { begin, ask }] of Object.entries(sessions)) {
  for (const where of ["direct", "worker"]) {
    const library = () => (where === "direct" ? direct : remote);

    test(`each record of a ${name} joins its entry in the store, ${where}`, async () => {
      const store = await storeWith({ epsilon: 10, delta: 1e-4 });
      await spend(store, async (ledger) => {
        const session = await ledger.ask(() => begin(library(), ledger));
        assert.deepEqual(store.saved().entries[0].records, []);
        for (const count of [1, 2]) {
          const { record } = await ledger.ask(() => ask(session));
          const { records } = store.saved().entries[0];
          assert.equal(records.length, count);
          assert.deepEqual(records.at(-1), JSON.parse(JSON.stringify(record)));
        }
      });
      assert.equal(store.saved().entries.length, 1);
    });

    test(`each record of a ${name} that declared steps pay for joins their entry, ${where}`, async () => {
      const whole = { epsilon: 10, delta: 1e-4 };
      const ledger = await new (library().Ledger)(whole);
      const steps = await ledger.steps("two", plan);
      const session = await begin(library(), steps);
      for (const _ of [1, 2]) await ask(session);
      const { records } = (await ledger.entries)[0];
      assert.equal(records.length, 1);
      assert.equal(records[0].length, 2);
      const saved = await ledger.toJSON();
      assert.deepEqual(Ledger.fromJSON(saved).entries[0].records, records);
    });

    test(`steps in a store pay for a ${name} as steps of a Ledger do, ${where}`, async () => {
      const store = await storeWith({ epsilon: 10, delta: 1e-4 });
      await spend(store, async (ledger) => {
        const steps = await ledger.steps("two", plan);
        const session = await ledger.ask(() => begin(library(), steps));
        for (const count of [1, 2]) {
          await ledger.ask(() => ask(session));
          assert.equal(store.saved().entries[0].records[0].length, count);
        }
        await ledger.ask(() => library().laplaceCount(9, { epsilon: 0.1, ledger: steps }));
        await ledger.ask(() => ask(session));
      });
      const [{ records, steps }] = Ledger.fromJSON(store.saved()).entries;
      assert.equal(steps.used, 2);
      assert.deepEqual(
        records.map((one) => one.length ?? one.mechanism.split(" ")[0]),
        [3, "laplaceCount"],
      );
    });
  }
}
