import { start } from "./load.js";

/**
 * For tests only: NOT PRIVATE. Loads logstar with a repeatable source of random bits, so that whoever
 * knows the seed knows every draw. Records say so. Refuses if logstar is already loaded with the
 * platform's source, and the other way round.
 *
 * The bits are those of SplitMix64, as in the C++ tests: the same seed gives the same results
 * natively and in WebAssembly.
 *
 * @param {{ seed: number | bigint, wasm?: URL | string | ArrayBuffer | ArrayBufferView | Response }} options
 * @returns {Promise<void>}
 */
export function loadForTesting({ seed, ...options }) {
  let state = BigInt.asUintN(64, BigInt(seed));
  const next = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  /** @param {Uint8Array} bytes whole words, little-endian */
  const fill = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < bytes.byteLength; i += 8) view.setBigUint64(i, next(), true);
    return true;
  };
  return start(fill, options, `SplitMix64 from seed ${seed}: NOT PRIVATE, for tests only`);
}
