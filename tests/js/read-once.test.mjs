// Arguments are read once. A getter with a different answer at the second read gains nothing in the checks of
// options, in the charge or in the record.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { isPlain } from "./bad-values.mjs";
import { calls as functionCalls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";
import { namespaceCalls } from "./valid-namespace-calls.mjs";

await logstar.load();

const grouped = () => ({ values: [1, 2, 3], counts: [4, 5, 6] });
const { epsilon, delta } = { epsilon: 1, delta: 1e-3 };

/** Columns of counts, for functions that accept them. */
const ofCounts = {
  "interiorPoint, counts": {
    of: logstar.interiorPoint,
    args: () => [grouped(), { epsilon, delta }],
  },
  "quantile, counts": { of: logstar.quantile, args: () => [grouped(), 0.3, { epsilon }] },
  "quantiles, counts": {
    of: logstar.quantiles,
    args: () => [grouped(), [0.3], { epsilon, delta }],
  },
  "sanitizeThresholds, counts": {
    of: logstar.sanitizeThresholds,
    args: () => [grouped(), { epsilon }],
  },
  "sanitizePoints, counts": {
    of: logstar.sanitizePoints,
    args: () => [
      { ...grouped(), perUser: 1 },
      { epsilon, delta },
    ],
  },
  "topK, counts": {
    of: logstar.topK,
    args: () => [
      { ...grouped(), perUser: 2 },
      { k: 2, epsilon, delta },
    ],
  },
  "TopKSession.topK, columns": {
    of: (...asked) =>
      new logstar.TopKSession({ outcomes: 3, calls: 2, epsilon, delta }).topK(...asked),
    args: () => [
      { users: [1, 2], items: ["a", "b"] },
      { k: 1, perUser: 1 },
    ],
  },
};

const calls = { ...functionCalls, ...memberCalls, ...namespaceCalls, ...ofCounts };

/** Options that are lists. The contents of a column may be read again: it is passed as a whole. */
const listed = ["groups", "edges", "items", "rules"];
/** Identified by their kind, not by their contents. */
const known = ["domain", "ledger"];

/**
 * A copy of the object or list that returns each value once and something different afterwards.
 * @param {any} value
 * @param {string} place
 * @param {Set<string>} again the second reads
 */
function readableOnce(value, place, again) {
  const read = new Set();
  return new Proxy(value, {
    get(target, name, receiver) {
      const own = Object.hasOwn(target, name) && name !== "length";
      if (!own) return Reflect.get(target, name, receiver);
      if (read.has(name)) {
        again.add(`${place}.${String(name)}`);
        return Symbol("read again");
      }
      read.add(name);
      const found = target[name];
      const isList = Array.isArray(found) && listed.includes(name) && "epsilon" in target;
      const isObject = isPlain(found) && !known.includes(name);
      return isList || isObject ? readableOnce(found, `${place}.${String(name)}`, again) : found;
    },
  });
}

for (const [name, { of, use, args, ledger }] of Object.entries(calls)) {
  test(`${name}: its arguments are read once`, () => {
    const given = args();
    if (ledger !== undefined) {
      given[ledger] = { ...given[ledger], ledger: new logstar.Ledger({ epsilon: 99, delta: 0.5 }) };
    }
    const again = new Set();
    const once = given.map((value, i) =>
      isPlain(value) ? readableOnce(value, `${i}`, again) : value,
    );
    let thrown;
    try {
      const made = of(...once);
      use?.(made, ...once);
    } catch (error) {
      thrown = error;
    }
    assert.deepEqual([...again], [], `${thrown}`);
    assert.equal(thrown, undefined);
  });
}
