// Holds a case against its claim.
import { inspect } from "node:util";
import { divergence, keeps } from "./divergence.mjs";
import { enumerate } from "./enumerate.mjs";

/**
 * @typedef {object} Case
 * @property {string} name the exported function or class, with a comma and a mode behind it
 * @property {(data: any) => any} run gives an answer with its `record`
 * @property {[make: () => any, other: () => any][]} pairs neighbouring inputs, made anew for each run
 * @property {RegExp} [throws] the one error that may depend on a record, because the options or the
 *   documentation say so
 * @property {number} [cut]
 */

/**
 * Checks every pair of a case.
 * @param {Case} example
 * @returns {{ faults: string[], apart: number, pairs: number }} `apart`: the largest total variation, 0 for a
 *case that could not see a fault
 */
export function check({ name, run, pairs, throws, cut }) {
  const laws = new Map();
  const lawOf = (make) => {
    if (!laws.has(make))
      laws.set(
        make,
        enumerate(() => run(make()), cut),
      );
    return laws.get(make);
  };
  const faults = [];
  let thrown = false;
  let apart = 0;
  for (const [make, other] of pairs) {
    const [p, q] = [lawOf(make), lawOf(other)];
    const fault = faultOf(p, q, throws);
    if (fault) faults.push(`${name}: ${inspect(make())} and ${inspect(other())}: ${fault}`);
    apart = Math.max(apart, divergence(p, q, 0));
    thrown ||= errorsOf(p).length + errorsOf(q).length > 0;
  }
  if (throws && !thrown) faults.push(`${name}: nothing was thrown`);
  return { faults, apart, pairs: pairs.length };
}

function faultOf(p, q, throws) {
  const thrown = [...errorsOf(p), ...errorsOf(q)];
  if (thrown.length > 0) {
    const other = thrown.find((error) => !throws?.test(error.message));
    return other && `threw ${other}`;
  }
  const claim = claimOf([...p.outputs.values(), ...q.outputs.values()]);
  if (keeps(p, q, claim)) return undefined;
  const found = divergence(p, q, claim.epsilon);
  return `delta ${found} at epsilon ${claim.epsilon}, of a claim of ${claim.delta}`;
}

/** What was thrown instead of answers. */
const errorsOf = ({ outputs }) => [...outputs.values()].flatMap(({ threw }) => threw ?? []);

/** The claim of the records: the weakest, should they differ, for then they are outputs that do. */
function claimOf(outputs) {
  const records = outputs.map(({ record }) => record);
  return {
    epsilon: Math.max(...records.map(({ epsilon }) => epsilon)),
    delta: Math.max(...records.map(({ delta }) => delta)),
  };
}
