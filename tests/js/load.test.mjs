import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import test from "node:test";
import { load, median } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

test("any call before load() is rejected with a sentence that names the remedy", () => {
  assert.throws(() => median([1, 2, 3], { epsilon: 1 }), {
    message: "logstar is not loaded yet: await load() before anything else",
  });
});

test("without a source of random bits loading fails closed, and can be retried", async () => {
  const real = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  await assert.rejects(load(), { name: "EntropyUnavailable" });
  Object.defineProperty(globalThis, "crypto", { value: real, configurable: true });
});

test("load() finds the .wasm by itself, by URL, by text, in bytes and in a Response", async () => {
  const url = new URL("../../dist/logstar.wasm", import.meta.url);
  const bytes = await readFile(url);
  const response = () => new Response(bytes, { headers: { "content-type": "application/wasm" } });
  const buffer = new Uint8Array(bytes).buffer;
  const sources = [undefined, url, url.href, bytes, buffer, response()];
  for (const [index, wasm] of sources.entries()) {
    // The file under another address is a separate module.
    const { load: loadHere, call } = await import(`../../dist/core/load.js?${index}`);
    await loadHere(wasm === undefined ? undefined : { wasm });
    assert.equal(typeof call("interiorPlans", planRequest).rankError, "number");
  }
});

test("over HTTP the module compiles while streaming if its type is exactly application/wasm, otherwise after the download", async (t) => {
  const bytes = await readFile(new URL("../../dist/logstar.wasm", import.meta.url));
  const types = ["application/wasm", "application/wasm; charset=utf-8", "text/plain", undefined];
  const server = createServer(({ url }, response) => {
    const type = types[url.slice(1)];
    if (type !== undefined) response.setHeader("content-type", type);
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const streaming = t.mock.method(WebAssembly, "compileStreaming");
  for (const index of types.keys()) {
    const { load: loadHere, call } = await import(`../../dist/core/load.js?http${index}`);
    await loadHere({ wasm: `http://127.0.0.1:${server.address().port}/${index}` });
    assert.equal(typeof call("interiorPlans", planRequest).rankError, "number");
    assert.equal(streaming.mock.callCount(), 1);
  }
});

const domain = { type: "bigIntegers", bits: 8 };
const planRequest = { domain, epsilon: 1, delta: 0, confidence: 0.9, neighbors: "add-remove" };

test("a foreign .wasm is rejected, and load() can be retried", async () => {
  const { load: loadHere, call } = await import("../../dist/core/load.js?refusals");
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const importing = Uint8Array.of(...empty, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0);
  const foreign = { message: "this .wasm does not belong to this version of logstar" };
  await assert.rejects(loadHere({ wasm: empty }), foreign);
  await assert.rejects(loadHere({ wasm: importing }), foreign);
  await assert.rejects(loadHere({ wasm: Uint8Array.of(1, 2, 3) }), WebAssembly.CompileError);
  const absent = new URL("no-such-file.wasm", import.meta.url);
  await assert.rejects(loadHere({ wasm: absent }), { code: "ENOENT" });
  await assert.rejects(loadHere({ wasm: absent.href }), { code: "ENOENT" });
  await assert.rejects(loadHere({ wasm: new Response("", { status: 404 }) }), {
    message: "logstar.wasm could not be fetched: HTTP 404",
  });
  await assert.rejects(loadHere({ wasm: 5 }), {
    name: "TypeError",
    message:
      "wasm must be a URL, its text, an ArrayBuffer, a typed array, a Response or a WebAssembly.Module, got 5",
  });
  await assert.rejects(loadHere({ wsam: 1 }), {
    name: "TypeError",
    message: "load: unknown option wsam; known are wasm",
  });
  await assert.rejects(loadHere(null), { message: "load: options must be an object, got null" });
  assert.throws(() => call("interiorPlans", planRequest), /not loaded yet/);
  await loadHere();
  assert.equal(typeof call("interiorPlans", planRequest).rankError, "number");
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
  assert.equal(typeof median([1, 2, 3], { epsilon: 1, abstain: false }).value, "number");
});

test("loadForTesting() throws once the platform's source is in use", async () => {
  await assert.rejects(loadForTesting({ seed: 1 }), /already loaded with another source/);
});

test("a source that starts to fail stops every draw with EntropyUnavailable", () => {
  const real = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", {
    value: {
      getRandomValues() {
        throw new Error("no more entropy");
      },
    },
    configurable: true,
  });
  // The buffer may still contain earlier bits; after them the failure shows.
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
  assert.equal(typeof median([1, 2, 3], { epsilon: 1, abstain: false }).value, "number");
});
