/**
 * For tests only, not private: the same answers every time. `import { loadForTesting } from
 * "logstar/testing"`, then use logstar as ever.
 * @module
 */

import { readOptions } from "./core/fields.js";
import { LoadFields, start } from "./core/load.js";
import { seed, seededFill } from "./core/seeded-bytes.js";

class TestingFields {
  /** a whole number; its low 64 bits count */
  seed = seed();
  /** as for `load` */
  wasm = new LoadFields().wasm;
}

/**
 * @typedef {import("./core/fields.js").OptionsOf<TestingFields>} TestingOptions {@interface} Options of
 *   `loadForTesting`.
 */

/**
 * For tests only: NOT PRIVATE. Loads logstar with a repeatable source of random bits, so that whoever
 * knows the seed knows every draw. Records say so. Refuses if logstar is already loaded with the
 * platform's source or another seed, and the other way round.
 *
 * The bits are those of SplitMix64, as in the C++ tests: the same seed gives the same results
 * natively and in WebAssembly.
 *
 * @param {TestingOptions} options
 * @returns {Promise<void>}
 */
export async function loadForTesting(options) {
  const { seed, ...sources } = readOptions("loadForTesting", TestingFields, options);
  const source = `SplitMix64 from seed ${seed}: NOT PRIVATE, for tests only`;
  return start(seededFill(seed), sources, source);
}
