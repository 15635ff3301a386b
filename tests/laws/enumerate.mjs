// Exact laws of what public functions return, by the module whose randomness walks through every
// outcome: `node scripts/enumerating.mjs` makes it.
import { call } from "../../build/enumerating/core/load.js";
import { canonical } from "./canonical.mjs";

/**
 * Everything that can come out, errors included, and how probable it is.
 * @typedef {object} Law
 * @property {Map<string, number>} mass of each output, as `canonical` writes it
 * @property {Map<string, any>} outputs the same outputs themselves; { threw } for an error
 * @property {number} missing the mass of the tails cut off
 */

/** More runs than this are a case that was chosen too large. */
const mostPaths = 20_000;

/**
 * The law of what `run` returns or throws. It is called once for each path of random outcomes, so it
 * makes its data anew each time.
 * @param {() => any} run
 * @param {number} [cut] infinite laws are cut where their tails hold less
 * @returns {Law}
 */
export function enumerate(run, cut = 1e-12) {
  const mass = new Map();
  const outputs = new Map();
  let total = 0;
  let paths = 0;
  call("startEnumeration", cut);
  do {
    call("startPath");
    const output = outcomeOf(run);
    const key = canonical(output);
    const probability = call("pathProbability");
    mass.set(key, (mass.get(key) ?? 0) + probability);
    outputs.set(key, output);
    total += probability;
    if (++paths > mostPaths) throw new Error(`more than ${mostPaths} paths: choose a smaller case`);
  } while (call("nextPath"));
  return { mass, outputs, missing: Math.max(0, 1 - total), paths };
}

/** What the core says of a draw with more outcomes than can be walked through. */
const notEnumerable = /must fit into the 4 GiB/;

function outcomeOf(run) {
  try {
    return run();
  } catch (error) {
    if (notEnumerable.test(error.message)) throw new Error("too many outcomes", { cause: error });
    return { threw: error };
  }
}
