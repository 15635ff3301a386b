import createCore from "../logstar.js";
import { ownModule } from "../wasm.js";
import { compile } from "./compile.js";
import { EntropyUnavailable, unwrap } from "./errors.js";
import { anything, optional, readOptions } from "./fields.js";

/**
 * The compiled core. Only this file holds it.
 * @typedef {Record<string, (...args: any[]) => any>} Core
 */

/** @typedef {import("./compile.js").WasmSource} WasmSource */

export class LoadFields {
  /**
   * where else to find `logstar.wasm`, its bytes, or the compiled module
   * @type {import("./fields.js").Optional<WasmSource | undefined>}
   */
  wasm = optional(anything(), undefined);
}

/**
 * @typedef {import("./fields.js").OptionsOf<LoadFields>} LoadOptions {@interface} Options of `load`.
 */

/** @type {Core | undefined} */
let instance;
/** @type {Promise<void> | undefined} */
let loading;
const platform = "the platform's cryptographic source";
let randomness = platform;
/** Hears of each call before it is made. */
let watch = (/** @type {string} */ _name) => {};

/**
 * Loads the WebAssembly core. Call it once before anything else; further calls, also concurrent ones,
 * share the first one's work.
 *
 * The package finds its own `logstar.wasm`: by file in Node, by URL in browsers and bundlers.
 *
 * @param {LoadOptions} [options]
 * @returns {Promise<void>}
 * @throws {EntropyUnavailable} if the platform has no `crypto.getRandomValues`
 */
export async function load(options = {}) {
  return start(fillFromPlatform, readOptions("load", LoadFields, options));
}

/**
 * For `load` and the testing entry.
 * @param {(bytes: Uint8Array) => boolean} fill
 * @param {LoadOptions} options
 * @param {string} [source] what records say of the randomness
 */
export function start(fill, options = {}, source = platform) {
  if (loading !== undefined && source !== randomness) {
    throw new Error("logstar is already loaded with another source of randomness");
  }
  randomness = source;
  loading ??= instantiate(fill, options).catch((error) => {
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
 * For the worker, which tells the page how far it is.
 * @param {(name: string) => void} listener
 */
export function watchCalls(listener) {
  watch = listener;
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
  watch(name);
  const stack = instance.stackSave();
  try {
    return unwrap(instance[name](...args));
  } catch (error) {
    // The core returns its errors; but an exception of JavaScript's that crossed it (the call stack
    // was full, say) left its WebAssembly stack behind.
    instance.stackRestore(stack);
    throw error;
  }
}

/**
 * @param {(bytes: Uint8Array) => boolean} fill
 * @param {LoadOptions} options
 */
async function instantiate(fill, options) {
  if (typeof globalThis.crypto?.getRandomValues !== "function") {
    throw new EntropyUnavailable("this platform has no crypto.getRandomValues");
  }
  const module = await compile(options.wasm ?? ownModule());
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
          .then((created) => {
            done(created, module);
          })
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  unwrap(core.setEntropy(fill));
  instance = core;
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
