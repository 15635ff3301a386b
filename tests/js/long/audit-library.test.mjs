// The audit refutes no claim of the library: it runs every function that draws, on a pair where one record
// matters. Each bound is false with probability at most 1e-6; seeds are fixed.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { audited } from "../../exact/listed.mjs";

const program = new URL("../audited-apart.mjs", import.meta.url);

// Regression: all calls drew from one stream of bits. What was seen of one depended on the calls before it, and the
// audit of `RowSliceSession` saw too little once there were more of them.
const auditedApart = async (name, runs) => {
  const thread = new Worker(program, { workerData: { name, runs, alpha: 1e-6 } });
  const [report] = await once(thread, "message");
  return report;
};

for (const [name, { runs = 4000, shows = 0 }] of Object.entries(audited)) {
  test(`${name} is not refuted by ${runs} runs on each input, alpha 1e-6`, async (t) => {
    const report = await auditedApart(name, runs);
    t.diagnostic(report.statement);
    assert.ok(!report.refuted, report.statement);
    assert.ok(report.epsilon >= shows, `the audit sees too little: ${report.statement}`);
    assert.ok(report.thrown.first + report.thrown.second === 0, report.statement);
  });
}

test("a call is audited alike whatever was audited before", async () => {
  const first = await auditedApart("count", 100);
  await auditedApart("selectBest", 100);
  assert.deepEqual(await auditedApart("count", 100), first);
});
