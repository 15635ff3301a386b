// Checks a case against its claim.
import { inspect } from "node:util";
import * as main from "../../build/enumerating/index.js";
import { canonical } from "./canonical.mjs";
import { divergence, keeps, logRatio } from "./divergence.mjs";
import { enumerate } from "./enumerate.mjs";

/**
 * @typedef {object} Case
 * @property {string} name the exported function or class, followed by a comma and a mode
 * @property {string[]} [also] other exports that are used
 * @property {(library: any, data: any) => any} run gives an answer with its `record`, or promises it
 * @property {[make: () => any, other: () => any][]} pairs neighbouring inputs, made again for each run
 * @property {RegExp} [throws] the one error that may depend on a record, as the options or the documentation
 *   state
 * @property {(output: any) => any} [shown] the part of the output that `output.answers` alone determines,
 * without any data
 * @property {import("./enumerate.mjs").Scope} [scope]
 * @property {boolean} [wide] its laws have very many outcomes, so the worker tries fewer pairs
 * @property {boolean} [local] not through the worker: it passes functions, which cannot cross, or sends too
 *   many messages
 */

/**
 * The findings about a case.
 * @typedef {object} Findings
 * @property {string[]} faults
 * @property {number} apart the largest total variation, 0 for a case that could not see a fault
 * @property {boolean} [thrown] of a case: whether some input ended in an error
 * @property {number} pairs
 * @property {number} outcomes the number of walked paths
 * @property {{ epsilon: number, delta: number, worst: number, ratio: number, neighbors: string }[]} claims
 *   one per pair without an error: the largest divergence at epsilon, and the largest log-ratio
 */

/**
 * Checks every pair of a case, or all pairs up to the first fault.
 * @param {Case} example
 * @param {{ library?: any, walk?: import("./enumerate.mjs").Walk, untilFault?: boolean }} [how] default: the main
 *   entry, every pair
 * @returns {Promise<Findings>}
 */
export async function check(example, { library = main, walk, untilFault = false } = {}) {
  const { name, run, pairs, throws, shown, scope } = example;
  const laws = new Map();
  const lawOf = async (make) => {
    if (!laws.has(make)) laws.set(make, await enumerate(() => run(library, make()), scope, walk));
    return laws.get(make);
  };
  const faults = [];
  const claims = [];
  let thrown = false;
  let apart = 0;
  for (const [make, other] of pairs) {
    const [p, q] = [await lawOf(make), await lawOf(other)];
    const { fault, claim } = judged(p, q, { throws, shown });
    if (fault) faults.push(`${name}: ${inspect(make())} and ${inspect(other())}: ${fault}`);
    if (claim) claims.push(claim);
    if (fault && untilFault) break;
    apart = Math.max(apart, divergence(p, q, 0));
    thrown ||= errorsOf(p).length + errorsOf(q).length > 0;
  }
  const outcomes = [...laws.values()].reduce((sum, { paths }) => sum + paths, 0);
  return { faults, apart, thrown, pairs: pairs.length, outcomes, claims };
}

function judged(p, q, { throws, shown }) {
  const thrown = [...errorsOf(p), ...errorsOf(q)];
  if (thrown.length > 0) {
    const other = thrown.find((error) => !throws?.test(error.message));
    return { fault: other && `threw ${other}` };
  }
  const outputs = [...p.outputs.values(), ...q.outputs.values()];
  const claim = claimOf(outputs);
  const worst = divergence(p, q, claim.epsilon);
  const found = { ...claim, worst, ratio: logRatio(p, q) };
  if (!keeps(p, q, claim)) {
    return {
      claim: found,
      fault: `delta ${worst} at epsilon ${claim.epsilon}, of a claim of ${claim.delta}`,
    };
  }
  return { claim: found, fault: shown && unfounded(outputs, shown) };
}

/** The state shown with equal answers must be equal, for all data. */
function unfounded(outputs, shown) {
  const known = new Map();
  for (const output of outputs) {
    const answers = canonical(output.answers);
    const now = canonical(shown(output));
    const before = known.get(answers) ?? now;
    if (before !== now) return `after the answers ${answers} it shows ${before}, or ${now}`;
    known.set(answers, now);
  }
}

/** The errors thrown instead of answers. */
const errorsOf = ({ outputs }) => [...outputs.values()].flatMap(({ threw }) => threw ?? []);

/** The claim of the records; if they differ, the weakest claim, because the records are then outputs that differ. */
function claimOf(outputs) {
  const records = outputs.map(({ record }) => record);
  return {
    epsilon: Math.max(...records.map(({ epsilon }) => epsilon)),
    delta: Math.max(...records.map(({ delta }) => delta)),
    neighbors: records[0].neighbors,
  };
}
