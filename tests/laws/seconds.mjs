// The duration and the seed of property tests: `PROPERTY_SECONDS=600 PROPERTY_SEED=1 node --test ...`.
import assert from "node:assert/strict";
import fc from "fast-check";

/**
 * The time for all properties of a file together. It is longer in the second tier, which continuous integration
 * also runs.
 */
const seconds = Number(process.env.PROPERTY_SECONDS ?? 1);
const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The minimum number of tries, for any duration: a busy machine is not a fault. */
const fewest = 5;

/** A few cases suffice to show a control's mistake. */
const mostToFind = 300;

/**
 * Tests a property for its share of the time. A failure names the seed and the smallest failing case.
 * @param {import("node:test").TestContext} t
 * @param {number} share a share of the file's time
 * @param {fc.Arbitrary<any>} cases
 * @param {(given: any) => unknown} holds throws or rejects if the property fails
 * @param {number} [from] a separate seed
 */
export async function tryFor(t, share, cases, holds, from = seed) {
  let tried = 0;
  const property = fc.asyncProperty(cases, async (given) => {
    ++tried;
    await holds(given);
  });
  // In several short runs, as a run that is interrupted before its first case counts as failed.
  const end = performance.now() + 1000 * seconds * share;
  for (let run = 0; run === 0 || performance.now() < end; ++run) {
    await fc.assert(property, { seed: from + run, numRuns: fewest });
  }
  t.diagnostic(`seed ${from}: ${tried} cases`);
}

/**
 * Finds a mistake, however slow the machine is.
 * @param {fc.Arbitrary<any>} cases
 * @param {(given: any) => unknown} holds for a library, or a claim, that is wrong
 */
export const finds = (cases, holds) =>
  assert.rejects(
    fc.assert(
      fc.asyncProperty(cases, async (given) => void (await holds(given))),
      {
        seed,
        numRuns: mostToFind,
      },
    ),
    (/** @type {any} */ error) => error.cause?.code === "ERR_ASSERTION",
  );
