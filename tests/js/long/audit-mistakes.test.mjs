// Published mistakes, of all kinds of answers: the audit has to refute each. One that it does not find
// says that it would not find others either.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { audit } from "../../../dist/audit.js";
import { loadForTesting } from "../../../dist/testing.js";
import { mistakes as published } from "../../exact/listed.mjs";
import { mistakes } from "../audit-mistakes.mjs";

before(() => loadForTesting({ seed: 11 }));

/** The report on `run`, which makes the mistake or does not. */
function reportOn(run, { inputs, claim, runs = 20_000, statistic }) {
  return audit(run, inputs, { ...claim, runs, alpha: 1e-6, ...(statistic && { statistic }) });
}

for (const given of mistakes) {
  test(`${given.mistake}: refuted by ${given.runs ?? 20_000} runs on each input, alpha 1e-6`, async (t) => {
    const { refuted, statement } = await reportOn(given.run, given);
    t.diagnostic(statement);
    assert.ok(refuted, statement);
  });
}

const corrected = mistakes.filter(({ right }) => right !== undefined);
for (const given of corrected) {
  test(`${given.mistake}: without the mistake it is not refuted, alpha 1e-6`, async (t) => {
    const { refuted, statement } = await reportOn(given.right, given);
    t.diagnostic(statement);
    assert.ok(!refuted, statement);
  });
}

test("there is a mistake of each kind that the verifier rejects", () => {
  const kinds = published.map(({ mistake }) => mistake.replace(/ or position$/, ""));
  assert.deepEqual(
    kinds.filter((kind) => !mistakes.some(({ mistake }) => mistake.startsWith(kind))),
    [],
  );
});
