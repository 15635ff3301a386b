// Mistakes of interactive mechanisms, each made around a saved object and run on inputs on which the library
// keeps its claims.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../build/enumerating/index.js";
import { conversations } from "./cases.mjs";
import { converse } from "./conversations.mjs";

await load();

/** The object with another way to query or resume it. */
const changed = (object, members) => ({
  record: object.record,
  toJSON: () => object.toJSON(),
  dispose: () => object.dispose(),
  ask: (question) => object.ask(question),
  step: (held) => object.step(held),
  ...members,
});
/** A saved object with changes in its state. */
const withState = (saved, state) => ({ ...saved, state: { ...saved.state, ...state } });

/**
 * The mistake's name, the case whose inputs must show it, the wrong way to resume, and the number of queries that
 * it takes.
 */
const mistakes = [
  [
    "a yes costs nothing, and the noisy threshold stays",
    "AboveThreshold, every adversary",
    (example, library, saved, data) =>
      example.resume(library, withState(saved, { answersLeft: 2 }), data),
    4, // two of four yeses are charged, and the threshold pays for one more
  ],
  [
    "it redraws no noise for a question",
    "AboveThreshold, every adversary",
    (example, library, saved, data) =>
      changed(example.resume(library, saved, data), {
        ask: (question) => data.filter(question).length >= Number(saved.state.noisyThreshold),
      }),
    3,
  ],
  [
    "nobody leaves, however many yeses they were in",
    "ThresholdMonitor, every adversary, sampled",
    (example, library, saved, data) =>
      example.resume(library, withState(saved, { left: data.map(() => 2) }), data),
    3,
  ],
  [
    "users come back after every step",
    "HeavyHitterMonitor, every adversary, sampled",
    (example, library, saved, data) => {
      const left = saved.state.left.map(() => 2);
      return example.resume(library, withState(saved, { left }), data);
    },
    3, // as the first two are charged
  ],
];

for (const [what, name, resume, depth] of mistakes) {
  test(`the inputs of ${name} reject it: ${what}`, async () => {
    const example = conversations.find((one) => one.name === name);
    assert.ok(example, `there is no conversation ${name}`);
    const wrong = (...args) => resume(example, ...args);
    const pairs = example.pairs.slice(0, 4);
    const { faults } = await converse({ ...example, resume: wrong, depth, pairs });
    assert.notEqual(faults.length, 0);
    for (const found of faults) assert.match(found, /of a claim of/);
  });
}
