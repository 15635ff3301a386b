// `logstar/audit` refutes true claims no more often than its alpha.
import assert from "node:assert/strict";
import test from "node:test";
import { epsilonAtLeast } from "../../../dist/audit/bounds.js";
import { bestEvent, happens } from "../../../dist/audit/events.js";
import { Tally } from "../../../dist/audit/tally.js";
import { audit } from "../../../dist/audit.js";
import { lawsOf, uniformFrom } from "../audit-source.mjs";

/** Answers of all kinds, with one law on both inputs: the audit has many events to choose from. */
function anything(seed) {
  const { uniform, discreteLaplace } = lawsOf(uniformFrom(seed));
  return () => ({
    value: uniform(),
    count: discreteLaplace(0.5),
    items: ["a", "b", "c", "d"].filter(() => uniform() < 0.5),
    kind: uniform() < 0.1 ? null : `kind ${Math.floor(30 * uniform() ** 2)}`,
  });
}
const openly = { epsilon: 0, delta: 0, alpha: 0.1 };

// Both laws are equal, so a bound above 0 is false, with probability at most 0.1 per audit. 60 of 300 or more
// have probability below 1e-6.
test("equal laws are refuted no more often than alpha: 300 audits at 0.1", async (t) => {
  const run = anything(99);
  let refuted = 0;
  for (let i = 0; i < 300; ++i) {
    const report = await audit(run, [1, 2], { ...openly, runs: 200, seed: i });
    if (report.refuted) ++refuted;
  }
  t.diagnostic(`${refuted} of 300`);
  assert.ok(refuted < 60, `${refuted}`);
});

test("control: an event tested on the runs that found it would be refuted more often", (t) => {
  const run = anything(99);
  let refuted = 0;
  for (let i = 0; i < 300; ++i) {
    const tally = new Tally();
    const outcomes = Array.from({ length: 200 }, (_, j) => ({ answer: run(), side: j % 2 }));
    for (const { side, ...outcome } of outcomes) tally.add(outcome, side);
    const { event, likelier } = bestEvent(tally, tally, 100, openly);
    const seen = [0, 0];
    for (const { side, ...outcome } of outcomes) if (happens(event, outcome)) ++seen[side];
    if (epsilonAtLeast(seen[likelier], seen[1 - likelier], 100, openly) > 0) ++refuted;
  }
  t.diagnostic(`${refuted} of 300`);
  assert.ok(refuted >= 60, `${refuted}`);
});
