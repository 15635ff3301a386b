import assert from "node:assert/strict";
import { before, test } from "node:test";
import { HeavyHitterMonitor, Ledger, load } from "../../dist/index.js";

before(() => load());

const options = { perUser: 2, steps: 10, epsilon: 1, delta: 1e-6 };

/** Users 0 to 999 hold one item, the next 1,000 the other; everybody else holds a unique one. */
const crowd = (first, second) =>
  Array.from({ length: 2500 }, (_, user) => [
    `user ${user}`,
    user < 1000 ? first : user < 2000 ? second : `own ${user}`,
  ]);

test("items of many users are reported until their users are retired, and rare ones never", () => {
  const monitor = new HeavyHitterMonitor(options);
  assert.deepEqual(monitor.step(crowd("tea", "bread")), ["bread", "tea"]);
  assert.deepEqual(monitor.step(new Map(crowd("bread", "tea"))), ["bread", "tea"]);
  assert.deepEqual(monitor.step(crowd("tea", "bread")), []);
  assert.deepEqual(monitor.step([]), []);
});

test("the order of reports does not depend on the order of the data", () => {
  const forwards = new HeavyHitterMonitor(options).step(crowd("b", "a"));
  const backwards = new HeavyHitterMonitor(options).step(crowd("b", "a").reverse());
  assert.deepEqual(forwards, ["a", "b"]);
  assert.deepEqual(backwards, ["a", "b"]);
});

test("heavy hitter items may be anything a Map distinguishes", () => {
  const items = [0, "null", "0", 7n, "", true];
  const monitor = new HeavyHitterMonitor(options);
  const holdings = Array.from({ length: 6000 }, (_, user) => [user, items[user % 6]]);
  assert.deepEqual(new Set(monitor.step(holdings)), new Set(items));
});

test("a user counts once a step, with the first item", () => {
  const monitor = new HeavyHitterMonitor(options);
  assert.deepEqual(monitor.step(Array(5000).fill(["me", "mine"])), []);
  const twice = [...crowd("first", "first"), ...crowd("second", "second")];
  assert.deepEqual(monitor.step(twice), ["first"]);
});

test("weighted holdings count by their weights, from 0 to 1", () => {
  const monitor = new HeavyHitterMonitor({ ...options, weighted: true });
  assert.equal(monitor.record.parameters.weighted, true);
  const weighted = (item, weight) =>
    Array.from({ length: 1000 }, (_, user) => [`${item} ${user}`, item, weight]);
  const holdings = [
    ...weighted("whole", 1),
    ...weighted("above one", 7),
    ...weighted("half", 0.5),
    ...weighted("light", 0.01),
    ...weighted("none", 0),
    ...weighted("below none", -3),
  ];
  assert.deepEqual(monitor.step(holdings), ["above one", "half", "whole"]);
});

test("a light holder stays after a report, a whole one leaves with perUser reports", () => {
  const monitor = new HeavyHitterMonitor({ ...options, perUser: 1, weighted: true });
  const step = (item, weight) =>
    monitor.step(Array.from({ length: 20_000 }, (_, user) => [user, item, weight]));
  assert.deepEqual(step("light", 0.05), ["light"]);
  assert.deepEqual(step("whole", 1), ["whole"]);
  assert.deepEqual(step("whole", 1), []);
});

test("a missing weight leaves its holding out, or makes the step throw; other kinds are rejected", () => {
  const weighted = { ...options, weighted: true };
  assert.deepEqual(new HeavyHitterMonitor(weighted).step([["a", "b", null]]), []);
  assert.throws(
    () => new HeavyHitterMonitor({ ...weighted, missing: "throw" }).step([["a", "b"]]),
    { message: /^holdings must not be missing/ },
  );
  assert.throws(() => new HeavyHitterMonitor(weighted).step([["a", "b", "heavy"]]), {
    name: "TypeError",
    message: "holdings must be a number for every record, got text for one",
  });
});

test("an item of one user alone is never reported (1,000 steps, delta 1e-6)", () => {
  const monitor = new HeavyHitterMonitor({ ...options, steps: 1000 });
  for (let i = 0; i < 1000; ++i) assert.deepEqual(monitor.step([["a", "b"]]), []);
});

test("a monitor ends after its declared steps, and never without a declaration", () => {
  const monitor = new HeavyHitterMonitor({ ...options, steps: 1 });
  monitor.step([]);
  assert.throws(() => monitor.step([]), {
    name: "BudgetExceeded",
    message: "this HeavyHitterMonitor is exhausted: it has made the 1 steps it was declared for",
  });
  const endless = new HeavyHitterMonitor({ ...options, steps: undefined });
  assert.equal(endless.record.parameters.steps, "any number");
  for (let i = 0; i < 100; ++i) endless.step([]);
});

test("the threshold is the least possible, or the given one if that is large enough", () => {
  const least = new HeavyHitterMonitor({ ...options, steps: 1000, perUser: 5, method: "charging" });
  assert.equal(least.record.parameters.threshold, 358);
  const given = { ...options, steps: 1000, perUser: 5, method: "charging", threshold: 357 };
  assert.throws(() => new HeavyHitterMonitor(given), {
    message: "threshold must be at least 358 with these options, got 357",
  });
  const high = new HeavyHitterMonitor({ ...given, threshold: 1000 }).record.parameters;
  assert.ok(high.noiseScale < least.record.parameters.noiseScale);
  assert.equal(high.threshold, 1000);
});

test("the ledger is charged once, and the record states the size that is found with confidence", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const monitor = new HeavyHitterMonitor({ ...options, ledger });
  monitor.step(crowd("a", "b"));
  assert.deepEqual(ledger.spent, { epsilon: 1, delta: 1e-6 });
  assert.deepEqual(ledger.entries[0].record, monitor.record);
  assert.match(monitor.record.accuracy.statement, /over 10 steps and up to 1,000,000 users/);
});

test("a saved monitor resumes with its retired users and steps, and never exposes them otherwise", () => {
  let monitor = new HeavyHitterMonitor({ ...options, steps: 3 });
  monitor.step(crowd("tea", "bread"));
  const saved = JSON.stringify(monitor);
  monitor.dispose();
  monitor = HeavyHitterMonitor.fromJSON(saved);
  assert.equal(JSON.stringify(monitor), saved);
  assert.deepEqual(monitor.step(crowd("tea", "bread").reverse()), ["bread", "tea"]);
  assert.deepEqual(monitor.step(crowd("tea", "bread")), []);
  assert.throws(() => monitor.step([]), { name: "BudgetExceeded" });
  const tampered = JSON.parse(saved);
  assert.equal(tampered.state.left.length, 2500);
  tampered.state.users[0] = tampered.state.users[1];
  assert.throws(() => HeavyHitterMonitor.fromJSON(tampered), TypeError);
  assert.deepEqual(Object.keys(monitor), []);
});

test("items without a natural order are rejected: their output order would follow the data", () => {
  for (const item of [{ name: "a" }, Symbol("a"), [1]]) {
    const monitor = new HeavyHitterMonitor(options);
    assert.throws(
      () =>
        monitor.step([
          ["one", "x"],
          ["two", item],
        ]),
      {
        name: "TypeError",
        message: /^holdings must hold items that are text, numbers, BigInts or booleans, got /,
      },
    );
  }
});

test("bad options and holdings are rejected by name", () => {
  const refused = (bad, message) =>
    assert.throws(() => new HeavyHitterMonitor({ ...options, ...bad }), { message });
  refused({ delta: undefined }, "delta must be a number, got undefined");
  refused({ perUser: 0 }, "perUser must be a whole number from 1 to 1000000, got 0");
  refused({ method: "paper" }, /^method must be "auto" or "charging" or "sampled", got "paper"/);
  const monitor = new HeavyHitterMonitor(options);
  assert.throws(() => monitor.step(5), TypeError);
  assert.throws(() => monitor.step(["ab"]), TypeError);
  assert.throws(() => monitor.step([[{}, "a"]]), {
    message:
      "users must hold items that are text, numbers, BigInts or booleans, got an object (Object) among them",
  });
});

// Cause: users had to be finite. One user whose id was an infinity, or a BigInt, ended the step in an exception
// and so decided it; everywhere else these are valid users.
test("users are distinguished by type and value, also after saving", () => {
  const users = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7n, 7, "7", true, -0, ""];
  const held = users.map((user) => [user, "a"]);
  const monitor = new HeavyHitterMonitor({ ...options, steps: 2 });
  monitor.step(held);
  const saved = JSON.parse(JSON.stringify(monitor));
  const again = HeavyHitterMonitor.fromJSON(saved);
  assert.deepEqual(JSON.parse(JSON.stringify(again)), saved);
  assert.equal(saved.state.users.length, users.length);
  again.step(held);
  assert.equal(JSON.parse(JSON.stringify(again)).state.users.length, users.length);
});
