import { EntropyUnavailable, unwrap } from "./errors.js";
import createCore from "./logstar.js";

/**
 * The compiled core. Only this file holds it.
 * @typedef {Record<string, (...args: any[]) => any>} Core
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
 * @param {URL | string | ArrayBuffer | ArrayBufferView | Response} [options.wasm] where else to find
 *   the `.wasm`, or its bytes
 * @returns {Promise<void>}
 * @throws {EntropyUnavailable} if the platform has no `crypto.getRandomValues`
 */
export async function load(options = {}) {
  return start(fillFromPlatform, options);
}

/**
 * For `load` and the testing entry.
 * @param {(bytes: Uint8Array) => boolean} fill
 * @param {{ wasm?: URL | string | ArrayBuffer | ArrayBufferView | Response }} options
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
  return unwrap(instance[name](...args));
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
  /** @type {Core} */
  const core = await createCore({
    // The glue neither fetches nor reads: the module is handed to it.
    instantiateWasm(
      /** @type {WebAssembly.Imports} */ imports,
      /** @type {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} */ done,
    ) {
      WebAssembly.instantiate(module, imports).then((created) => done(created, module));
      return {};
    },
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
  // By what it does: to name Response would make Node load its whole fetch, 20 ms of a 10 ms start.
  if (typeof wasm.arrayBuffer === "function") {
    return WebAssembly.compile(await wasm.arrayBuffer());
  }
  const url = new URL(wasm, import.meta.url);
  if (url.protocol === "file:") {
    // Node's fetch reads no files. Asked for at run time, so that bundlers see no Node import.
    const { readFile } = /** @type {any} */ (globalThis).process.getBuiltinModule(
      "node:fs/promises",
    );
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`logstar.wasm could not be fetched: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
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
