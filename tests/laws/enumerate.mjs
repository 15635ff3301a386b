// Exact laws of the results of public functions, by the module whose randomness enumerates all outcomes: `node
// scripts/variants.mjs enumerating` builds it.
import { call } from "../../build/enumerating/core/load.js";
import { canonical } from "./canonical.mjs";

/**
 * All outcomes, errors included, with their probabilities.
 * @typedef {object} Law
 * @property {Map<string, number>} mass of each output, in the text form of `canonical`
 * @property {Map<string, any>} outputs the outputs themselves; { threw } for an error
 * @property {number} missing the mass of the dropped tails
 */

/** A case with more runs than this is too large. */
const mostPaths = 20_000;

/**
 * The width of the laws to walk.
 * @typedef {object} Scope
 * @property {number} [cut] infinite laws are cut where their tails have less mass
 * @property {boolean} [cutsLoops] walks through the loops of charging tests, up to their 17th turn
 * @property {number} [userWeight] the number of units of a user with spread rows, instead of 720720
 * @property {boolean} [fewBins] for found bounds: bins of -1, 0 and 1 instead of 4,197, on a grid of two steps
 * @property {number} [tieBits] the bits that break ties in quantiles, instead of the 16 in their record
 */

/**
 * The walker through the outcomes: the module of this thread, or that of a worker.
 * @typedef {object} Walk
 * @property {(scope: Scope) => void} start forgets all paths
 * @property {() => void} begin before each run
 * @property {() => any} end ends a run: its probability, and whether there are more; or a promise of these
 */

/** @type {Walk} */
const here = {
  start: (scope) => call("startEnumeration", scope),
  begin: () => call("startPath"),
  end: () => ({ probability: call("pathProbability"), more: call("nextPath") }),
};

/**
 * The law of what `run` returns or throws, or promises. Each path of random outcomes calls it once, so it must
 * make its data again each time.
 * @param {() => any} run
 * @param {Scope} [scope]
 * @param {Walk} [walk] the default is the module of this thread
 * @returns {Promise<Law>}
 */
export async function enumerate(run, scope = {}, walk = here) {
  const {
    cut = 1e-12,
    cutsLoops = false,
    tieBits = 16,
    userWeight = 720720,
    fewBins = false,
  } = scope;
  const mass = new Map();
  const outputs = new Map();
  let total = 0;
  let paths = 0;
  walk.start({ cut, cutsLoops, tieBits, userWeight, fewBins });
  for (let more = true; more; ) {
    walk.begin();
    // Awaiting a value that is already there would take a tenth of the time.
    const drawn = outcomeOf(run);
    const output = isPromise(drawn) ? await drawn : drawn;
    const told = walk.end();
    const end = isPromise(told) ? await told : told;
    more = end.more;
    const key = canonical(output);
    mass.set(key, (mass.get(key) ?? 0) + end.probability);
    outputs.set(key, output);
    total += end.probability;
    if (++paths > mostPaths) throw new Error(`more than ${mostPaths} paths: choose a smaller case`);
  }
  return { mass, outputs, missing: Math.max(0, 1 - total), paths };
}

/** The core's error for a draw with too many outcomes to walk. */
const notEnumerable = /must fit into the 4 GiB/;

const isPromise = (value) => value instanceof Promise;

/** The result or error of `run`, or a promise of it. */
function outcomeOf(run) {
  try {
    const output = run();
    return isPromise(output) ? output.catch(thrown) : output;
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error) {
  if (notEnumerable.test(error.message)) throw new Error("too many outcomes", { cause: error });
  return { threw: error };
}
