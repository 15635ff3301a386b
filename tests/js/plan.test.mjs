// The planner: every algorithm, its needs, and the chosen one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { bigIntegers, integers, interiorPoint, load, plan, reals, text } from "../../dist/index.js";

before(() => load());

const loss = { epsilon: 1, delta: 1e-6 };
const names = ["exponential", "cut", "rec-concave", "tree-log", "heavy-paths", "tree-log-slices"];
const needs = (options) =>
  Object.fromEntries(plan.interiorPoint(options).map((one) => [one.algorithm, one.records]));

test("the exponential mechanism comes first, followed by cut choice if there is no delta", () => {
  const entries = plan.interiorPoint({ bits: 64, epsilon: 1 });
  assert.deepEqual(
    entries.map(({ algorithm }) => algorithm),
    names,
  );
  const [entry, cut, ...others] = entries;
  assert.equal(entry.records, 95);
  assert.equal(entry.usual, 20);
  assert.equal(entry.chosen, true);
  assert.deepEqual(entry.loss, { epsilon: 1, delta: 0 });
  assert.equal(
    entry.why,
    "It needs no delta, and 95 records suffice with 95% confidence if all keys weigh alike; half of the answers on smooth data need 20.",
  );
  assert.equal(cut.chosen, false);
  assert.deepEqual(cut.loss, { epsilon: 1, delta: 0 });
  assert.equal(
    cut.why,
    "61 records suffice with 95% confidence, but half of the answers on smooth data need 49, and 20 by exponential.",
  );
  for (const { records, chosen, why } of others) {
    assert.equal(records, Number.POSITIVE_INFINITY);
    assert.equal(chosen, false);
    assert.equal(why, "It needs a delta above 0.");
  }
});

// Regression: `bits` meant a domain of numbers, whose usual values weigh more: a median needed 193 records at
// epsilon 0.5, but the plan said 189.
test("bits represent a domain of equally weighted keys, and a domain itself", () => {
  const figures = (options) =>
    plan.interiorPoint(options).map(({ records, usual, chosen }) => ({ records, usual, chosen }));
  for (const terms of [{ epsilon: 0.5 }, { ...loss, epsilon: 0.5 }]) {
    const byBits = { ...terms, bits: 64 };
    assert.deepEqual(figures(byBits), figures({ ...terms, domain: bigIntegers(64) }));
    assert.notDeepEqual(figures(byBits), figures({ ...terms, domain: reals() }));
    const [byMeasure] = plan.interiorPoint(byBits);
    assert.match(byMeasure.why, /with 95% confidence if all keys weigh alike/);
    for (const domain of [reals(), bigIntegers(64)]) {
      const [chosen] = plan.interiorPoint({ ...terms, domain }).filter((one) => one.chosen);
      const { record } = interiorPoint([], { ...terms, domain });
      assert.equal(record.parameters.algorithm, chosen.algorithm);
      assert.doesNotMatch(chosen.why, /weigh alike/);
    }
  }
});

test("the least numbers of records at epsilon 1, delta 1e-6 are those of the theorems", () => {
  const exponential = { 64: 95, 1024: 1425, 8192: 11363 };
  const cut = { 64: 35, 1024: 43, 8192: 50 };
  for (const bits of [64, 1024, 8192]) {
    const found = needs({ bits, ...loss });
    assert.equal(found.exponential, exponential[bits]);
    assert.equal(found.cut, cut[bits]);
    assert.ok(found.cut < found["tree-log"] && found["tree-log"] < found["heavy-paths"]);
  }
});

test("exactly one algorithm is chosen: the least in need among the ones with nearly the least usual figure", () => {
  for (const options of [loss, { epsilon: 1 }, { epsilon: 1, delta: 1e-15 }]) {
    for (const bits of [2, 8, 12, 30, 64, 1024, 65536]) {
      const entries = plan.interiorPoint({ bits, ...options });
      const [chosen, ...none] = entries.filter((one) => one.chosen);
      assert.equal(none.length, 0);
      const possible = entries.filter((one) => one.records < Number.POSITIVE_INFINITY);
      const least = Math.min(...possible.map(({ usual }) => usual ?? 0));
      const among = bits > 64 ? possible : possible.filter(({ usual }) => usual <= 1.15 * least);
      assert.equal(chosen.records, Math.min(...among.map((one) => one.records)));
      for (const { chosen, records, why } of entries) {
        if (records < Number.POSITIVE_INFINITY) assert.equal(/, but .* need/.test(why), !chosen);
      }
    }
  }
});

test("a domain is planned for by its number of values, text by its bits", () => {
  assert.ok(needs({ domain: integers(0, 100), epsilon: 1 }).exponential < 20);
  assert.deepEqual(needs({ domain: text(1024), ...loss }), needs({ bits: 8192, ...loss }));
});

test("more epsilon, more delta and less confidence never need more records", () => {
  const base = needs({ bits: 256, ...loss });
  for (const more of [{ epsilon: 2 }, { delta: 1e-4 }, { confidence: 0.8 }]) {
    const found = needs({ bits: 256, ...loss, ...more });
    for (const name of names) assert.ok(found[name] <= base[name], `${name} ${Object.keys(more)}`);
  }
  const replace = needs({ bits: 256, ...loss, neighbors: "replace" });
  for (const name of names) assert.ok(replace[name] >= base[name], name);
});

const refusals = [
  [{ epsilon: 1 }, TypeError, "plan.interiorPoint needs either domain or bits"],
  [
    { bits: 8, domain: text(1), epsilon: 1 },
    TypeError,
    "plan.interiorPoint needs either domain or bits",
  ],
  [{ bits: 0, epsilon: 1 }, RangeError, "bits must be a whole number from 1 to 67108864, got 0"],
  [{ bits: 8 }, TypeError, "epsilon must be a number, got undefined"],
  [
    { bits: 8, epsilon: 1, delta: 1 },
    RangeError,
    "delta must be 0 or a number above 0 and below 1, got 1",
  ],
  [
    { bits: 8, epsilon: 1, confidence: 1 },
    RangeError,
    "confidence must be a number above 0 and below 1, got 1",
  ],
  [{ domain: [0, 1], epsilon: 1 }, TypeError, /^domain must come from reals\(\)/],
];

for (const [options, type, message] of refusals) {
  test(`rejected: ${message} (${Object.keys(options)})`, () => {
    assert.throws(() => plan.interiorPoint(options), { name: type.name, message });
  });
}
