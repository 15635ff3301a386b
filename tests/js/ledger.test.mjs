import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import Ajv from "ajv";
import {
  Ledger,
  laplaceCount,
  learnPoint,
  load,
  median,
  quantile,
  TopKSession,
  topK,
} from "../../dist/index.js";
import { unsealed } from "./unsealed.mjs";

before(() => load());

const values = [1, 2, 3, 4, 5];

test("a ledger grants 0.1 ten times of a total of 1, and never an eleventh time", () => {
  const ledger = new Ledger({ epsilon: 1 });
  for (let i = 0; i < 10; ++i) median(values, { epsilon: 0.1, ledger });
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 0 });
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  assert.throws(() => median(values, { epsilon: 0.1, ledger }), {
    name: "BudgetExceeded",
    message:
      "median by the exponential mechanism asks for epsilon 0.1 and delta 0, but epsilon 0 and delta 0 are left",
  });
  assert.equal(ledger.entries.length, 10);
});

test("a rejection of options or data leaves the ledger unchanged", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const before = JSON.stringify(ledger);
  assert.throws(() => median(values, { epsilon: 2, ledger }), { name: "BudgetExceeded" });
  assert.throws(() => topK(["a"], { k: 1, epsilon: 1, delta: 1e-5, ledger }), {
    name: "BudgetExceeded",
  });
  assert.throws(() => median(values, { epsilon: 0, ledger }), RangeError);
  assert.throws(() => median(5, { epsilon: 0.5, ledger }), TypeError);
  assert.throws(() => quantile(values, 2, { epsilon: 0.5, ledger }), RangeError);
  assert.throws(() => topK("no", { k: 1, epsilon: 1, delta: 1e-7, ledger }), TypeError);
  assert.equal(JSON.stringify(ledger), before);
});

// Regression: the name received its number before the charge was granted, and kept it if the charge was
// rejected.
test("a rejected part leaves no name in the ledger", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const regions = ledger.parallel("region", "by address");
  median(values, { epsilon: 0.5, ledger: regions.part("north") });
  const before = JSON.stringify(ledger);
  assert.throws(() => median(values, { epsilon: 2, ledger: regions.part("south") }), {
    name: "BudgetExceeded",
  });
  const terms = { outcomes: 9, calls: 9, epsilon: 2, delta: 1e-7 };
  assert.throws(() => new TopKSession({ ...terms, ledger: regions.part("west") }), {
    name: "BudgetExceeded",
  });
  assert.equal(JSON.stringify(ledger), before);
  median(values, { epsilon: 0.25, ledger: regions.part("east") });
  const [, { part }] = Ledger.fromJSON(JSON.stringify(ledger)).entries;
  assert.deepEqual(part, { group: "region", name: "east" });
});

test("the remaining loss can be requested", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  median(values, { epsilon: 0.3, ledger });
  topK(["a"], { k: 1, ledger, ...ledger.remaining });
  assert.equal(ledger.remaining.epsilon, 0);
});

test("entries carry the release records, in order", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const { record } = median(values, { epsilon: 0.5, ledger });
  topK(["a"], { k: 1, epsilon: 0.25, delta: 1e-7, ledger });
  const [first, second] = ledger.entries;
  assert.deepEqual(first.record, record);
  assert.equal(first.record.epsilon, 0.5);
  assert.match(second.mechanism, /^topK/);
  assert.equal(second.record.delta, 1e-7);
});

test("a saved ledger resumes with its spent loss, and never grants more", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  median(values, { epsilon: 0.75, ledger });
  const resumed = Ledger.fromJSON(JSON.stringify(ledger));
  assert.deepEqual(resumed.spent, ledger.spent);
  assert.deepEqual(resumed.entries, ledger.entries);
  assert.throws(() => median(values, { epsilon: 0.5, ledger: resumed }), {
    name: "BudgetExceeded",
  });
  const tampered = unsealed(ledger);
  tampered.entries[0].charged.epsilon = 0.001;
  assert.deepEqual(Ledger.fromJSON(tampered).spent, ledger.spent);
  tampered.budget.epsilon = 0.5;
  assert.throws(() => Ledger.fromJSON(tampered), RangeError);
  assert.throws(() => Ledger.fromJSON({}), {
    message: "a saved ledger must have entries and groups, got an object (Object)",
  });
});

test("declared disjoint parts cost their maximum", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const sides = ledger.parallel("side", "north and south of the river, by address");
  const [north, south] = [sides.part("north"), sides.part("south")];
  median(values, { epsilon: 0.5, ledger: north });
  median(values, { epsilon: 0.75, ledger: south });
  assert.equal(ledger.spent.epsilon, 0.75);
  median(values, { epsilon: 0.25, ledger: north });
  assert.equal(ledger.spent.epsilon, 0.75);
  assert.throws(() => median(values, { epsilon: 0.5, ledger: south }), { name: "BudgetExceeded" });
  assert.equal(ledger.toJSON().groups[0].declaration, "north and south of the river, by address");
  assert.deepEqual(Ledger.fromJSON(JSON.stringify(ledger)).spent, ledger.spent);
});

test("an add-remove release costs double in a replace ledger, and an add-remove ledger rejects replace releases", () => {
  const replace = new Ledger({ epsilon: 1, neighbors: "replace" });
  median(values, { epsilon: 0.25, ledger: replace });
  assert.equal(replace.spent.epsilon, 0.5);
  const addRemove = new Ledger({ epsilon: 1 });
  assert.throws(
    () => median(values, { epsilon: 0.25, neighbors: "replace", ledger: addRemove }),
    RangeError,
  );
});

test("concentrated composition grants more small releases than adding up", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6, composition: "concentrated" });
  let released = 0;
  try {
    for (; released < 1000; ++released) median(values, { epsilon: 0.02, ledger });
  } catch (error) {
    assert.equal(error.name, "BudgetExceeded");
  }
  assert.ok(released > 100 && released < 1000, `${released}`);
});

test("over any calls, failing ones included, spent never exceeds the total (40 ledgers)", () => {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let trial = 0; trial < 40; ++trial) {
    let ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
    const rows = ledger.parallel("rows", "even and odd rows");
    const parts = [rows.part("even"), rows.part("odd")];
    for (let step = 0; step < 12; ++step) {
      const epsilon = [0.1, 1 / 3, random(), -1, Number.NaN, 0.5][Math.floor(6 * random())];
      const target = [ledger, ledger, ...parts][Math.floor(4 * random())];
      try {
        const kind = Math.floor(5 * random());
        if (kind < 2) median(values, { epsilon, ledger: target });
        else if (kind === 2) laplaceCount(3, { epsilon, ledger: target });
        else if (kind === 3) {
          const steps = ledger.steps(`${step}`, { steps: 3, epsilon });
          median(values, { epsilon: random(), ledger: steps });
        } else
          topK(random() < 0.1 ? 7 : values, {
            k: 1,
            epsilon,
            delta: random() * 4e-7,
            ledger: target,
          });
      } catch (error) {
        assert.ok(["BudgetExceeded", "RangeError", "TypeError"].includes(error.name), error.stack);
      }
      const { epsilon: spent, delta } = ledger.spent;
      assert.ok(spent <= 1 && delta <= 1e-6, `${spent} ${delta}`);
    }
    ledger = Ledger.fromJSON(JSON.stringify(ledger));
    assert.ok(ledger.spent.epsilon <= 1);
  }
});

test("a saved ledger fits the package's JSON schema, a broken one does not", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../dist/ledger.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv().compile(schema);
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6, composition: "concentrated" });
  const part = ledger.parallel("rows", "even and odd rows").part("even");
  median(values, { epsilon: 0.1, ledger: part });
  topK(values, { k: 1, epsilon: 0.1, delta: 1e-8, ledger });
  // Its accuracy counts errors, and it protects users: the schema lacked both.
  learnPoint({ x: values, y: [1, 1, 0, 1, 1], epsilon: 0.1, delta: 1e-8, ledger });
  topK(new Map([["a", 3]]), { k: 1, perUser: 1, epsilon: 0.1, delta: 1e-8, ledger });
  const saved = JSON.parse(JSON.stringify(ledger));
  assert.ok(validate(saved), JSON.stringify(validate.errors));
  saved.entries[0].record.epsilon = "0.1";
  assert.equal(validate(saved), false);
});

test("a disposed ledger is rejected", () => {
  const ledger = new Ledger({ epsilon: 1 });
  ledger.dispose();
  assert.throws(() => median(values, { epsilon: 0.1, ledger }), {
    name: "TypeError",
    message: "ledger must be in use, got a disposed one",
  });
});

test("bad budgets and wrong ledgers are rejected by name", () => {
  assert.throws(() => new Ledger({}), { message: "epsilon must be a number, got undefined" });
  assert.throws(() => new Ledger({ epsilon: 0 }), {
    message: "epsilon must be a number from 1e-9 to 10000, got 0",
  });
  assert.throws(() => new Ledger({ epsilon: 1, delta: 1 }), RangeError);
  assert.throws(() => new Ledger({ epsilon: 1, budget: 1 }), TypeError);
  assert.throws(() => new Ledger({ epsilon: 1 }).parallel(2, "x"), TypeError);
  assert.throws(() => new Ledger({ epsilon: 1 }).parallel("region", ""), TypeError);
  assert.throws(() => median(values, { epsilon: 1, ledger: {} }), {
    message: "ledger must be a Ledger or a part of one, got an object (Object)",
  });
});

// A negative charge would refund the charges of others.
test("a negative charge is rejected by name, and leaves no entry", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const pure = { mechanism: "theirs", delta: 0, neighbors: "add-remove" };
  for (const boundedRange of [false, true]) {
    for (const epsilon of [-1, -1e-300, Number.NEGATIVE_INFINITY]) {
      assert.throws(() => ledger.charge({ ...pure, epsilon, boundedRange }), {
        name: "RangeError",
        message: /^epsilon must be 0 or more, got -/,
      });
    }
  }
  assert.deepEqual(ledger.entries, []);
});

// Regression: each of these was an exception only, so that only a full ledger showed whether parts are
// separate.
test("requests of one part add up, and of two parts the more expensive one counts", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 1e-3 });
  const sides = ledger.parallel("side", "towns lie in one of them");
  const [north, south] = [sides.part("north"), sides.part("south")];
  laplaceCount(7, { epsilon: 2, ledger: north });
  laplaceCount(7, { epsilon: 1, ledger: south });
  assert.equal(ledger.spent.epsilon, 2);
  laplaceCount(7, { epsilon: 3, ledger: south });
  assert.equal(ledger.spent.epsilon, 4);
  const session = { outcomes: 2, calls: 1, epsilon: 1, delta: 1e-6 };
  new TopKSession({ ...session, ledger: north });
  assert.equal(ledger.spent.epsilon, 4);
  const names = ledger.entries.map(({ part }) => part);
  assert.deepEqual(names, [
    ...[{ group: "side", name: "north" }, ...Array(2).fill({ group: "side", name: "south" })],
    { group: "side", name: "north" },
  ]);
});

test("a concentrated ledger counts a release as bounded-range only if it is", () => {
  const ledger = new Ledger({ epsilon: 30, delta: 1e-3, composition: "concentrated" });
  laplaceCount(7, { epsilon: 2, ledger });
  median(values, { epsilon: 2, ledger });
  const [count, rank] = ledger.entries.map(({ charged }) => charged.rho);
  assert.ok(Math.abs(count - 2 ** 2 / 2) < 1e-9, `${count}`);
  assert.ok(Math.abs(rank - 2 ** 2 / 8) < 1e-9, `${rank}`);
});

test("a BudgetExceeded error has the requested and the remaining loss", () => {
  const ledger = new Ledger({ epsilon: 0.5 });
  assert.throws(
    () => laplaceCount(7, { epsilon: 1, ledger }),
    (error) => {
      assert.deepEqual(error.asked, { epsilon: 1, delta: 0 });
      assert.deepEqual(error.left, { epsilon: 0.5, delta: 0 });
      return true;
    },
  );
});

test("a concentrated ledger keeps half of delta for its tail by default", () => {
  const budget = { epsilon: 1, delta: 1e-3, composition: "concentrated" };
  assert.equal(new Ledger(budget).budget.tail, 5e-4);
  assert.equal(new Ledger({ epsilon: 1, delta: 1e-3 }).budget.tail, 0);
});

test("steps may spend the loss granted together, and nothing more", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const { perStep } = ledger.steps("one", { steps: 1, epsilon: 0.3 });
  assert.ok(perStep.epsilon < 0.3 && perStep.epsilon > 0.3 * (1 - 1e-12), `${perStep.epsilon}`);
});
