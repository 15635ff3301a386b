// Mistakes of a worker that must be detected, each made in the messages between the page and its thread, on the
// inputs of a case on which the real worker keeps its claims.
import assert from "node:assert/strict";
import test from "node:test";
import { cases } from "../cases.mjs";
import { check } from "../check.mjs";
import { some } from "../some.mjs";
import { connected, throughWorker } from "../worker/connected.mjs";

const withoutOption = (name) => (task) => ({
  ...task,
  args: task.args.map((arg) => {
    const { [name]: _, ...others } = arg ?? {};
    return name in Object(arg) ? others : arg;
  }),
  references: task.references?.filter(({ path }) => path.at(-1) !== name),
});
const isMissing = (x) => x === null || x === undefined || Number.isNaN(x.valueOf());

/** The mistake's name, the case whose inputs must show it, and the mistake. */
const mistakes = [
  ["it forgets the option neighbors", "median, one changed", { task: withoutOption("neighbors") }],
  [
    "it forgets the option ledger",
    "Ledger, charges and refused calls",
    { task: withoutOption("ledger") },
  ],
  [
    "it forgets to tell of charges",
    "Ledger, charges and refused calls",
    { hears: ({ ledger }) => ledger === undefined },
  ],
  [
    "missing coordinates stay behind, so that labels stand beside other records",
    "learnThreshold, exponential, clamp",
    {
      task: (task) => {
        const [{ x, y, ...options }] = task.args;
        const kept = x.filter((one) => !isMissing(one));
        const labels = y.filter((one) => !isMissing(one));
        const length = Math.min(kept.length, labels.length);
        const both = { x: kept.slice(0, length), y: labels.slice(0, length) };
        return { ...task, args: [{ ...both, ...options }] };
      },
    },
  ],
];

for (const [what, name, broken] of mistakes) {
  test(`the inputs of ${name} reject a worker: ${what}`, async (t) => {
    const example = cases.find((one) => one.name === name);
    assert.ok(example, `there is no case ${name}`);
    const where = await connected(broken);
    const { library } = where;
    t.after(() => library.dispose());
    const { faults } = await check(some(example, throughWorker), where);
    assert.notEqual(faults.length, 0);
    for (const found of faults) assert.match(found, /of a claim of/);
  });
}
