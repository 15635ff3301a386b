// A ledger counts for one unit: a person with all rows, or a record. A release that protects records guarantees
// nothing for a person with several. An added row of a person may change the value that the person counts for,
// so a release that protects users then costs nearly twice its epsilon.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  boundContributions,
  HeavyHitterMonitor,
  Ledger,
  load,
  median,
  TopKSession,
  topK,
} from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { unsealed } from "./unsealed.mjs";

before(() => load());

const ofUsers = (ledger) => median({ values: [1, 2], users: ["a", "a"] }, { epsilon: 0.1, ledger });
const ofRecords = (ledger) => median([1, 2], { epsilon: 0.1, ledger });
const wrongUnit = (asked, unit) => ({
  name: "TypeError",
  message: new RegExp(`^ledger must be of unit "${asked}" for .*, got one of unit "${unit}": `),
});

test("a ledger rejects releases that do not protect its unit, without a charge", () => {
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

test("a ledger without a unit accepts both, like ledgers of 0.1, and names none", () => {
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

test("rankings of users, monitors, parts and steps match the unit", () => {
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

// The public facts of a ranking state the unit of its rows. Regression: the unit was determined after the
// charge. A total for users paid for rankings of records, and a total for records for no rankings.
test("a ranking is charged for the unit it protects: users if rows have user ids, records otherwise", () => {
  const ranking = { k: 1, epsilon: 0.1, delta: 1e-3 };
  const bounded = boundContributions([["u", "x"]], { perUser: 1 });
  const alone = boundContributions({ items: ["x"] }, { perUser: 1 });
  const calls = {
    user: [
      [{ users: ["u"], items: ["x"] }, { perUser: 1 }],
      [{ values: ["x"], users: ["u"] }, { perUser: 3 }],
      [{ values: ["x"], users: null }, {}],
      [[["u", "x"]], { perUser: 1 }],
      [new Map([["x", 3]]), { perUser: 2 }],
      [bounded, {}],
    ],
    record: [
      [["x", "y"], {}],
      [new Set(["x"]), {}],
      [Int32Array.of(1, 2), {}],
      [alone, {}],
    ],
  };
  for (const [unit, other] of [
    ["user", "record"],
    ["record", "user"],
  ]) {
    for (const [rows, options] of calls[unit]) {
      const right = new Ledger({ epsilon: 1, delta: 0.1, unit });
      const { record } = topK(rows, { ...ranking, ...options, ledger: right });
      assert.equal(record.protects ?? "records", `${unit}s`);
      assert.equal(right.entries.length, 1);
      const wrong = new Ledger({ epsilon: 1, delta: 0.1, unit: other });
      assert.throws(
        () => topK(rows, { ...ranking, ...options, ledger: wrong }),
        Array.isArray(rows) && unit === "record"
          ? /^TypeError: perUser must be given for an array/
          : wrongUnit(unit, other),
      );
      assert.equal(wrong.entries.length, 0);
    }
  }
});

test("a session charged to a total for users rejects rows of different users, also after saving", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1, unit: "user" });
  const session = new TopKSession({ outcomes: 4, calls: 4, epsilon: 1, delta: 1e-3, ledger });
  const saved = JSON.parse(JSON.stringify(session));
  for (const one of [session, TopKSession.fromJSON(saved)]) {
    assert.throws(() => one.topK(new Set(["x"]), { k: 1 }), wrongUnit("record", "user"));
    assert.throws(
      () => one.topK(["x"], { k: 1 }),
      /^TypeError: perUser must be given for an array/,
    );
    assert.equal(one.remaining.calls, 4);
    one.topK({ values: ["x"], users: ["u"] }, { k: 1, perUser: 1 });
    assert.equal(one.remaining.calls, 3);
    one.dispose();
  }
  assert.throws(() => TopKSession.fromJSON({ ...saved, unit: "people" }), /^RangeError: unit must/);
  const both = new TopKSession({ outcomes: 4, calls: 4, epsilon: 1, delta: 1e-3 });
  assert.equal("unit" in both.toJSON(), false);
  both.topK(["x"], { k: 1 });
  both.dispose();
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
  // Entries state the unit that they protect; a file with a changed unit is rejected.
  const ledger = new Ledger({ epsilon: 1, unit: "user" });
  ofUsers(ledger);
  const saved = unsealed(ledger);
  assert.equal(saved.entries[0].protects, "users");
  saved.entries[0].protects = "records";
  assert.throws(() => Ledger.fromJSON(saved), wrongUnit("record", "user"));
  saved.entries[0].protects = "nobody";
  assert.throws(() => Ledger.fromJSON(saved), /^RangeError: entries.protects must be/);
  const { protects: _, ...before } = saved.entries[0]; // as in entries saved by older versions
  assert.equal(Ledger.fromJSON({ ...saved, entries: [before] }).entries.length, 1);
  const broken = unsealed(new Ledger({ epsilon: 1, unit: "user" }));
  broken.budget = { ...broken.budget, unit: "users" };
  assert.throws(() => Ledger.fromJSON(broken), /^RangeError: unit must be/);
});

test("a ledger in the worker also has and shows a unit", async () => {
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
