import { EntropyUnavailable, unwrap } from "./errors.js";
import createCore from "./logstar.js";
import { checkOptions, describe } from "./options.js";

/**
 * The compiled core. Only this file holds it.
 * @typedef {Record<string, (...args: any[]) => any>} Core
 */

/**
 * Where to find the `.wasm` (a string is an address, relative to this module), or its bytes.
 * @typedef {URL | string | ArrayBuffer | ArrayBufferView | Response} WasmSource
 */

/** @type {Core | undefined} */
let instance;
/** @type {Promise<void> | undefined} */
let loading;
const platform = "the platform's cryptographic source";
let randomness = platform;

/**
 * Loads the WebAssembly core. Call it once before anything else; further calls, also concurrent ones,
 * share the first one's work.
 *
 * The module finds its own `logstar.wasm`: by file in Node, by URL in browsers and bundlers.
 *
 * @param {object} [options]
 * @param {WasmSource} [options.wasm] where else to find the `.wasm`, or its bytes
 * @returns {Promise<void>}
 * @throws {EntropyUnavailable} if the platform has no `crypto.getRandomValues`
 */
export async function load(options = {}) {
  checkOptions("load", options, ["wasm"]);
  return start(fillFromPlatform, options);
}

/**
 * For `load` and the testing entry.
 * @param {(bytes: Uint8Array) => boolean} fill
 * @param {{ wasm?: WasmSource }} options
 * @param {string} [source] what records say of the randomness
 */
export function start(fill, { wasm } = {}, source = platform) {
  if (loading !== undefined && source !== randomness) {
    throw new Error("logstar is already loaded with another source of randomness");
  }
  randomness = source;
  loading ??= instantiate(fill, wasm).catch((error) => {
    loading = undefined; // a later call may try again
    throw error;
  });
  return loading;
}

/** What records say of the randomness. */
export function randomnessSource() {
  return randomness;
}

/**
 * Calls a function of the core and throws the error it returns, if it does.
 * @param {string} name
 * @param {...any} args
 */
export function call(name, ...args) {
  if (instance === undefined) {
    throw new Error("logstar is not loaded yet: await load() before anything else");
  }
  const stack = instance._logstar_stack();
  try {
    return unwrap(instance[name](...args));
  } catch (error) {
    // The core returns its errors; but an exception of JavaScript's that crossed it (the call stack
    // was full, say) left its WebAssembly stack behind.
    instance._logstar_restore_stack(stack);
    throw error;
  }
}

/**
 * @param {(bytes: Uint8Array) => boolean} fill
 * @param {any} wasm
 */
async function instantiate(fill, wasm) {
  if (typeof globalThis.crypto?.getRandomValues !== "function") {
    throw new EntropyUnavailable("this platform has no crypto.getRandomValues");
  }
  const module = await compile(wasm ?? new URL("./logstar.wasm", import.meta.url));
  const core = await new Promise((resolve, reject) => {
    const fail = (/** @type {unknown} */ cause) =>
      reject(new Error("this .wasm is not the one of this version of logstar", { cause }));
    createCore({
      // The glue neither fetches nor reads: the module is handed to it. Nor does it hear of failures.
      instantiateWasm(
        /** @type {WebAssembly.Imports} */ imports,
        /** @type {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} */ done,
      ) {
        WebAssembly.instantiate(module, imports)
          .then((created) => done(created, module))
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  unwrap(core.setEntropy(fill));
  instance = core;
}

/**
 * @param {any} wasm
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(wasm) {
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
    return WebAssembly.compile(/** @type {BufferSource} */ (wasm));
  }
  // By what it does: to name Response would make Node load its whole fetch, three times all the rest.
  if (typeof wasm.arrayBuffer === "function") return compileResponse(wasm);
  if (typeof wasm !== "string" && !(wasm instanceof URL)) {
    throw new TypeError(
      `wasm must be a URL, its text, an ArrayBuffer, a typed array or a Response, got ${describe(wasm)}`,
    );
  }
  const url = new URL(wasm, import.meta.url);
  return url.protocol === "file:" ? compileFile(url) : compileResponse(await fetch(url));
}

/** @param {Response} response */
async function compileResponse(response) {
  if (!response.ok) throw new Error(`logstar.wasm could not be fetched: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Node's fetch reads no files. The module is asked for at run time, so that bundlers see no Node import.
 * @param {URL} url
 */
async function compileFile(url) {
  const node = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs/promises");
  if (node === undefined) {
    throw new Error("only Node 20.16 or later reads files: give load() the bytes, load({ wasm })");
  }
  return WebAssembly.compile(await node.readFile(url));
}

/** @param {Uint8Array} bytes a view into the core's memory, at most 65,536 bytes */
function fillFromPlatform(bytes) {
  try {
    globalThis.crypto.getRandomValues(bytes);
    return true;
  } catch {
    return false; // the core fails closed with EntropyUnavailable
  }
}
