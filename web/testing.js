/**
 * For tests only, not private: the same answers every time. `import { loadForTesting } from
 * "logstar/testing"`, then use logstar as ever.
 * @module
 */

import { start } from "./core/load.js";
import { checkOptions, describe } from "./core/options.js";

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
  const { seed, wasm } = options;
  if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) {
    throw new TypeError(`seed must be a whole number, got ${describe(seed)}`);
  }
  const source = `SplitMix64 from seed ${seed}: NOT PRIVATE, for tests only`;
  return start(seededFill(BigInt(seed)), { wasm }, source);
}

/**
 * SplitMix64 (Steele, Lea, Flood 2014).
 * @param {bigint} seed
 */
function seededFill(seed) {
  let state = BigInt.asUintN(64, seed);
  const next = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  return (/** @type {Uint8Array} */ bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Whole words, little-endian: the core fills its pool of 64 KiB at once.
    for (let i = 0; i < bytes.byteLength; i += 8) view.setBigUint64(i, next(), true);
    return true;
  };
}
