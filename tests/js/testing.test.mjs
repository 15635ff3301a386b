// The testing entry: repeatable, marked as such, and never mixed with the platform's source.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load, median } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

// Three records are too few for most draws that may abstain, and for cut choice: all of their answers are
// equal.
const draws = () =>
  Array.from({ length: 20 }, () => median([1, 2, 3], { epsilon: 1, abstain: false }).value);

/** Draws in a separate process. */
function drawnElsewhere(loading) {
  const code = `
    import { load, median } from "./dist/index.js";
    import { loadForTesting } from "./dist/testing.js";
    await ${loading};
    console.log(JSON.stringify(Array.from({ length: 20 }, () => median([1, 2, 3], { epsilon: 1, abstain: false }).value)));`;
  return JSON.parse(
    execFileSync("node", ["--input-type=module", "--eval", code], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      encoding: "utf8",
    }),
  );
}

test("an invalid seed is rejected, and loads nothing", async () => {
  for (const [options, message] of [
    [undefined, "loadForTesting: options must be an object, got undefined"],
    [{}, "seed must be a whole number, got undefined"],
    [{ seed: 1.5 }, "seed must be a whole number, got 1.5"],
    [{ seed: "1" }, 'seed must be a whole number, got "1"'],
    [{ seed: 1, sed: 2 }, "loadForTesting: unknown option sed; did you mean seed?"],
  ]) {
    await assert.rejects(() => loadForTesting(options), { name: "TypeError", message });
  }
  assert.throws(() => median([1], { epsilon: 1 }), /not loaded yet/);
});

test("equal seeds repeat the draws, another seed and the platform's bits do not", async () => {
  await loadForTesting({ seed: 5 });
  const here = draws();
  assert.deepEqual(drawnElsewhere("loadForTesting({ seed: 5 })"), here);
  assert.deepEqual(drawnElsewhere("loadForTesting({ seed: 2n ** 64n + 5n })"), here);
  assert.notDeepEqual(drawnElsewhere("loadForTesting({ seed: 6 })"), here);
  assert.notDeepEqual(drawnElsewhere("load()"), drawnElsewhere("load()"));
});

test("once seeded, only the same seed is accepted again", async () => {
  await loadForTesting({ seed: 5 });
  const refusal = /already loaded with another source/;
  await assert.rejects(loadForTesting({ seed: 6 }), refusal);
  await assert.rejects(load(), refusal);
  const { record } = median([1], { epsilon: 1 });
  assert.equal(record.randomness, "SplitMix64 from seed 5: NOT PRIVATE, for tests only");
});

test("no release entry accepts a seed", async () => {
  await assert.rejects(load({ seed: 1 }), {
    name: "TypeError",
    message: "load: unknown option seed; known are wasm",
  });
  assert.throws(() => median([1], { epsilon: 1, seed: 1 }), /unknown option seed/);
});
