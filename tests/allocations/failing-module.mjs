// The module in which allocations fail, and how to make it as it was at an earlier moment.

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

/** All that C++ knows at the moment. */
export const moment = () => new Uint8Array(memory.buffer).slice(0, call("heapEnd"));

/** The module right after its start: it computes its caches again. */
export const started = moment();

/** @param {Uint8Array} then what the module was at some moment, and is again */
export function returnTo(then) {
  new Uint8Array(memory.buffer).set(then);
  drawAgain();
}

/** The next draws are the same as after every other call of this. */
export const drawAgain = () => call("startDraws");

/**
 * Runs something while allocations fail.
 * @param {() => any} run
 * @param {number} number which fails, counted from 1
 * @param {boolean} later whether all later ones fail too, as where memory is full
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
