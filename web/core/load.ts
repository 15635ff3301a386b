import type { Core } from "../logstar.js";
import createCore from "../logstar.js";
import { ownModule } from "../wasm.js";
import { compile, type WasmSource } from "./compile.js";
import { EntropyUnavailable, unwrap } from "./errors.js";
import { anything, type Optional, type OptionsOf, optional, readOptions } from "./fields.js";

export type { WasmSource } from "./compile.js";

export class LoadFields {
  /** where else to find `logstar.wasm`, its bytes, or the compiled module */
  wasm: Optional<WasmSource | undefined> = optional(anything(), undefined);
}

/**
 * Options of `load`.
 * @interface
 */
export type LoadOptions = OptionsOf<LoadFields>;

/** The compiled core. Only this file holds it. */
let instance: Core | undefined;
let loading: Promise<void> | undefined;
const platform = "the platform's cryptographic source";
let randomness = platform;
/** Receives each call before it runs. */
let watch = (_name: string) => {};

/**
 * Loads the WebAssembly core. Call it once before anything else; further calls, also concurrent ones,
 * share the first one's work.
 *
 * The package finds its own `logstar.wasm`: by file in Node, by URL in browsers and bundlers.
 *
 * @throws {EntropyUnavailable} if the platform has no `crypto.getRandomValues`
 */
export async function load(options: LoadOptions = {}): Promise<void> {
  return start(fillFromPlatform, readOptions("load", LoadFields, options));
}

/**
 * Loads the core, for `load` and the testing entry.
 * @param source the source of randomness as release records name it
 */
export function start(
  fill: (bytes: Uint8Array) => boolean,
  options: LoadOptions = {},
  source: string = platform,
) {
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

/** The source of randomness as release records name it. */
export function randomnessSource() {
  return randomness;
}

/** Sets a listener that hears of each call before it runs: the worker reports progress to the page by it. */
export function watchCalls(listener: (name: string) => void) {
  watch = listener;
}

/**
 * Calls a function of the core and throws the error it returns, if it does.
 * @template Answer the result type that bindings/ state
 */
export function call<Answer>(name: string, ...args: unknown[]): Answer {
  if (instance === undefined) {
    throw new Error("logstar is not loaded yet: await load() before anything else");
  }
  watch(name);
  const stack = instance.stackSave();
  try {
    return unwrap(instance[name]!(...args));
  } catch (error) {
    // The core returns its errors; but an exception of JavaScript's that crossed it (the call stack
    // was full, say) left its WebAssembly stack behind.
    instance.stackRestore(stack);
    throw error;
  }
}

async function instantiate(fill: (bytes: Uint8Array) => boolean, options: LoadOptions) {
  if (typeof globalThis.crypto?.getRandomValues !== "function") {
    throw new EntropyUnavailable("this platform has no crypto.getRandomValues");
  }
  const module = await compile(options.wasm ?? ownModule());
  const core = await new Promise<Core>((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new Error("this .wasm does not belong to this version of logstar", { cause }));
    createCore({
      // The glue neither fetches nor reads the module: it receives it here. Nor does it hear of failures.
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
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
  unwrap(core.setEntropy!(fill));
  instance = core;
}

/** @param bytes a view into the core's memory, at most 65,536 bytes */
function fillFromPlatform(bytes: Uint8Array) {
  try {
    globalThis.crypto.getRandomValues(bytes);
    return true;
  } catch {
    return false; // the core fails closed with EntropyUnavailable
  }
}
