// Anything at all given to any export: an answer, or an error that is documented, before a ledger is
// charged; never a trap, a hang or a number from broken parameters.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { calls, others } from "./valid-calls.mjs";

await logstar.load();

function detached(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

const bad = [
  ...[Number.NaN, -0, 0, -1, 1, 1.5, 2, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[5e-324, 1e-320, 1e-300, 1e-17, 1 - 2 ** -53, 1e9, 1e300, 2 ** 53, -(2 ** 63), 1e308],
  ...[0n, -1n, 7n, 2n ** 70n, undefined, null, true, false, Symbol("s"), () => 1, () => []],
  ...["", "x", "\0", "a\0b", "\ud800", "\udc00\ud800", "NaN", "add-remove", "{", "null"],
  ...[{}, { length: 3 }, { length: -1 }, { length: 1e12 }, Object.create(null), new Date(Number.NaN)],
  ...[[], [5], [[]], [undefined, null], [Number.NaN, -0, Number.POSITIVE_INFINITY], Array(3)],
  ...[["\0", "\ud800", "ok"], [1, "a", 2n], [1n, 2n], [{}], Array(100).fill(7), [0.5, 0.2], [0, 1]],
  ...[new Map(), new Map([["a", Number.NaN]]), new Set([1, 2]), new Uint8Array(0), new Uint8Array(9)],
  ...[Float64Array.of(Number.NaN, -0, Number.POSITIVE_INFINITY), BigInt64Array.of(-5n, 2n ** 62n)],
  ...[new ArrayBuffer(8), detached(new Float64Array(60)), new DataView(new ArrayBuffer(8))],
  ...[{ users: [1], items: [] }, { items: ["a"], counts: [-1] }, [{ item: "a", count: Number.NaN }]],
  ...[logstar.integers(0, 3), logstar.text(3), logstar.bigIntegers(70), { core: {}, name: "x" }],
];

const documented = ["RangeError", "TypeError", "BudgetExceeded"];

/** Does a call; returns what it threw, once that has been found to be an error a user may meet, and
 *  the ledger, unless it was rightly charged for an object that was made. */
function attempt(name, args, described) {
  const { of, use, ledger } = calls[name];
  let kept;
  let paid = false;
  if (ledger !== undefined && typeof args[ledger] === "object" && args[ledger] !== null) {
    kept = new logstar.Ledger({ epsilon: 9999, delta: 0.5 });
    if (!("ledger" in args[ledger])) args[ledger] = { ...args[ledger], ledger: kept };
  }
  const start = performance.now();
  let thrown;
  try {
    const made = of(...args);
    paid = use !== undefined;
    use?.(made, ...args);
  } catch (error) {
    thrown = error;
  }
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < 20, `${described} took ${seconds} s`);
  if (thrown !== undefined) {
    assert.ok(documented.includes(thrown?.name), `${described} threw ${thrown?.stack ?? thrown}`);
    assert.ok(thrown.message.length > 0, described);
  }
  return { thrown, kept: paid ? undefined : kept };
}

/** Every place in a call where something else can stand: arguments, and options by name. */
function placesOf(args) {
  return args.flatMap((argument, i) => {
    const plain = argument !== null && typeof argument === "object";
    if (!plain || Object.getPrototypeOf(argument) !== Object.prototype) return [[i]];
    return [[i], ...Object.keys(argument).map((option) => [i, option])];
  });
}

function put(args, [i, option], value) {
  args[i] = option === undefined ? value : { ...args[i], [option]: value };
}

const shown = (value) => {
  if (typeof value === "function" || typeof value === "symbol") return typeof value;
  if (ArrayBuffer.isView(value)) return value.constructor.name;
  return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? "nothing";
};

test("every export has a valid call here, or takes nothing", () => {
  assert.deepEqual([...Object.keys(calls), ...others].sort(), Object.keys(logstar).sort());
  for (const [name, { args }] of Object.entries(calls)) {
    assert.equal(attempt(name, args(), name).thrown, undefined, name);
  }
});

for (const name of Object.keys(calls)) {
  test(`${name}: each argument and option in turn replaced by everything that is wrong`, () => {
    for (const place of placesOf(calls[name].args())) {
      for (const value of bad) {
        const args = calls[name].args();
        put(args, place, value);
        const described = `${name} with ${shown(value)} as ${place.join(".")}`;
        const { thrown, kept } = attempt(name, args, described);
        if (thrown === undefined || kept === undefined) continue;
        assert.deepEqual(kept.spent, { epsilon: 0, delta: 0 }, described);
      }
    }
  });
}

/** The paths to every part of plain data. */
function pathsOf(plain, path = []) {
  if (plain === null || typeof plain !== "object") return [path];
  return [path, ...Object.keys(plain).flatMap((key) => pathsOf(plain[key], [...path, key]))];
}

test("a saved ledger with any of its parts replaced is refused by a documented error, or resumed", () => {
  const ledger = new logstar.Ledger({ epsilon: 9, delta: 0.1 });
  const [part] = ledger.parallel(2, "two countries");
  logstar.laplaceCount(5, { epsilon: 1, ledger });
  logstar.laplaceCount(5, { epsilon: 1, ledger: part });
  new logstar.TopKSession({ outcomes: 5, calls: 2, epsilon: 1, delta: 1e-6, ledger }).dispose();
  const saved = JSON.stringify(ledger);
  const paths = pathsOf(JSON.parse(saved)).filter(([first]) => first !== undefined);
  assert.ok(paths.length > 40);
  for (const path of paths) {
    for (const value of bad) {
      const plain = JSON.parse(saved);
      const last = path.at(-1);
      const parent = path.slice(0, -1).reduce((at, key) => at[key], plain);
      parent[last] = value;
      const described = `a ledger with ${shown(value)} as ${path.join(".")}`;
      try {
        logstar.Ledger.fromJSON(plain).dispose();
      } catch (error) {
        assert.ok(documented.includes(error?.name), `${described} threw ${error?.stack ?? error}`);
      }
    }
  }
});

test("1,000 calls with several wrong values at once", () => {
  let state = 20201123; // a fixed seed: Numerical Recipes' congruential generator
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const names = Object.keys(calls);
  for (let i = 0; i < 1000; ++i) {
    const name = names[random(names.length)];
    const args = calls[name].args();
    const places = placesOf(args).filter((place) => place.length > 1 || random(4) === 0);
    const changed = [];
    for (let j = 0; j < 3 && places.length > 0; ++j) {
      const place = places[random(places.length)];
      const value = bad[random(bad.length)];
      put(args, place, value);
      changed.push(`${place.join(".")} = ${shown(value)}`);
    }
    attempt(name, args, `${name} with ${changed.join(", ")}`);
  }
});

test("after all that the module still answers as it should", () => {
  const { value } = logstar.median(Float64Array.from({ length: 5000 }, (_, i) => i), { epsilon: 1 });
  assert.ok(Math.abs(value - 2500) < 100, `${value}`);
});
