// Embind's handles of JavaScript values, and the stack pointer, after calls that end in each way.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { bareCore } from "./bare-core.mjs";

Error.stackTraceLimit = 0; // collecting stack traces dominates the cost of errors

const terms = { epsilon: 1, delta: 1e-3, neighbors: "add-remove", confidence: 0.9 };
const loss = { epsilon: 1, delta: 1e-3 };
const pure = { epsilon: 1, delta: 0 };
const domain = { type: "integers", loLow: 0n, loHigh: 0, hiLow: 99n, hiHigh: 0 };
const rank = { ...terms, algorithm: "exponential", outside: "clamp", kind: "numbers", domain };
const ofText = { ...rank, domain: { type: "text", maxBytes: 4 } };
/** One text. */
const texts = {
  length: 1,
  part: () => ({ bytes: Uint8Array.of(97, 98), edges: Uint32Array.of(0, 2) }),
};
const top = {
  ...{ ...terms, k: 2, kBar: 5, perUser: 1, variant: "laplace", counts: true, countShare: 0.4 },
  ...{ protects: "users" },
};
const sums = {
  ...{ ...terms, perUser: 2, search: { delta: 1e-3, discoveryShare: 0.4 }, kind: "numbers" },
  noise: "laplace",
  ...{ of: { ...domain, parts: 1 }, domain, outside: "clamp" },
};
const rows = {
  ...{ users: Uint32Array.of(0, 0, 1), groups: Uint32Array.of(0, 1, 0), groupCount: 2 },
  column: Float64Array.of(1, 2, 3),
};

/** Each with its arguments, and the index of the request among them. A name ends at a comma. */
const calls = {
  claimRank: [[rank], 0],
  drawRank: [[Float64Array.of(1, 2, 3), rank, pure], 1],
  "drawRank, of text": [[texts, ofText, pure], 1],
  drawQuantiles: [
    [Float64Array.of(1, 2, 3), { ...rank, algorithm: "recursion", qs: [0.25, 0.5] }, pure],
    1,
  ],
  claimTopK: [[top], 0],
  drawTopK: [[Float64Array.of(2, 1), top, loss], 1],
  drawUserSum: [[rows, sums, loss], 1],
  compositionTotals: [
    [{ ...loss, steps: 1, kind: "approximate", adaptive: false, totalDelta: 1e-3 }],
    0,
  ],
  useStep: [
    [
      { ...loss, steps: 5, kind: "pure", used: 0, neighbors: "add-remove" },
      { ...loss, mechanism: "my öwn", neighbors: "add-remove", boundedRange: false },
    ],
    1,
  ],
};

let core;
before(async () => {
  ({ core } = await bareCore());
});

/** The object with one property read, by its index among all reads, that throws; and the number of reads. */
function watched(object, throwsAt) {
  const reads = { count: 0 };
  const get = (target, name) => {
    if (++reads.count === throwsAt) throw new EvalError("half-way");
    return target[name];
  };
  return { object: new Proxy(object, { get }), reads };
}

const nameOf = (label) => label.split(",")[0];
const withRequest = ([args, place], request) => args.with(place, request);

/** The growth of Embind's table of values after 5,000 calls, and the movement of the stack. */
function leftBy(name, argsOf, check) {
  const once = () => {
    const stack = core.stackSave();
    try {
      return core[nameOf(name)](...argsOf());
    } catch (error) {
      core.stackRestore(stack); // as web/core/load.js does
      return error;
    }
  };
  check(once()); // the first call fills the caches that later calls use
  const handles = core.count_emval_handles();
  const stack = core.stackSave();
  for (let i = 0; i < 5000; ++i) check(once());
  return [core.count_emval_handles() - handles, core.stackSave() - stack];
}

for (const [name, call] of Object.entries(calls)) {
  const [args, place] = call;

  test(`${name} leaves no handle and no stack behind if it answers`, () => {
    const good = (result) => assert.ok(result?.error === undefined, result?.error?.message);
    assert.deepEqual(
      leftBy(name, () => args, good),
      [0, 0],
    );
  });

  test(`${name} leaves no handle and no stack behind if it throws`, () => {
    const bad = withRequest(call, { ...args[place], epsilon: -1 });
    const refused = (result) => assert.equal(result?.error?.type, "RangeError");
    assert.deepEqual(
      leftBy(name, () => bad, refused),
      [0, 0],
    );
  });

  test(`${name} leaves no handle and no stack behind if JavaScript throws half-way through it`, () => {
    const { object, reads } = watched(args[place]);
    core[nameOf(name)](...withRequest(call, object));
    assert.ok(reads.count >= 3, `${reads.count} reads`);
    const half = Math.ceil(reads.count / 2);
    const thrown = (result) => assert.ok(result instanceof EvalError, `${result}`);
    assert.deepEqual(
      leftBy(name, () => withRequest(call, watched(args[place], half).object), thrown),
      [0, 0],
    );
  });
}

test("control: an exception across C++ moves the stack unless web/ restores it", () => {
  const stack = core.stackSave();
  assert.throws(() => core.claimRank(watched(rank, 3).object), EvalError);
  assert.notEqual(core.stackSave(), stack);
  core.stackRestore(stack);
});

test("control: the count includes a value that C++ keeps", () => {
  const handles = core.count_emval_handles();
  core.setEntropy(undefined);
  assert.equal(core.count_emval_handles(), handles - 1);
  core.setEntropy(() => false);
  assert.equal(core.count_emval_handles(), handles);
});
