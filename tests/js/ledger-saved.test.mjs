// Parts and declared steps of a restored ledger. Regression: a resumed ledger could not reach them. Its
// disjoint parts cost the sum from then on (0.6 for two answers of 0.3), and a restart lost a year's steps.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, load, median, TopKSession } from "../../dist/index.js";
import { unsealed } from "./unsealed.mjs";

before(() => load());

const values = [1, 2, 3];
const why = "people are counted where they live";
const resumed = (ledger) => Ledger.fromJSON(JSON.stringify(ledger));

test("a part keeps its charges by name after saving and resuming", () => {
  let ledger = new Ledger({ epsilon: 1 });
  const ask = (name, epsilon) =>
    median(values, { epsilon, ledger: ledger.parallel("region", why).part(name) });
  ask("north", 0.3);
  ledger = resumed(ledger);
  ask("south", 0.3);
  assert.deepEqual(ledger.spent, { epsilon: 0.3, delta: 0 });
  ledger = resumed(ledger);
  ask("north", 0.1);
  assert.deepEqual(ledger.spent, { epsilon: 0.4, delta: 0 });
  assert.deepEqual(ledger.toJSON().groups, [
    { name: "region", declaration: why, parts: ["north", "south"] },
  ]);
  assert.deepEqual(
    ledger.entries.map(({ part }) => part),
    ["north", "south", "north"].map((name) => ({ group: "region", name })),
  );
});

test("parts keep their declaration, and invalid names are rejected", () => {
  const ledger = resumed(
    (() => {
      const first = new Ledger({ epsilon: 1 });
      first.parallel("region", why);
      return first;
    })(),
  );
  assert.throws(() => ledger.parallel("region", "something else"), {
    name: "RangeError",
    message: /^declaration of "region" must stay "people are/,
  });
  assert.throws(() => ledger.parallel("region", why).part(1), { name: "TypeError" });
  assert.throws(() => ledger.parallel("", why), { name: "TypeError" });
});

test("steps resume after saving, and are charged once", () => {
  let ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const plan = { steps: 3, epsilon: 0.3, delta: 1e-7, kind: "bounded-range" };
  const ask = () => {
    const weekly = ledger.steps("weekly", plan);
    median(values, { epsilon: weekly.perStep.epsilon, ledger: weekly });
    return weekly.remaining;
  };
  for (const left of [2, 1, 0]) {
    assert.equal(ask(), left);
    ledger = resumed(ledger);
    assert.deepEqual(ledger.spent, { epsilon: 0.3, delta: 1e-7 });
  }
  assert.throws(ask, { name: "BudgetExceeded", message: /all 3 steps are used$/ });
  assert.equal(ledger.entries.length, 1);
  assert.equal(ledger.entries[0].records.length, 3);
  assert.throws(() => ledger.steps("weekly", { ...plan, steps: 4 }), {
    name: "RangeError",
    message: 'steps of the steps "weekly" must stay 3, got 4',
  });
});

test("a step with rejected data is used up, also after saving", () => {
  const plan = { steps: 2, epsilon: 0.3 };
  const ledger = new Ledger({ epsilon: 1 });
  const two = ledger.steps("two", plan);
  assert.throws(() => median(["no"], { epsilon: two.perStep.epsilon, ledger: two }), {
    message: /; the ledger stays charged$/,
  });
  assert.equal(resumed(ledger).steps("two", plan).remaining, 1);
});

test("saved steps that allow more than their charge are rejected with the reason", () => {
  const ledger = new Ledger({ epsilon: 1 });
  ledger.steps("two", { steps: 2, epsilon: 0.3 });
  const changed = (change) => {
    const saved = unsealed(ledger);
    change(saved.entries[0].steps);
    return () => Ledger.fromJSON(saved);
  };
  const refused = (change, message) =>
    assert.throws(changed(change), { name: "RangeError", message });
  refused((steps) => {
    steps.perStep.epsilon = 0.2;
  }, /^entries.steps.perStep.epsilon must be at most what this version allows, 0.1/);
  refused((steps) => {
    steps.steps = 1;
    steps.used = 2;
  }, /^entries.steps.used must be a whole number from 0 to 1/);
});

test("a ledger saved by 0.1 loads: groups under their declaration, parts by number", () => {
  const ledger = new Ledger({ epsilon: 1 });
  median(values, { epsilon: 0.3, ledger: ledger.parallel("region", why).part("north") });
  const saved = unsealed(ledger);
  saved.groups = [{ declaration: why, parts: 2 }];
  saved.entries[0].part = { group: 0, index: 1 };
  const again = Ledger.fromJSON(saved);
  median(values, { epsilon: 0.3, ledger: again.parallel(why, why).part("0") });
  assert.deepEqual(again.spent, { epsilon: 0.3, delta: 0 });
  median(values, { epsilon: 0.1, ledger: again.parallel(why, why).part("1") });
  assert.deepEqual(again.spent, { epsilon: 0.4, delta: 0 });
  saved.entries[0].part = { group: 0, index: 2 };
  assert.throws(() => Ledger.fromJSON(saved), { message: /^part must be of a declared group/ });
});

test("the records of a session are saved and resumed with it", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-5 });
  const session = new TopKSession({ outcomes: 3, calls: 2, epsilon: 0.5, delta: 1e-6, ledger });
  const { record } = session.topK(["a"], { k: 1 });
  const [entry] = Ledger.fromJSON(JSON.stringify(ledger)).entries;
  assert.deepEqual(entry.records, [JSON.parse(JSON.stringify(record))]);
});

test("groups of a saved ledger must have different names", () => {
  const ledger = new Ledger({ epsilon: 1 });
  ledger.parallel("side", "towns lie in one of them");
  const saved = unsealed(ledger);
  const twice = { ...saved, groups: [saved.groups[0], saved.groups[0]] };
  assert.throws(() => Ledger.fromJSON(twice), /groups must have different names, got "side" twice/);
});
