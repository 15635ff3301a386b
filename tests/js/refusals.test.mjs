// Mistakes that were once accepted, or caused internal errors: each has its own error now.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { declaredCalls } from "./declared-calls.mjs";

await logstar.load();

const refused = (run, name, message) => assert.throws(run, { name, message });

test("a confidence out of range is rejected as such, also where it is divided", () => {
  const proper = { proper: true, domain: logstar.integers(0, 1e6), accuracy: 0.1 };
  const options = { x: [1], y: [1], epsilon: 1, delta: 1e-6, ...proper, confidence: -0.5 };
  const message = /^confidence must be a number above 0 and below 1, got /;
  refused(() => logstar.learnPoint(options), "RangeError", message);
  refused(() => logstar.median([1], { epsilon: 1, confidence: Number.NaN }), "RangeError", message);
});

// The core checks it for every function; no other code does.
test("every declared function rejects a confidence of 0 or 1, or one too close to certainty", () => {
  const asked = Object.entries(declaredCalls).filter(
    ([, { args }]) => "confidence" in args().at(-1),
  );
  assert.ok(asked.length > 40, `${asked.length}`);
  for (const [name, { of, args }] of asked) {
    for (const confidence of [0, 1, -1, Infinity, Number.NaN, 1e-17]) {
      const call = args();
      const options = { ...call.pop(), confidence };
      const message =
        /^confidence must be a number above 0 and below 1( by more than 1e-16)?, got /;
      assert.throws(() => of(...call, options), { name: "RangeError", message }, name);
    }
  }
});

test("null does not omit an option", () => {
  const choice = { epsilon: 1, neighbors: null };
  refused(() => logstar.selectBest(new Map([["a", 1]]), choice), "RangeError", /^neighbors must/);
  const watch = { threshold: 1, epsilon: 1, expectedQuestions: null };
  refused(() => new logstar.AboveThreshold(watch), "TypeError", /^expectedQuestions must/);
  refused(() => new logstar.Ledger({ epsilon: 1, tail: null }), "TypeError", /^tail must/);
});

test("accuracy.quantile rejects text as a quantile, as quantile does", () => {
  for (const q of ["0.3", 1n, true, null]) {
    refused(() => logstar.accuracy.quantile(q, { epsilon: 1 }), "TypeError", /^q must be a number/);
  }
});

test("a ledger and its steps reject a request that is not a number, and nothing is spent", () => {
  const asked = { mechanism: "my own", delta: 0, neighbors: "add-remove", boundedRange: false };
  const ledger = new logstar.Ledger({ epsilon: 1 });
  const paid = new logstar.Ledger({ epsilon: 1 });
  const steps = paid.steps("two", { steps: 2, epsilon: 1 });
  for (const epsilon of [Number.NaN, -1, Number.POSITIVE_INFINITY, "0.1", undefined]) {
    for (const one of [ledger, steps]) {
      assert.throws(() => one.charge({ ...asked, epsilon }), { message: /^epsilon must be/ });
    }
  }
  refused(() => ledger.charge(), "TypeError", /options must be an object/);
  refused(() => ledger.steps("none"), "TypeError", /options must be an object/);
  const session = { mechanism: "my own", epsilon: 0.1, delta: 0, calls: 1 };
  for (const outcomes of [Number.NaN, -1, 0.5, 1e300]) {
    refused(() => ledger.openSession({ ...session, outcomes }), "RangeError", /^outcomes must be/);
  }
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  assert.equal(steps.remaining, 2);
});

test("rules that cannot predict, and boxes and distributions without values, are rejected", () => {
  const data = { x: [1], y: [1], epsilon: 1 };
  refused(() => logstar.learnSemiPrivate({ ...data, rules: [5] }), "TypeError", /^rules must/);
  refused(() => new logstar.RectangleHypothesis([1], [2, 3]), "TypeError", /of one length/);
  refused(() => new logstar.RectangleHypothesis(["a"], ["b"]), "TypeError", /number, a BigInt/);
  refused(() => new logstar.PointHypothesis("yes", 1), "TypeError", /^found must be true or/);
  const none = { threshold: null, ones: "below" };
  refused(() => new logstar.ThresholdHypothesis(none), "RangeError", /^constant must be 0 or 1/);
  for (const points of [[], [Number.NaN], ["a"], 3, undefined]) {
    refused(() => new logstar.SanitizedThresholds(points), "TypeError", /^points must be/);
  }
});

test("rules and distributions accept values of their kind only", () => {
  const box = new logstar.RectangleHypothesis([1], [3]);
  const spread = new logstar.SanitizedThresholds([1, 2, 3]);
  for (const x of [Number.NaN, "2", undefined, new Date(Number.NaN), true]) {
    refused(() => box.predict([x]), "TypeError", /^point must be a number/);
    refused(() => spread.cdf(x), "TypeError", /^x must be a number/);
  }
  for (const p of ["0.5", 0n, true]) refused(() => spread.quantile(p), "TypeError", /^p must be/);
  refused(() => spread.sample(-1), "RangeError", /^n must be a whole number/);
});

test("fromJSON rejects a released value that was saved as a non-number", () => {
  for (const item of [{ bigint: "x" }, { bigint: "1.5" }, { number: "five" }, { date: "today" }]) {
    const saved = { type: "point", item };
    refused(() => logstar.PointHypothesis.fromJSON(saved), "TypeError", /output of toJSON/);
  }
  const hole = { type: "points", items: [undefined] };
  refused(() => logstar.SanitizedPoints.fromJSON(hole), "TypeError", /output of toJSON/);
});

test("a distribution of text accepts text", () => {
  const words = Array.from({ length: 30_000 }, (_, i) => ["ab", "cd", "xy"][i % 3]);
  const options = { epsilon: 5, domain: logstar.text(4), points: 31 };
  const { value } = logstar.sanitizeThresholds(words, options);
  for (const one of [
    value,
    logstar.SanitizedThresholds.fromJSON(JSON.parse(JSON.stringify(value))),
  ]) {
    assert.ok(one.cdf("aa") < 0.1, `${one.cdf("aa")}`);
    assert.ok(Math.abs(one.cdf("b") - 1 / 3) < 0.1, `${one.cdf("b")}`);
    assert.ok(Math.abs(one.cdf("m") - 2 / 3) < 0.1, `${one.cdf("m")}`);
    assert.ok(one.cdf("z") > 0.9, `${one.cdf("z")}`);
    assert.throws(() => one.cdf(5), { name: "TypeError", message: "x must be text, got a number" });
  }
});

test("bounds in the form of other libraries are answered with the domain to write", () => {
  const how = /integers\(0, 1000\).* decimals\(0, 1000, 2\)/;
  for (const domain of [
    [0, 1000],
    [new Date(), new Date()],
  ]) {
    refused(() => logstar.median([1], { epsilon: 1, domain }), "TypeError", how);
  }
  for (const bounds of [{ bounds: [0, 1000] }, { range: [0, 1000] }, { lower: 0 }, { max: 9 }]) {
    refused(() => logstar.median([1], { epsilon: 1, ...bounds }), "TypeError", how);
    refused(() => logstar.quantiles([1], [0.5], { epsilon: 1, ...bounds }), "TypeError", how);
  }
});

test("a percentile in place of a share is rejected with the share in the message", () => {
  const message =
    /^q must be a number from 1e-6 to 1 - 1e-6 \(for the 50th percentile pass 0\.5\), got 50$/;
  refused(() => logstar.quantile([1], 50, { epsilon: 1 }), "RangeError", message);
  refused(() => logstar.accuracy.quantile(50, { epsilon: 1 }), "RangeError", message);
});

test("rows with names other than item, count, user and items are answered with these names", () => {
  const options = { k: 1, epsilon: 1, delta: 1e-6, perUser: 1 };
  const rows = [{ page: "home", users: 3 }];
  refused(() => logstar.topK(rows, options), "TypeError", /\{ item, count \}.*\{ user, item \}/);
  const columns = { page: ["home"], users: ["ann"] };
  refused(() => logstar.topK(columns, options), "TypeError", /\{ users, items \}/);
});

test("no statement has 100% confidence, and none names an impossible number of records", () => {
  const said = (confidence) => logstar.accuracy.median({ epsilon: 1, confidence }).statement;
  assert.match(said(0.9999999), /^With 99\.99999% confidence/);
  assert.match(said(1 - 2 ** -53), /^With 99\.9999999999\d+% confidence/);
  assert.match(said(0.07), /^With 7% confidence/);
  // Regression: a statement once covered 55,626,685,346 to 1 records.
  const none = { epsilon: 1e-9, delta: 0.9, domain: logstar.text(1024) };
  const asked = { ...none, algorithm: "cut" };
  refused(() => logstar.median([], asked), "RangeError", /^epsilon must be large enough for a/);
  assert.equal(logstar.median([], none).record.parameters.algorithm, "exponential");
});

test("messages use the names of options, also at the ends of valid ranges", () => {
  // "keep_rate must be a number from 1e-9": half of an epsilon of 1e-9, or slightly less.
  for (const neighbors of ["add-remove", "replace"]) {
    const options = { threshold: 1, perRecord: 1, epsilon: 1e-9, neighbors, method: "sampled" };
    new logstar.ThresholdMonitor({ ...options, rows: [{ a: 1 }] }).dispose();
  }
  // "beta must be a number above 0 and below 1, got 1"
  const median = () => logstar.median([1], { epsilon: 1, confidence: 1e-300 });
  refused(
    median,
    "RangeError",
    /^confidence must be a number above 0 and below 1 by more than 1e-16, /,
  );
});

// The core checks some options for some methods only; their documented range applies to all methods.
test("an option out of range is rejected even if no method uses it", () => {
  const pure = { epsilon: 1, confidence: 0.9 };
  const approximate = { ...pure, delta: 1e-3 };
  const list = new Map([["a", 1]]);
  const calls = {
    growth: (growth) => logstar.selectBest(list, { ...pure, growth }),
    items: (items) => logstar.sanitizePoints(["a"], { ...approximate, method: "rounds", items }),
    countShare: (countShare) =>
      logstar.topK(["a"], { ...approximate, k: 1, counts: false, countShare }),
    kBar: (kBar) => new logstar.TopKSession({ ...approximate, outcomes: 3, calls: 2, kBar }),
    size: (size) =>
      logstar.interiorPoint([1], {
        ...approximate,
        neighbors: "add-remove",
        algorithm: "auto",
        size,
      }),
    points: (points) => logstar.sanitizeThresholds([1], { ...pure, points }),
    slices: (slices) =>
      new logstar.SliceSession([1], { slices, delta: 1e-3, compute: { epsilon: 0.1 } }),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of [0, 2 ** 52]) {
      refused(() => call(value), "RangeError", new RegExp(`^${name} must be a .*, got `));
    }
  }
  // In 32 bits these would be 1.
  for (const name of ["points", "slices"]) {
    refused(
      () => calls[name](2 ** 32 + 1),
      "RangeError",
      new RegExp(`^${name} .*, got 4294967297`),
    );
  }
});
