/**
 * For tests only, not private: the same answers every time. `import { loadForTesting } from
 * "logstar/testing"`, then use logstar as ever.
 * @module
 */

import { start } from "./core/load.js";
import { checkOptions } from "./core/options.js";
import { seededFill, seedOption } from "./core/seeded-bytes.js";

/**
 * For tests only: NOT PRIVATE. Loads logstar with a repeatable source of random bits, so that whoever
 * knows the seed knows every draw. Records say so. Refuses if logstar is already loaded with the
 * platform's source or another seed, and the other way round.
 *
 * The bits are those of SplitMix64, as in the C++ tests: the same seed gives the same results
 * natively and in WebAssembly.
 *
 * @param {object} options
 * @param {number | bigint} options.seed a whole number; its low 64 bits count
 * @param {import("./core/load.js").WasmSource} [options.wasm] as for `load`
 * @returns {Promise<void>}
 */
export async function loadForTesting(options) {
  checkOptions("loadForTesting", options, ["seed", "wasm"]);
  const { wasm } = options;
  const seed = seedOption(options.seed);
  const source = `SplitMix64 from seed ${seed}: NOT PRIVATE, for tests only`;
  return start(seededFill(seed), { wasm }, source);
}
