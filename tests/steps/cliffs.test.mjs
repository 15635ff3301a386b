// Calls on one record do no work in proportion to 1/epsilon, to a declared size or to the width of keys. The core
// counts its steps; no clock is read. `node tests/steps/walk.mjs` lists all calls that do much.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";
import {
  assembled,
  counted,
  loadCounted,
  stepsOf,
  TooManySteps,
  withCounter,
} from "./counted-core.mjs";
import { most } from "./few-steps.mjs";

before(loadCounted);

const quantilesOf = (m) => Array.from({ length: m }, (_, i) => (i + 1) / (m + 1));
const delta = 1e-6;

// Each took a second to a minute, or stopped for memory after the charge.
const calls = {
  "99 quantiles, separate, at epsilon 0.001": () =>
    logstar.quantiles([1], quantilesOf(99), { epsilon: 1e-3, algorithm: "separate" }),
  "999 quantiles, separate": () =>
    logstar.quantiles([1], quantilesOf(999), { epsilon: 1, algorithm: "separate" }),
  "a median of cut choice at epsilon 1e-5": () =>
    logstar.median([1], { epsilon: 1e-5, delta, algorithm: "cut" }),
  "a box of 64 axes by the outermost points at epsilon 0.001": () =>
    logstar.learnRectangle({
      ...{ x: Array(64).fill([1]), y: [1], epsilon: 1e-3, delta },
      algorithm: "outermost",
    }),
  "a threshold by interior points at epsilon 1e-6": () =>
    logstar.learnThreshold({
      ...{ x: [1], y: [1], epsilon: 1e-6, delta },
      algorithm: "interior-point",
    }),
  "a monitor of heavy hitters with 10,000 a user": () =>
    new logstar.HeavyHitterMonitor({ epsilon: 1, delta, perUser: 1e4, steps: 10 }),
  "Gaussian group discovery of 10^6 groups a user under replace at epsilon 0.001": () =>
    logstar.accuracy.discoverGroups({
      ...{ epsilon: 1e-3, delta, perUser: 1e6 },
      ...{ noise: "gaussian", neighbors: "replace" },
    }),
  "a plan of interior points of 2^22 bits": () =>
    logstar.plan.interiorPoint({ epsilon: 1, delta, bits: 2 ** 22 }),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} takes fewer steps than 100 ms do`, () => {
    const { steps, thrown } = stepsOf(call, most);
    assert.equal(thrown, undefined);
    assert.ok(steps > 0);
  });
}

const some = (count, numberAt) => Float64Array.from({ length: count }, (_, i) => numberAt(i));

// Regression: a window of ranks was cut to 32 bits, so each draw weighed all users exactly.
test("a median of 100,000 users takes at most 100 steps for each", () => {
  const [values, users] = [some(1e5, (i) => (i * 7919) % 100003), some(1e5, (i) => i)];
  const { steps, thrown } = stepsOf(() => logstar.median({ values, users }, { epsilon: 1 }), 1e7);
  assert.equal(thrown, undefined);
  assert.ok(steps > 0);
});

// Regression: each run was read twice, and sought among the likely values each time: 331 steps.
test("a median that weighs all of 100,000 records takes at most 200 steps for each", () => {
  const values = some(1e5, (i) => (i * 7919) % 100003);
  const { steps, thrown } = stepsOf(() => logstar.median(values, { epsilon: 1e-5 }), 2e7);
  assert.equal(thrown, undefined);
  assert.ok(steps > 1e5, `${steps}`); // it weighs them all
});

/** Records from numbers between 0 and 100, which are all different and in no order, and from their places. */
const shapes = {
  "a fifth of them spread, the others zero": (x, i) => (i % 5 === 0 ? x : 0),
  "half of them zero": (x, i) => (i % 2 === 0 ? x : 0),
  "two adjacent numbers": (x) => Math.floor(x / 50),
  "one to five": (x) => 1 + Math.floor(x / 20),
  "0 to 120": (x) => Math.floor(1.21 * x),
  "a third of them in the middle": (x, i) => (i % 3 === 0 ? 50 : x),
  "ten numbers, and others among them": (x, i) => 45 + (i % 9 === 0 ? x / 10 : Math.floor(x / 10)),
  "all equal": () => 7,
  "one in 83 at zero, and the others spread": (x, i) => (i % 83 === 0 ? 0 : x),
};
const records = 5e5;
const rowOfEach = some(records, (i) => i);
const medians = {
  doubles: (values) => logstar.median(values, { epsilon: 1 }),
  "a number a user": (values) => logstar.median({ values, users: rowOfEach }, { epsilon: 1 }),
  texts: (values) =>
    logstar.median(Array.from(values, String), { epsilon: 1, domain: logstar.text(16) }),
};

// Regression: the sample took every 125th of records that alternate, all of one kind; and equal records were tallied
// with others until there were too many. Then all records were sorted and weighed, in 50 times the time.
for (const [name, median] of Object.entries(medians)) {
  test(`a median of ${name} takes at most twice the steps of spread ones, whatever of them is equal`, () => {
    const stepsFor = (shape) => {
      const values = some(records, (i) => shape(((i * 61_803) % records) / (records / 100), i));
      const { steps, thrown } = stepsOf(() => median(values), 100 * records);
      assert.equal(thrown, undefined);
      return steps;
    };
    const spread = stepsFor((x) => x);
    for (const [shape, of] of Object.entries(shapes)) {
      const steps = stepsFor(of);
      assert.ok(steps <= 2 * spread, `${shape}: ${steps} steps for ${spread}`);
    }
  });
}

test("control: a search one by one exceeds the steps, and the same by halves does not", () => {
  // The least n with n epsilon >= 1.
  const module = counted(
    assembled(`(module
      (func (export "oneByOne") (param $epsilon f64) (result f64) (local $n f64)
        (loop $next
          (local.set $n (f64.add (local.get $n) (f64.const 1)))
          (br_if $next (f64.lt (f64.mul (local.get $n) (local.get $epsilon)) (f64.const 1))))
        (local.get $n))
      (func (export "byDoubling") (param $epsilon f64) (result f64) (local $n f64)
        (local.set $n (f64.const 1))
        (loop $next
          (local.set $n (f64.add (local.get $n) (local.get $n)))
          (br_if $next (f64.lt (f64.mul (local.get $n) (local.get $epsilon)) (f64.const 1))))
        (local.get $n)))`),
  );
  const [{ module: from }] = WebAssembly.Module.imports(module);
  const { exports } = new WebAssembly.Instance(module, withCounter({ [from]: {} }));
  assert.ok(stepsOf(() => exports.oneByOne(1e-9), most).thrown instanceof TooManySteps);
  const { steps, value } = stepsOf(() => exports.byDoubling(1e-9), most);
  assert.ok(steps > 20 && steps < 100, `${steps}`);
  assert.ok(value >= 1e9);
  assert.ok(stepsOf(() => exports.oneByOne(1e-3), most).steps >= 1000);
});
