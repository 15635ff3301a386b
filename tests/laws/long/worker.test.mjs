// The laws through the worker entry, by messages to a thread. Only some pairs of each case, since a message
// takes ten times as long as most calls.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { cases, conversations } from "../cases.mjs";
import { check } from "../check.mjs";
import { converse } from "../conversations.mjs";
import { some } from "../some.mjs";
import { connected, throughWorker } from "../worker/connected.mjs";

const where = await connected();
const { library } = where;
after(() => library.dispose());

for (const example of cases.filter(({ local }) => !local)) {
  test(`worker: ${example.name}: neighbouring inputs have laws within the record's claim`, async () => {
    const findings = await check(some(example, throughWorker), where);
    assert.deepEqual(findings.faults.slice(0, 5), []);
    assert.ok(findings.apart > 0.01, "no two of these inputs give different laws");
    assert.ok(findings.thrown || !example.throws, "none of these inputs is refused");
  });
}

for (const example of conversations.filter(({ local }) => !local)) {
  test(`worker: ${example.name}: for any queries, neighbouring inputs have laws within the record's claim`, async () => {
    const findings = await converse(some(example, throughWorker), where);
    assert.deepEqual(findings.faults.slice(0, 5), []);
    assert.ok(findings.apart > 0.01, "no two of these inputs give different laws");
  });
}
