// What crosses between JavaScript and WebAssembly, and what must not: exceptions, memory, stack.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { call } from "../../dist/core/load.js";
import { takenFrom } from "../../dist/core/second.js";
import { load, median } from "../../dist/index.js";
import createCore from "../../dist/logstar.js";

Error.stackTraceLimit = 0; // collecting stack traces is what errors cost most
const many = Float64Array.from({ length: 20000 }, (_, i) => i);
let core;
let memory;

before(async () => {
  await load();
  // Built with sanitizers it is whole: there is no second one.
  const [module, second] = ["logstar", "logstar-second"]
    .map((name) => new URL(`../../dist/${name}.wasm`, import.meta.url))
    .filter((file) => existsSync(file))
    .map((file) => new WebAssembly.Module(readFileSync(file)));
  core = await createCore({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
      done(instance, module);
      if (second) new WebAssembly.Instance(second, { a: takenFrom(instance) });
      return instance.exports;
    },
  });
  core._logstar_bind_second();
  core.callBound("setEntropy", [(bytes) => crypto.getRandomValues(bytes) && true]);
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
  const stack = core._logstar_stack();
  try {
    return core.callBound(name, args)?.error?.type ?? "no error";
  } catch (error) {
    core._logstar_restore_stack(stack);
    return `thrown ${error.name}`;
  }
}

/** 20,000 calls that fail, and what is left of them in the core. */
function leftBy(name, ...args) {
  const before = [memory.buffer.byteLength, core.held.length, core._logstar_stack()];
  for (let i = 0; i < 20000; ++i) outcome(name, ...args);
  const after = [memory.buffer.byteLength, core.held.length, core._logstar_stack()];
  return after.map((count, i) => count - before[i]);
}

test("20,000 errors of a check leave no memory, no handle and no stack behind", () => {
  const bad = { ...request, epsilon: -1 };
  assert.equal(outcome("claimRank", bad), "RangeError");
  assert.deepEqual(leftBy("claimRank", bad), [0, 0, 0]);
});

test("20,000 errors that carry data leave nothing behind either", () => {
  assert.equal(outcome("drawRank", [-1, 1], request, request), "RangeError");
  assert.deepEqual(leftBy("drawRank", new Float64Array([-1, 1]), request, request), [0, 0, 0]);
});

test("20,000 JavaScript exceptions across the core leave nothing behind", () => {
  assert.equal(outcome("claimRank", undefined), "thrown TypeError");
  assert.deepEqual(leftBy("claimRank", undefined), [0, 0, 0]);
});

test("the control: unless the stack is put back, such an exception costs some of it", () => {
  const stack = core._logstar_stack();
  assert.throws(() => core.callBound("claimRank", [undefined]), TypeError);
  assert.ok(core._logstar_stack() < stack);
  core._logstar_restore_stack(stack);
});

test("web/ puts the stack back: 70,000 exceptions later draws are still drawn", () => {
  // A stack of 1 MB is full of what they leave, 16 bytes at the least.
  for (let i = 0; i < 70_000; ++i) {
    try {
      call("claimRank", undefined);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  assert.ok(Math.abs(median(many, { epsilon: 1 }).value - 10000) < 72);
});

test("a call stack that is full stops a draw, and only that one", () => {
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

test("nonsense given to a bound function never stops the module", () => {
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
  const bound = Object.keys(core).filter((name) => /^(?!set)[a-z]+([A-Z]\w*)?$/.test(name));
  assert.ok(bound.includes("drawRank") && bound.includes("drawTopK"), bound.join());
  for (const name of bound.filter((one) => !/^(instantiateWasm|callBound|held)$/.test(one))) {
    for (const first of nonsense) {
      for (const second of [undefined, {}, request]) outcome(name, first, second, second);
    }
  }
  assert.ok(core.callBound("claimRank", [request]).accuracy.error > 0);
});

test("more data than memory is refused, and the module works on", () => {
  assert.throws(() => median(new Uint8Array(2 ** 29), { epsilon: 1 }), {
    name: "RangeError",
    message: "the data must fit into the 4 GiB of WebAssembly memory",
  });
  assert.ok(Math.abs(median(many, { epsilon: 1 }).value - 10000) < 72);
});

// Cause: an allocator that added a size to an address, past 4 GiB, took a freed block for large enough.
test("more than memory leaves refuses, and the module works on, if a large block was freed before", () => {
  core.callBound("drawRank", [new Float64Array(2 ** 25), request, request]);
  const held = memory.buffer.byteLength;
  for (const bytes of [2 ** 32 - 2 ** 20, 2 ** 32 - 2 ** 17, 2 ** 32 - 2 ** 16]) {
    assert.equal(outcome("drawRank", { length: bytes / 8 }, request, request), "RangeError");
  }
  assert.equal(memory.buffer.byteLength, held);
  assert.equal(outcome("drawRank", many, { ...request, outside: "clamp" }, request), "no error");
});

test("a column is copied: later calls and growing memory leave it alone", () => {
  const column = Float64Array.from(many);
  median(column, { epsilon: 1 });
  median(new Float64Array(3e6), { epsilon: 1 });
  assert.deepEqual(column, many);
  assert.equal(column.buffer.byteLength, 8 * many.length);
});

// JavaScript refuses them before; a core that trusted it read past the end of the shorter column.
test("the core refuses columns and labels of different lengths by itself", () => {
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
