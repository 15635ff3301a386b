// Published mistakes with all kinds of answers: the audit has to refute each. Missing one of them would show
// that it misses others, too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { audit } from "../../../dist/audit.js";
import { loadForTesting } from "../../../dist/testing.js";
import { mistakes } from "../audit-mistakes.mjs";

before(() => loadForTesting({ seed: 11 }));

/** The report on `run`, with or without the mistake. */
function reportOn(run, { inputs, claim, runs = 20_000, statistic }) {
  return audit(run, inputs, { ...claim, runs, alpha: 1e-6, ...(statistic && { statistic }) });
}

for (const given of mistakes) {
  test(`${given.mistake}: the audit refutes it by ${given.runs ?? 20_000} runs on each input, alpha 1e-6`, async (t) => {
    const { refuted, statement } = await reportOn(given.run, given);
    t.diagnostic(statement);
    assert.ok(refuted, statement);
  });
}

const corrected = mistakes.filter(({ right }) => right !== undefined);
for (const given of corrected) {
  test(`${given.mistake}: the correct mechanism is not refuted, alpha 1e-6`, async (t) => {
    const { refuted, statement } = await reportOn(given.right, given);
    t.diagnostic(statement);
    assert.ok(!refuted, statement);
  });
}

test("the mistakes include each kind that the verifier rejects", () => {
  const controls = JSON.parse(readFileSync(new URL("../../exact/controls.json", import.meta.url)));
  const kinds = controls.map(({ mistake }) => mistake.replace(/ or position$/, ""));
  assert.deepEqual(
    kinds.filter((kind) => !mistakes.some(({ mistake }) => mistake.startsWith(kind))),
    [],
  );
});
