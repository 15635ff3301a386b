import type { Needed } from "./fields.js";
import { describe } from "./options.js";

/**
 * The bytes that a seed gives, on every machine the same: SplitMix64 (Steele, Lea, Flood 2014), as in the
 * C++ tests. Not private.
 * @param seed a whole number; its low 64 bits count
 * @returns fills a whole number of 8 bytes
 */
export function seededFill(seed: number | bigint): (bytes: Uint8Array) => true {
  let state = BigInt.asUintN(64, BigInt(seed));
  const next = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Whole words, little-endian: the core fills its pool of 64 KiB at once.
    for (let i = 0; i < bytes.byteLength; i += 8) view.setBigUint64(i, next(), true);
    return true;
  };
}

/** An option that is one. */
export const seed = (): Needed<number | bigint> => ({
  kind: "whole number or BigInt",
  read: (name, value) => {
    if (typeof value === "bigint") return value;
    if (Number.isSafeInteger(value)) return BigInt(value as number);
    throw new TypeError(`${name} must be a whole number, got ${describe(value)}`);
  },
});
