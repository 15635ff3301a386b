// Sessions that pay for what comes back, alone and with a ledger, saved and resumed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import Ajv from "ajv";
import { Ledger, load, TopKSession } from "../../dist/index.js";

before(() => load());

const two = new Map([
  ["a", 90000],
  ["b", 80000],
  ["rare", 1],
]);
const options = { outcomes: 10, calls: 3, epsilon: 1, delta: 1e-6 };
const names = ({ items }) => items.map(({ item }) => item).sort();

test("a call costs what came back, bottom included", () => {
  const session = new TopKSession(options);
  assert.deepEqual(session.remaining, { outcomes: 10, calls: 3 });
  const first = session.topK(two, { k: 5 });
  assert.deepEqual(names(first), ["a", "b"]);
  assert.equal(first.complete, false);
  assert.deepEqual(session.remaining, { outcomes: 7, calls: 2 });
  assert.equal(session.topK(two, { k: 2 }).complete, true);
  assert.deepEqual(session.remaining, { outcomes: 5, calls: 1 });
  assert.deepEqual(session.topK(new Map(), { k: 5 }).items, []);
  assert.deepEqual(session.remaining, { outcomes: 4, calls: 0 });
});

test("asking past what is left is refused before the rows are looked at", () => {
  const session = new TopKSession(options);
  const trap = {
    get values() {
      throw new Error("looked at");
    },
  };
  assert.throws(() => session.topK(trap, { k: 11, perUser: 1 }), {
    name: "BudgetExceeded",
    message: "the call asks for 11 outcomes, but the session has 10 left",
  });
  assert.deepEqual(session.remaining, { outcomes: 10, calls: 3 });
  for (let i = 0; i < 3; ++i) session.topK(two, { k: 1 });
  assert.throws(() => session.topK(two, { k: 1 }), {
    name: "BudgetExceeded",
    message: "the session's 3 calls are used up",
  });
});

test("users with any number of items are served by the strict form, others by Algorithm 1", () => {
  const session = new TopKSession(options);
  const { record } = session.topK(two, { k: 1 });
  assert.equal(record.parameters.variant, "strict");
  assert.equal(record.parameters.perUser, "any number");
  assert.equal(session.topK(["a"], { k: 1 }).record.parameters.variant, "limited-domain");
  const optimised = new TopKSession({ ...options, variant: "optimised-threshold" });
  assert.equal(optimised.topK(two, { k: 2 }).record.parameters.variant, "optimised-threshold");
});

test("the record says what the whole session costs and what is used of it", () => {
  const { record } = new TopKSession(options).topK(two, { k: 5, kBar: 20 });
  assert.equal(record.epsilon, 1);
  assert.equal(record.delta, 1e-6);
  assert.match(record.public, /those of the whole session/);
  const { outcomes, outcomesUsed, calls, callsUsed, kBar } = record.parameters;
  assert.deepEqual([outcomes, outcomesUsed, calls, callsUsed, kBar], [10, 3, 3, 1, 20]);
});

test("a ledger is charged in full and given back what did not come back", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const session = new TopKSession({ ...options, ledger });
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  session.topK(two, { k: 5 });
  session.dispose();
  session.dispose();
  assert.ok(Math.abs(ledger.spent.epsilon - 0.3) < 1e-9, `${ledger.spent.epsilon}`);
  assert.ok(Math.abs(ledger.spent.delta - 1e-6 / 3) < 1e-12, `${ledger.spent.delta}`);
  const [entry] = ledger.entries;
  assert.equal(entry.status, "settled");
  assert.equal(entry.returned, 3);
  assert.equal(entry.records[0].parameters.callsUsed, 1);
  assert.throws(() => session.topK(two, { k: 1 }), { message: "this session is closed" });
});

test("a closed session cannot be saved: what was left went back to the ledger (it could once)", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const session = new TopKSession({ ...options, ledger });
  session.dispose();
  assert.equal(ledger.spent.epsilon, 0);
  assert.throws(() => session.toJSON(), { name: "TypeError", message: "this session is closed" });
});

test("rows that use or close their session while they are read get nothing unpaid", () => {
  const rowsThat = (act) => ({
    *[Symbol.iterator]() {
      act();
      for (const [item, count] of two) yield* Array(count).fill(item);
    },
  });
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const closed = new TopKSession({ ...options, ledger });
  assert.throws(
    () =>
      closed.topK(
        rowsThat(() => closed.dispose()),
        { k: 1 },
      ),
    {
      message: "this session is closed; the session stays charged",
    },
  );
  const used = new TopKSession({ ...options, outcomes: 2 });
  assert.throws(
    () =>
      used.topK(
        rowsThat(() => used.topK(two, { k: 1 })),
        { k: 2 },
      ),
    { name: "BudgetExceeded" },
  );
  assert.deepEqual(used.remaining, { outcomes: 0, calls: 2 });
});

test("with a drawn kBar the ledger is charged one draw more a call", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const terms = { ...options, outcomes: 7, variant: "optimised-threshold", ledger };
  const session = new TopKSession(terms);
  session.topK(two, { k: 2 });
  session.dispose();
  assert.ok(Math.abs(ledger.spent.epsilon - 0.3) < 1e-9, `${ledger.spent.epsilon}`);
});

test("a ledger that has too little refuses the session", () => {
  const ledger = new Ledger({ epsilon: 0.5, delta: 1e-6 });
  assert.throws(() => new TopKSession({ ...options, ledger }), { name: "BudgetExceeded" });
  assert.deepEqual(ledger.entries, []);
  assert.throws(() => new TopKSession({ ...options, ledger: {} }), { name: "TypeError" });
});

test("a session in one part of a ledger costs that part", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const towns = ledger.parallel("town", "a person lives in one of them");
  const [north, south] = [towns.part("north"), towns.part("south")];
  const sessions = [north, south].map((part) => new TopKSession({ ...options, ledger: part }));
  sessions[0].topK(two, { k: 5 });
  for (const session of sessions) session.dispose();
  assert.ok(Math.abs(ledger.spent.epsilon - 0.3) < 1e-9, `${ledger.spent.epsilon}`);
});

test("a saved session goes on where it was, and the saved one gives nothing back", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const session = new TopKSession({ ...options, kBar: 30, ledger });
  session.topK(two, { k: 5 });
  const saved = JSON.stringify(session);
  session.dispose();
  assert.equal(ledger.spent.epsilon, 1);
  const resumed = TopKSession.fromJSON(saved);
  assert.deepEqual(resumed.remaining, { outcomes: 7, calls: 2 });
  const { record } = resumed.topK(two, { k: 2 });
  assert.equal(record.parameters.kBar, 30);
  assert.equal(record.parameters.itemEpsilon, JSON.parse(saved).itemEpsilon);
  assert.equal(record.parameters.callsUsed, 2);
  assert.deepEqual(TopKSession.fromJSON(JSON.parse(JSON.stringify(resumed))).remaining, {
    outcomes: 5,
    calls: 1,
  });
});

test("a saved session that claims more than its total allows is refused", () => {
  const saved = new TopKSession(options).toJSON();
  const refuse = (more, message) =>
    assert.throws(() => TopKSession.fromJSON({ ...saved, ...more }), { message });
  refuse({ itemEpsilon: 1 }, /^itemEpsilon must be at least 1e-16 and at most 0\.1\d*, got 1$/);
  // Its margin would be infinite, and bottom's score came out as that of any item.
  refuse({ itemEpsilon: 5e-324 }, /^itemEpsilon must be at least 1e-16/);
  refuse({ callDelta: 0.1 }, /^callDelta must be above 0 and at most/);
  refuse({ returned: -1 }, "returned must be a whole number from 0 to 9007199254740991, got -1");
  refuse({ returned: 11 }, "returned must be a whole number from 0 to 10, got 11");
  refuse({ called: 4 }, "called must be a whole number from 0 to 3, got 4");
  refuse({ session: 1 }, /^a saved session must have its terms/);
});

test("a ledger with a settled session is saved, fits its schema and resumes without losing it", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const session = new TopKSession({ ...options, ledger });
  session.topK(two, { k: 5 });
  session.dispose();
  new TopKSession({ ...options, epsilon: 0.7, delta: 6e-7, ledger }); // still open
  const saved = JSON.parse(JSON.stringify(ledger));
  const schema = JSON.parse(
    readFileSync(new URL("../../dist/ledger.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv().compile(schema);
  assert.ok(validate(saved), JSON.stringify(validate.errors));
  const resumed = Ledger.fromJSON(saved);
  assert.equal(resumed.spent.epsilon, 1);
  assert.equal(resumed.entries[0].status, "settled");
  assert.equal(resumed.entries[1].status, "spent");
});

test("refusals name the option", () => {
  const refuse = (more, message) =>
    assert.throws(() => new TopKSession({ ...options, ...more }), { message });
  refuse({ outcomes: 0 }, "outcomes must be a whole number from 1 to 1000000, got 0");
  refuse({ calls: 1.5 }, "calls must be a whole number from 0 to 9007199254740991, got 1.5");
  refuse({ delta: 0 }, "delta must be a number above 0 and below 1, got 0");
  refuse(
    { variant: "laplace" },
    /^variant must be "auto" or "limited-domain" or "optimised-threshold" or "threshold"/,
  );
  refuse({ call: 1 }, "TopKSession: there is no option call; did you mean calls?");
  const session = new TopKSession(options);
  const ask = (question, message) => assert.throws(() => session.topK(two, question), { message });
  ask({ k: 0 }, "k must be a whole number from 1 to 1000000, got 0");
  ask({ k: 3, kBar: 2 }, "kBar must be a whole number from 3 to 10000000, got 2");
  ask({ k: 3, epsilon: 1 }, /there is no option epsilon/);
  assert.throws(() => session.topK([{ item: "a", count: 5 }], { k: 1 }), {
    message: /^perUser must be given/,
  });
});

const months = { outcomes: 60, calls: 6, epsilon: 1, delta: 1e-8 };
const words = [..."abcdefghij"].flatMap((letter, rank) => Array(400 - 20 * rank).fill(letter));

test("where users have few items each call is paid in full, and names more than draws", () => {
  const named = (more) => {
    const session = new TopKSession({ ...months, ...more });
    let found = 0;
    for (let call = 0; call < 6; ++call) {
      const { items, record } = session.topK(words, { k: 10 });
      found += items.length;
      for (const { count } of items)
        assert.equal(typeof count, more.perUser ? "number" : "undefined");
      assert.equal(record.epsilon, 1);
      assert.equal(record.parameters.callsUsed, call + 1);
    }
    return { found, parameters: session.topK === undefined ? {} : { ...session.remaining } };
  };
  const steps = named({ perUser: 1 });
  assert.equal(steps.parameters.calls, 0);
  assert.ok(steps.found > 50, `${steps.found}`);
  const drawn = named({ variant: "limited-domain" });
  assert.ok(steps.found > drawn.found + 20, `${steps.found}, ${drawn.found}`);
});

test("a session above a threshold is charged as a whole, saved and resumed", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-8 });
  const session = new TopKSession({ ...months, perUser: 1, ledger });
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  const { record } = session.topK(words, { k: 10 });
  assert.equal(record.parameters.variant, "threshold");
  assert.equal(record.parameters.composition, "concentrated");
  assert.equal(record.proof, "docs/guarantees/counts.md");
  const saved = JSON.parse(JSON.stringify(session));
  const again = TopKSession.fromJSON(saved);
  assert.deepEqual(again.remaining, session.remaining);
  assert.deepEqual(JSON.parse(JSON.stringify(again)), saved);
  assert.equal(
    again.topK(words, { k: 10 }).record.parameters.threshold,
    record.parameters.threshold,
  );
  session.dispose();
  assert.equal(ledger.spent.epsilon, 1);
  for (const wrong of [
    { grantedEpsilon: 2 },
    { grantedDelta: 1 },
    { sum: "best" },
    { called: 9 },
  ]) {
    assert.throws(() => TopKSession.fromJSON({ ...saved, ...wrong }), RangeError);
  }
});

// Of the highest counts alone a threshold is not private.
test("a session whose variant is not named refuses histograms above a threshold", () => {
  const session = new TopKSession({ ...months, perUser: 1 });
  assert.throws(() => session.topK(two, { k: 1 }), /^TypeError: rows must not be a histogram/);
  assert.equal(session.remaining.calls, 6);
  assert.throws(() => session.topK([{ item: "a", count: 5 }], { k: 1 }), {
    message: /^rows must not be { item, count }.*; the session stays charged$/,
  });
  const byName = new TopKSession({ ...months, variant: "threshold" });
  assert.deepEqual(names(byName.topK(two, { k: 2, perUser: 1 })), ["a", "b"]);
  assert.throws(() => byName.topK(two, { k: 2 }), /perUser must be a whole number/);
  assert.throws(() => byName.topK(words, { k: 2, kBar: 9 }), /kBar belongs to sessions that draw/);
  assert.throws(() => new TopKSession(months).topK(words, { k: 1, perUser: "spread" }), TypeError);
});

test("a session whose users are spread adds up plain losses", () => {
  const session = new TopKSession({ ...months, epsilon: 6, perUser: "spread" });
  const users = words.map((_, i) => i >> 1);
  const { items, record } = session.topK({ users, items: words }, { k: 10 });
  assert.equal(record.parameters.composition, "basic");
  assert.equal(record.parameters.perUser, "spread");
  assert.ok(items.length > 0);
  for (const { count } of items) assert.ok(count < 400);
});
