// The audit refutes no claim of the library: it runs every function that draws, on a pair where one record
// matters. Each bound is false with probability at most 1e-6; seeds are fixed.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { audit } from "../../../dist/audit.js";
import * as logstar from "../../../dist/index.js";
import { loadForTesting } from "../../../dist/testing.js";
import { audited } from "../../exact/listed.mjs";

// Each call draws the same, whatever other calls there are.
beforeEach(() => loadForTesting({ seed: 5 }));

for (const [name, { run, inputs, claim, runs = 4000, shows = 0 }] of Object.entries(audited)) {
  test(`${name} is not refuted by ${runs} runs on each input, alpha 1e-6`, async (t) => {
    const report = await audit((input) => run(logstar, input), inputs, {
      ...claim,
      runs,
      alpha: 1e-6,
    });
    t.diagnostic(report.statement);
    assert.ok(!report.refuted, report.statement);
    assert.ok(report.epsilon >= shows, `the audit sees too little: ${report.statement}`);
    assert.ok(report.thrown.first + report.thrown.second === 0, report.statement);
  });
}
