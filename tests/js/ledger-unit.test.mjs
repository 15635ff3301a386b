// A ledger counts for one unit: a person with all rows, or a record. A release that hides records only says
// nothing of a person with several; one more row of a person may change the one value that the person counts for,
// by which what hides users costs nearly twice its epsilon.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { HeavyHitterMonitor, Ledger, load, median, topK } from "../../dist/index.js";
import { connect } from "../../dist/worker.js";

before(() => load());

const ofUsers = (ledger) => median({ values: [1, 2], users: ["a", "a"] }, { epsilon: 0.1, ledger });
const ofRecords = (ledger) => median([1, 2], { epsilon: 0.1, ledger });
const wrongUnit = (asked, unit) => ({
  name: "TypeError",
  message: new RegExp(`^ledger must be of unit "${asked}" for .*, got one of unit "${unit}": `),
});

test("a ledger refuses what does not hide its unit, and nothing is charged for it", () => {
  for (const [unit, right, wrong, asked] of [
    ["user", ofUsers, ofRecords, "record"],
    ["record", ofRecords, ofUsers, "user"],
  ]) {
    const ledger = new Ledger({ epsilon: 1, unit });
    assert.throws(() => wrong(ledger), wrongUnit(asked, unit));
    assert.equal(ledger.entries.length, 0);
    right(ledger);
    assert.equal(ledger.budget.unit, unit);
    assert.equal(ledger.entries.length, 1);
  }
  assert.throws(() => new Ledger({ epsilon: 1, unit: "person" }), /^RangeError: unit must be/);
});

test("a ledger that was told no unit counts both, as those of 0.1 did, and names none", () => {
  const ledger = new Ledger({ epsilon: 1 });
  ofUsers(ledger);
  ofRecords(ledger);
  assert.equal("unit" in ledger.budget, false);
  assert.equal("unit" in Ledger.fromJSON(ledger.toJSON()).budget, false);
});

test("users: null counts as users, by declaration", () => {
  const ledger = new Ledger({ epsilon: 1, unit: "user" });
  median({ values: [1, 2], users: null }, { epsilon: 0.1, ledger });
  assert.equal(ledger.entries.length, 1);
});

test("rankings of users, monitors, parts and steps keep to the unit", () => {
  const record = new Ledger({ epsilon: 5, delta: 0.1, unit: "record" });
  const users = { users: ["u"], items: ["x"] };
  const ranking = { k: 1, epsilon: 0.1, delta: 1e-3, perUser: 1 };
  assert.throws(() => topK(users, { ...ranking, ledger: record }), wrongUnit("user", "record"));
  const monitor = { epsilon: 0.5, delta: 1e-3, perUser: 1, threshold: 1000, ledger: record };
  assert.throws(() => new HeavyHitterMonitor(monitor), wrongUnit("user", "record"));
  const part = record.parallel("region", "people live in one").part("north");
  assert.throws(() => ofUsers(part), wrongUnit("user", "record"));
  const steps = record.steps("weekly", { steps: 3, epsilon: 1 });
  assert.throws(() => ofUsers(steps), wrongUnit("user", "record"));
  assert.equal(steps.remaining, 3);
  ofRecords(steps);
});

test("the unit is saved and resumed, also by declared steps", () => {
  for (const [unit, charge, other] of [
    ["user", ofUsers, ofRecords],
    ["record", ofRecords, ofUsers],
  ]) {
    const ledger = new Ledger({ epsilon: 1, unit });
    charge(ledger.steps("weekly", { steps: 2, epsilon: 0.5 }));
    const saved = JSON.parse(JSON.stringify(ledger));
    assert.equal(saved.budget.unit, unit);
    const resumed = Ledger.fromJSON(saved);
    const steps = resumed.steps("weekly", { steps: 2, epsilon: 0.5 });
    for (const one of [resumed, steps]) {
      assert.throws(() => other(one), /^TypeError: ledger must be of unit/);
    }
    charge(steps);
    assert.equal(steps.remaining, 0);
  }
  const broken = { ...new Ledger({ epsilon: 1, unit: "user" }).toJSON() };
  broken.budget = { ...broken.budget, unit: "users" };
  assert.throws(() => Ledger.fromJSON(broken), /^RangeError: unit must be/);
});

test("a ledger in the worker has a unit as well, and shows it", async () => {
  const remote = await connect();
  after(() => remote.dispose());
  const ledger = await new remote.Ledger({ epsilon: 1, unit: "user" });
  await remote.median({ values: [1, 2], users: ["a", "a"] }, { epsilon: 0.1, ledger });
  assert.equal((await ledger.budget).unit, "user");
  await assert.rejects(
    () => remote.median([1, 2], { epsilon: 0.1, ledger }),
    wrongUnit("record", "user"),
  );
  await ledger.dispose();
});
