// Public functions keep their claims on data that is hard to read: their exact laws, records included,
// enumerated through JavaScript.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../../build/enumerating/index.js";
import { cases, conversations } from "../cases.mjs";
import { check } from "../check.mjs";
import { converse } from "../conversations.mjs";
import { leaving } from "../leave.mjs";

await load();
const leave = leaving();

for (const example of cases) {
  test(`${example.name}: neighbouring inputs have laws within the record's claim`, async () => {
    const findings = await check(example);
    assert.deepEqual(findings.faults.slice(0, 5), []);
    assert.ok(findings.apart > 0.01, "no two of these inputs give different laws");
    assert.ok(findings.thrown || !example.throws, "none of these inputs is refused");
    leave(example, findings);
  });
}

for (const example of conversations) {
  test(`${example.name}: for any queries, neighbouring inputs have laws within the record's claim`, async () => {
    const findings = await converse(example);
    assert.deepEqual(findings.faults.slice(0, 5), []);
    assert.ok(findings.apart > 0.01, "no two of these inputs give different laws");
    leave(example, findings);
  });
}
