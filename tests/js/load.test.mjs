import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load, median } from "../../dist/index.js";

test("anything before load() is refused with a sentence that says what to do", () => {
  assert.throws(() => median([1, 2, 3], { epsilon: 1 }), {
    message: "logstar is not loaded yet: await load() before anything else",
  });
});

test("without a source of random bits loading fails closed, and may be tried again", async () => {
  const real = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  await assert.rejects(load(), { name: "EntropyUnavailable" });
  Object.defineProperty(globalThis, "crypto", { value: real, configurable: true });
});

test("concurrent calls of load() share one instance", async () => {
  let compiled = 0;
  const compile = WebAssembly.compile;
  WebAssembly.compile = (bytes) => {
    ++compiled;
    return compile(bytes);
  };
  const wasm = await readFile(new URL("../../dist/logstar.wasm", import.meta.url));
  await Promise.all([load({ wasm }), load(), load()]);
  WebAssembly.compile = compile;
  assert.equal(compiled, 1);
  assert.equal(typeof median([1, 2, 3], { epsilon: 1 }).value, "number");
});

test("a source that starts to refuse stops every draw with EntropyUnavailable", () => {
  const real = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", {
    value: {
      getRandomValues() {
        throw new Error("no more entropy");
      },
    },
    configurable: true,
  });
  // The buffer may hold bits from before; they are used up, then the refusal shows.
  let thrown;
  for (let i = 0; i < 20000 && thrown === undefined; ++i) {
    try {
      median([1, 2, 3], { epsilon: 1 });
    } catch (error) {
      thrown = error;
    }
  }
  Object.defineProperty(globalThis, "crypto", { value: real, configurable: true });
  assert.equal(thrown?.name, "EntropyUnavailable");
  assert.match(thrown.message, /getRandomValues refused/);
  assert.equal(typeof median([1, 2, 3], { epsilon: 1 }).value, "number");
});
