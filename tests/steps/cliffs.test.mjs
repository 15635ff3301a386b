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

// Regression: the sample took every 125th record, all of one kind, and then all records were sorted.
test("a median of records that alternate takes at most five steps for each", () => {
  const values = some(2e6, (i) => (i % 5 === 0 ? (i * 7919) % 100003 : 0));
  const { steps, thrown } = stepsOf(
    () => logstar.median(values, { epsilon: 1 }),
    5 * values.length,
  );
  assert.equal(thrown, undefined);
  assert.ok(steps > 0);
});

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
