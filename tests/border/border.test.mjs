// The border between JavaScript and WebAssembly: exceptions, memory, stack.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call } from "../../dist/core/load.js";
import { load, median } from "../../dist/index.js";
import { bareCore } from "./bare-core.mjs";

Error.stackTraceLimit = 0; // collecting stack traces dominates the cost of errors
// Sanitizers keep freed memory, to detect its use, and stop half-way if the stack is full.
const isSanitized = process.env.SANITIZED !== undefined;
const plainly = { skip: isSanitized && "no test of a sanitized module" };
const many = Float64Array.from({ length: 20000 }, (_, i) => i);
let core;
let memory;

before(async () => {
  await load();
  ({ core, memory } = await bareCore());
});

const request = {
  algorithm: "exponential",
  epsilon: 1,
  delta: 0,
  neighbors: "add-remove",
  confidence: 0.95,
  outside: "throw",
  kind: "numbers",
  domain: { type: "reals", min: 0 },
};

function outcome(name, ...args) {
  const stack = core.stackSave();
  try {
    return core[name](...args)?.error?.type ?? "no error";
  } catch (error) {
    core.stackRestore(stack);
    return `thrown ${error.name}`;
  }
}

/** The size of the core's memory, its number of JavaScript handles, and its stack pointer. */
const state = () => [
  isSanitized ? 0 : memory.buffer.byteLength,
  ...[core.count_emval_handles(), core.stackSave()],
];

/** The growth of the core's state after 20,000 failing calls. */
function leftBy(name, ...args) {
  const before = state();
  for (let i = 0; i < 20000; ++i) outcome(name, ...args);
  return state().map((count, i) => count - before[i]);
}

test("20,000 errors of a check leave no memory, handle or stack behind", () => {
  const bad = { ...request, epsilon: -1 };
  assert.equal(outcome("claimRank", bad), "RangeError");
  assert.deepEqual(leftBy("claimRank", bad), [0, 0, 0]);
});

test("20,000 errors that carry data leave no memory, handle or stack behind", plainly, () => {
  // The first such call keeps the names of the properties that it reads.
  const column = new Float64Array([-1, 1]);
  assert.equal(outcome("drawRank", column, request, request), "RangeError");
  assert.deepEqual(leftBy("drawRank", column, request, request), [0, 0, 0]);
});

test("20,000 JavaScript exceptions across the core leave no memory, handle or stack behind", () => {
  assert.equal(outcome("claimRank", undefined), "thrown TypeError");
  assert.deepEqual(leftBy("claimRank", undefined), [0, 0, 0]);
});

test("control: such an exception consumes some stack unless the stack is restored", () => {
  const stack = core.stackSave();
  assert.throws(() => core.claimRank(undefined), TypeError);
  assert.ok(core.stackSave() < stack);
  core.stackRestore(stack);
});

test("web/ restores the stack: draws work after 70,000 exceptions", () => {
  // They would fill a stack of 1 MB, with at least 16 bytes each.
  for (let i = 0; i < 70_000; ++i) {
    try {
      call("claimRank", undefined);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  assert.ok(Math.abs(median(many, { epsilon: 1 }).value - 10000) < 72);
});

test("a full call stack stops only the draw that fills it", plainly, () => {
  let failed = 0;
  const dive = () => {
    try {
      dive();
    } catch {
      if (failed >= 200) return;
      ++failed;
      median([1, 2, 3], { epsilon: 1 });
    }
  };
  try {
    dive();
  } catch (error) {
    assert.ok(error instanceof RangeError);
  }
  assert.ok(failed > 0);
  assert.ok(Math.abs(median(many, { epsilon: 1 }).value - 10000) < 72);
});

test("nonsense passed to a bound function never stops the module", plainly, () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error("trap");
      },
    },
  );
  const nonsense = [undefined, null, 1, "x", {}, [], () => {}, Symbol("s"), 1n, trap]
    .concat([{ epsilon: "x" }, { domain: 1 }, { domain: { type: 3 } }, { ...request, outside: 1 }])
    .concat([{ ...request, domain: { type: "integers", loLow: 1, loHigh: "x" } }]);
  const ofTheGlue = ["instantiateWasm", "stackSave", "stackRestore", "setEntropy"];
  const bound = Object.keys(core).filter(
    (name) =>
      typeof core[name] === "function" &&
      /^[a-z]+([A-Z]\w*)?$/.test(name) &&
      !ofTheGlue.includes(name),
  );
  assert.ok(bound.length > 100, bound.join());
  for (const name of bound) {
    for (const first of nonsense) {
      for (const second of [undefined, {}, request]) outcome(name, first, second, second);
    }
  }
  assert.ok(core.claimRank(request).accuracy.error > 0);
});

// The exponential mechanism reads a typed array in place; cut choice sorts all keys.
test("data larger than the memory are rejected, and the module continues", () => {
  const large = new Uint8Array(2 ** 29);
  assert.throws(() => median(large, { epsilon: 1, delta: 1e-6, algorithm: "cut" }), {
    name: "RangeError",
    message: "the data must fit into the 4 GiB of WebAssembly memory",
  });
  assert.ok(Math.abs(median(many, { epsilon: 1 }).value - 10000) < 72);
});

// Cause: an allocator added a size to an address past 4 GiB, and so took a freed block for large enough.
test("data larger than the free memory are rejected after a large block was freed, and the module continues", () => {
  core.drawRank(new Float64Array(2 ** 25), request, request);
  const held = memory.buffer.byteLength;
  for (const bytes of [2 ** 32 - 2 ** 20, 2 ** 32 - 2 ** 17, 2 ** 32 - 2 ** 16]) {
    assert.equal(outcome("drawRank", { length: bytes / 8 }, request, request), "RangeError");
  }
  assert.equal(memory.buffer.byteLength, held);
  assert.equal(outcome("drawRank", many, { ...request, outside: "clamp" }, request), "no error");
});

test("a column is copied: later calls and growing memory leave it unchanged", () => {
  const column = Float64Array.from(many);
  median(column, { epsilon: 1 });
  median(new Float64Array(3e6), { epsilon: 1 });
  assert.deepEqual(column, many);
  assert.equal(column.buffer.byteLength, 8 * many.length);
});

// JavaScript refuses them first. A core that trusted the lengths read past the end of the shorter column.
test("the core itself rejects columns and labels of different lengths", () => {
  const { domain } = request;
  const layout = (records) => ({ kind: "numbers", outside: "clamp", domain, records });
  const column = (records) => ({ data: new Float64Array(records), layout: layout(records) });
  const boxes = { ...request, algorithm: "outermost", delta: 1e-6, domains: [domain, domain] };
  const drawn = (lengths, labels) =>
    outcome(
      "drawRectangle",
      { columns: lengths.map(column), labels: new Uint8Array(labels) },
      boxes,
      { epsilon: 1, delta: 1e-6 },
    );
  assert.equal(drawn([3, 3], 3), "no error");
  assert.equal(drawn([3, 2], 3), "RangeError");
  assert.equal(drawn([3, 3], 2), "RangeError");
  assert.equal(drawn([3], 3), "RangeError");
});

// Cause: Embind's conversion of text drops a leading byte order mark.
test("text crosses intact in both directions: a byte order mark, a NUL, more than 16 bits", () => {
  const { id } = core.createLedger({
    epsilon: 9,
    delta: 0,
    neighbors: "add-remove",
    composition: "basic",
    tail: 0,
  });
  for (const mechanism of [
    `\ufeff${"mine".repeat(9)}`,
    "a\0b",
    "\u{1f600}",
    "",
    "é".repeat(2000),
  ]) {
    core.spend(id, {
      mechanism,
      epsilon: 0.1,
      delta: 0,
      neighbors: "add-remove",
      boundedRange: false,
    });
    assert.ok(core.ledgerEntries(id).texts.includes(mechanism));
  }
  core.disposeLedger(id);
});
