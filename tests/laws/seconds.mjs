// How long properties are tried, and with which seed: `PROPERTY_SECONDS=600 PROPERTY_SEED=1 node --test ...`.
import assert from "node:assert/strict";
import fc from "fast-check";

/** All properties of a file together; longer in the second tier, where continuous integration runs them too. */
const seconds = Number(process.env.PROPERTY_SECONDS ?? 1);
const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** So many are tried however long they take: a machine that is busy is no fault. */
const fewest = 5;

/** What a control gets wrong is seen in one case of a few. */
const mostToFind = 300;

/**
 * Tries a property for its share of the time. What fails says the seed and the smallest case found.
 * @param {import("node:test").TestContext} t
 * @param {number} share of the file's time
 * @param {fc.Arbitrary<any>} cases
 * @param {(given: any) => unknown} holds throws or rejects if it does not
 * @param {number} [from] a seed of its own
 */
export async function tryFor(t, share, cases, holds, from = seed) {
  let tried = 0;
  const property = fc.asyncProperty(cases, async (given) => {
    ++tried;
    await holds(given);
  });
  // In short runs, one behind the other: a run that is interrupted before its first case counts as failed.
  const end = performance.now() + 1000 * seconds * share;
  for (let run = 0; run === 0 || performance.now() < end; ++run) {
    await fc.assert(property, { seed: from + run, numRuns: fewest });
  }
  t.diagnostic(`seed ${from}: ${tried} cases`);
}

/**
 * That what is wrong is found, however slow the machine is.
 * @param {fc.Arbitrary<any>} cases
 * @param {(given: any) => unknown} holds of a library, or a claim, that is wrong
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
