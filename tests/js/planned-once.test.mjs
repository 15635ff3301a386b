// Each release is planned once, without a ledger, with one, and by declared steps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { call } from "../../dist/core/load.js";
import * as logstar from "../../dist/index.js";
import { calls as functionCalls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

const { Ledger } = logstar;
await logstar.load();

const calls = Object.entries({ ...functionCalls, ...memberCalls }).filter(
  ([, { ledger }]) => ledger !== undefined,
);

/** Options that only other options allow, which a declaration's example has all together. */
const leftOut = {
  interiorPoint: ["levels", "depth"],
  quasiConcaveMax: ["levels"],
  "learnThreshold, way 2": ["by", "levels"],
};

// Their data tell a public parameter after the charge: the number of candidates, or the values that build rules.
const toldByData = [
  "selectBest, way 2",
  "selectBest, a list",
  "learnSemiPrivate",
  "learnSemiPrivate, listed rules",
  "learnSemiPrivate, boxes",
];

/** The message of an answer that is missing compares three other requests. */
const compared = (result) => (inspect(result, { depth: 4 }).includes("Too few ") ? 3 : 0);

/** How many times a call plans its release. */
function plansOf(name, { of, args, ledger }, charged) {
  const given = args();
  const options = given[ledger];
  for (const option of leftOut[name] ?? []) delete options[option];
  if (charged !== undefined) options.ledger = charged(options.neighbors);
  const before = call("plansMade");
  const result = of(...given);
  return call("plansMade") - before - compared(result);
}

const budget = (neighbors = "add-remove") => new Ledger({ epsilon: 1000, delta: 0.9, neighbors });
const ways = { "without a ledger": undefined, "with a ledger": budget };

for (const [how, charged] of Object.entries(ways)) {
  test(`a release ${how} is planned once, and again only if its data tell a public parameter`, () => {
    assert.ok(calls.length > 40, `${calls.length} calls`);
    const plans = calls.map(([name, one]) => [name, plansOf(name, one, charged)]);
    assert.deepEqual(
      plans.filter(([name, made]) => made !== (toldByData.includes(name) ? 2 : 1)),
      [],
    );
  });
}

/** Enough records for an answer. */
const values = Array.from({ length: 300 }, (_, i) => i % 10);
const domain = logstar.integers(0, 9);

test("a release by a declared step is planned once", () => {
  const ledger = budget().steps("daily", { steps: 3, kind: "pure", epsilon: 9 });
  const { epsilon } = ledger.perStep;
  const before = call("plansMade");
  logstar.median(values, { epsilon, domain, ledger });
  assert.equal(call("plansMade") - before, 1);
});

test("an interior point is planned again if the number of records is public, and read", () => {
  const asked = { epsilon: 5, delta: 0.01, domain, neighbors: "replace", algorithm: "tree-log" };
  const before = call("plansMade");
  logstar.interiorPoint(values, { ...asked, ledger: budget("replace") });
  assert.equal(call("plansMade") - before, 2);
});

test("a release that is impossible quotes the requested loss, with a ledger too", () => {
  const asked = { epsilon: 1e-9, delta: 1e-9, domain };
  const message = /^epsilon must be large enough for .*, got 1e-09$/;
  for (const ledger of [undefined, budget()]) {
    assert.throws(() => logstar.median(values, { ...asked, algorithm: "cut", ledger }), {
      message,
    });
    const several = { ...asked, algorithm: "slices", ledger };
    assert.throws(() => logstar.quantiles(values, [0.25, 0.5], several), { message });
    assert.equal(ledger?.entries.length ?? 0, 0);
  }
});

test("control: a release amid the reading of another one takes the kept plan from it", () => {
  const before = call("plansMade");
  const interrupted = {
    *[Symbol.iterator]() {
      logstar.median(values, { epsilon: 2, domain });
      yield* values;
    },
  };
  logstar.median(interrupted, { epsilon: 1, domain });
  assert.equal(call("plansMade") - before, 3);
});
