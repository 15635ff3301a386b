// The memory of draws is at most the memory of the data. A request by public parameters for more memory than
// available is rejected before the charge.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import * as logstar from "../../dist/index.js";

await logstar.load();

function memoryOf(...asked) {
  const script = fileURLToPath(new URL("memory-of.mjs", import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, ...asked.map(String)]));
}

/** For the core, and for memory that grows early by up to a fifth, at most 96 MiB. */
const spare = 2 ** 26;

// Regression: all records equal to a rank were copied several times, with room for twice the number.
test("a median of equal doubles needs half as much memory again as the doubles, for any number of equal ones", () => {
  for (const [share, algorithm] of [
    [0.8, "cut"],
    [1, "cut"],
    [0.8, "exponential"],
  ]) {
    const { input, bytes } = memoryOf(1e7, share, algorithm);
    assert.ok(bytes < 1.5 * input + spare, `${share} equal, ${algorithm}: ${bytes} of ${input}`);
  }
});

test("a request beyond the memory by its public parameters is rejected before the charge", () => {
  const size = 2n ** 64n;
  const runs = [
    { width: size / 2n, quality: 1 },
    { width: size / 2n, quality: 4 },
  ];
  const delta = 1e-6;
  const calls = {
    "a data set that fits": (ledger) =>
      logstar.quasiConcaveMax(runs, {
        size,
        epsilon: 1e-5,
        delta,
        algorithm: "cumulative-tree-log",
        ledger,
      }),
    "a window that fits": (ledger) =>
      logstar.median([1, 2], { epsilon: 1e-6, delta, algorithm: "tree-log-slices", ledger }),
    "a window that fits, of wide keys": (ledger) =>
      logstar.median([1n, 2n], {
        ...{ epsilon: 1, delta, algorithm: "rec-concave", ledger },
        domain: logstar.bigIntegers(2 ** 24),
      }),
  };
  for (const [what, call] of Object.entries(calls)) {
    const ledger = new logstar.Ledger({ epsilon: 1, delta: 0.1 });
    assert.throws(() => call(ledger), {
      name: "RangeError",
      message: new RegExp(
        `^epsilon must be large enough for ${what.split(",")[0]} into memory, got `,
      ),
    });
    assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 }, what);
  }
  const ledger = new logstar.Ledger({ epsilon: 1, delta: 0.1 });
  const { record } = logstar.quasiConcaveMax(runs, { size, epsilon: 1e-5, delta, ledger });
  assert.equal(record.parameters.algorithm, "exponential");
});

test("boxes of 100,000 public points are rejected with a RangeError, also if an axis has NaNs", () => {
  const n = 1e5;
  const axis = Float64Array.from({ length: n }, (_, i) => (i * 7919) % n);
  const holes = axis.map((value, i) => (i % 97 === 0 ? Number.NaN : value));
  for (const x of [
    [axis, axis],
    [axis, holes],
    [holes, axis.map((value) => -value)],
  ]) {
    const options = { x, y: new Uint8Array(n), rules: "boxes", unlabelled: x, epsilon: 1 };
    assert.throws(() => logstar.learnSemiPrivate(options), {
      name: "RangeError",
      message: /^public points must be few enough for 4 10\^9 boxes/,
    });
  }
  const empty = [axis, new Float64Array(n).fill(Number.NaN)];
  const none = { x: empty, y: new Uint8Array(n), rules: "boxes", unlabelled: empty, epsilon: 1 };
  assert.ok(logstar.learnSemiPrivate(none).value instanceof logstar.RectangleHypothesis);
  assert.equal(logstar.median([1, 2, 3], { epsilon: 1 }).record.epsilon, 1);
});
