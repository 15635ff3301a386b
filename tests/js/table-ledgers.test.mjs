// Tables and their ledger: each question is charged before a row is read, and a plan is free.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { accuracy, Ledger, load, table } from "../../dist/index.js";
import { domain, list, names, of, pure, questions } from "./table-rows.mjs";

before(() => load());

test("a ledger given once is charged by every method, and a call may name another one", () => {
  const ledger = new Ledger({ epsilon: 100, unit: "user" });
  const staff = of(list, { ledger });
  for (const [name, asked] of Object.entries(questions)) staff[name](...asked);
  staff
    .where(() => true)
    .groupBy("town", ["a"])
    .median("value", pure);
  const { entries } = ledger;
  assert.equal(entries.length, Object.keys(questions).length + 1);
  const other = new Ledger({ epsilon: 1 });
  staff.median("value", { ...pure, epsilon: 0.5, ledger: other });
  staff.median("value", { ...pure, epsilon: 0.5, ledger: undefined });
  assert.equal(other.entries.length, 1);
  assert.equal(ledger.entries.length, entries.length + 1);
  const records = new Ledger({ epsilon: 1, unit: "record" });
  assert.throws(() => of(list, { ledger: records }).median("value", pure), /unit "user"/);
  assert.equal(records.entries.length, 0);
});

test("functions of a row run once per row, after the charge", () => {
  const ledger = new Ledger({ epsilon: 1 });
  let asked = 0;
  const seen = of(list, { ledger })
    .where(() => {
      ++asked;
      return true;
    })
    .groupBy(
      (row) => {
        ++asked;
        return row.town;
      },
      ["a", "b"],
    );
  assert.equal(asked, 0);
  assert.throws(() => seen.median("value", { ...pure, epsilon: 2 }), { name: "BudgetExceeded" });
  assert.throws(() => seen.median("salary", pure), TypeError);
  assert.equal(asked, 0);
  seen.median("value", { ...pure, epsilon: 0.5 });
  assert.equal(asked, 2 * list.length);
  const failing = of(list, { ledger }).where((row) => row.there.not);
  assert.throws(() => failing.count({ epsilon: 0.1 }), /; the ledger stays charged$/);
  assert.equal(ledger.entries.length, 2);
  const words = of(list).where(() => "yes");
  assert.throws(() => words.count({ epsilon: 1 }), /^TypeError: where must be true or false/);
  const objects = of(list).groupBy((row) => ({ town: row.town }), "private");
  assert.throws(() => objects.count({ epsilon: 1, delta: 1e-6, perUser: 1 }), /groups must hold/);
});

test("plan states the figures of the record, reads no data and charges nothing", () => {
  const unread = {
    toArray() {
      throw new Error("this column was read");
    },
  };
  const ledger = new Ledger({ epsilon: 5 });
  const closed = table(Object.fromEntries(names.map((name) => [name, unread])), {
    ...{ user: "id", ledger },
  }).where(() => assert.fail("a predicate ran"));
  const open = of(list);
  for (const [name, asked] of Object.entries(questions)) {
    const { record } = open[name](...asked);
    const planned = closed.plan[name](...asked);
    assert.deepEqual(planned, { epsilon: 1, delta: 0, accuracy: record.accuracy }, name);
  }
  const groups = { epsilon: 1, delta: 1e-6, domain };
  const planned = closed.groupBy("town", "private").plan.quantile("value", 0.3, groups);
  const { record } = open.groupBy("town", "private").quantile("value", 0.3, groups);
  assert.deepEqual(planned, { epsilon: 1, delta: 1e-6, accuracy: record.accuracy });
  assert.deepEqual(ledger.entries, []);
  const { value, record: said } = open.median("value", { ...pure, perUser: "max" });
  assert.equal(value, 30);
  const { accuracy: far } = closed.plan.median("value", { ...pure, perUser: "max" });
  assert.deepEqual(far, said.accuracy);
  assert.deepEqual(far, accuracy.median({ ...pure, abstain: true, perUser: "max" }));
  assert.throws(() => closed.plan.median("value", {}), /^TypeError: epsilon must be a number/);
  assert.throws(() => closed.plan.count(undefined), /^TypeError: epsilon must be a number/);
});

test("topK and learnThreshold protect users with all rows, from one ledger, but not by group", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 1e-3, unit: "user" });
  const labelled = list.map((row) => ({ ...row, isLate: row.value > 15 ? 1 : 0 }));
  const ranking = { k: 2, epsilon: 1, delta: 1e-6, perUser: 2 };
  const rule = { epsilon: 1, domain, ones: "above" };
  for (const user of ["id", null]) {
    const visits = table(labelled, { user, ledger }).where(({ shop }) => shop === 1);
    const towns = visits.topK("town", user === null ? { ...ranking, perUser: 1 } : ranking);
    assert.deepEqual(new Set(towns.items.map(({ item }) => item)), new Set(["a", "b"]));
    const learned = visits.learnThreshold("value", "isLate", rule);
    assert.equal(learned.value.predict(30), 1);
    assert.equal(learned.value.predict(10), 0);
    for (const { record } of [towns, learned]) {
      assert.equal(record.protects, "users");
      const all = user === null ? "every row is a different person" : undefined;
      assert.equal(record.parameters.users, all);
    }
    const { accuracy: foreseen, ...cost } = visits.plan.learnThreshold("value", "isLate", rule);
    assert.deepEqual(cost, { epsilon: 1, delta: 0 });
    // From the granted loss, which is slightly smaller.
    const { usual, ...stated } = learned.record.accuracy;
    assert.ok(Math.abs(foreseen.usual / usual - 1) < 1e-12);
    assert.deepEqual({ ...foreseen, usual }, { ...stated, usual });
    const { accuracy: far } = visits.plan.topK("town", ranking);
    assert.equal(far.confidence, 0.95);
  }
  assert.equal(ledger.entries.length, 4);
  const different = table(list, { user: null });
  assert.deepEqual(
    different.plan.topK("town", { ...ranking, perUser: undefined }).accuracy,
    different.topK("town", { ...ranking, perUser: undefined }).record.accuracy,
  );
  const byTown = of(list).groupBy("town", ["a"]);
  for (const grouped of [byTown, byTown.plan]) {
    assert.throws(
      () => grouped.topK("shop", ranking),
      /^TypeError: topK must be asked of a table without groups/,
    );
  }
  assert.throws(
    () => of(list).learnThreshold("value", "label", rule),
    /^TypeError: y must be a col/,
  );
});
