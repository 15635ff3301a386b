/**
 * For tests only, not private: the same answers every time. `import { loadForTesting } from
 * "logstar/testing"`, then use logstar as ever.
 * @module
 */

import { type OptionsOf, readOptions } from "./core/fields.js";
import { LoadFields, start } from "./core/load.js";
import { seed, seededFill } from "./core/seeded-bytes.js";

class TestingFields {
  /** a whole number; its low 64 bits count */
  seed = seed();
  /** as for `load` */
  wasm = new LoadFields().wasm;
}

/**
 * Options of `loadForTesting`.
 * @interface
 */
export type TestingOptions = OptionsOf<TestingFields>;

/**
 * For tests only: NOT PRIVATE. Loads logstar with a repeatable source of random bits: the seed determines every
 * draw. Records say so. Rejects if logstar is already loaded with the platform's source or another seed, and
 * the other way round.
 *
 * SplitMix64 generates the bits, as in the C++ tests: the same seed gives the same results natively and in
 * WebAssembly.
 */
export async function loadForTesting(options: TestingOptions): Promise<void> {
  const { seed, ...sources } = readOptions("loadForTesting", TestingFields, options);
  const source = `SplitMix64 from seed ${seed}: NOT PRIVATE, for tests only`;
  return start(seededFill(seed), sources, source);
}
