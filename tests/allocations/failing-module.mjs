// The module in which allocations fail, with functions that restore an earlier state.

/** Garbage-collected objects release their numbers in the core, and a restarted module assigns them again. */
globalThis.FinalizationRegistry = class {
  register() {}
  unregister() {}
};

let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (module, imports) => {
  const instance = await instantiate(module, imports);
  memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  return instance;
};

const { load } = await import("../../dist/index.js");
const { call } = await import("../../dist/core/load.js");
await load();

/** The whole state of C++ at this moment. */
export function moment() {
  call("forgetKept");
  return new Uint8Array(memory.buffer).slice(0, call("heapEnd"));
}

/** The module right after its start: it computes its caches again. */
export const started = moment();

/** @param {Uint8Array} then an earlier state of the module, to restore */
export function returnTo(then) {
  call("forgetKept"); // JavaScript's values in it are not restored
  new Uint8Array(memory.buffer).set(then);
  drawAgain();
}

/** Restarts the sequence of draws, which is the same after every call of this. */
export const drawAgain = () => call("startDraws");

/**
 * Runs a call while allocations fail.
 * @param {() => any} run
 * @param {number} number the index of the failing allocation, from 1
 * @param {boolean} later whether all later allocations fail too, as with full memory
 * @returns {{ value?: any, thrown?: any, allocations: number }}
 */
export function failing(run, number, later) {
  let value;
  let thrown;
  call("failAllocation", number, later);
  try {
    value = run();
  } catch (error) {
    thrown = error;
  }
  return { value, thrown, allocations: call("stopFailing") };
}
