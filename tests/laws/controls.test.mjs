// Mistakes that must be detected, because a check that cannot fail proves nothing. Each is made in JavaScript
// around the library and runs on inputs of a case on which the library keeps its claims.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../build/enumerating/index.js";
import { cases } from "./cases.mjs";
import { check } from "./check.mjs";
import { mistakesOfLedgers } from "./mistakes-of-ledgers.mjs";
import { mistakesOfRecords } from "./mistakes-of-records.mjs";
import { mistakesOfUsers } from "./mistakes-of-users.mjs";

await logstar.load();

const mistakes = [...mistakesOfRecords, ...mistakesOfUsers, ...mistakesOfLedgers];

for (const [what, name, run, fault = /of a claim of/] of mistakes) {
  test(`the inputs of ${name} reject it: ${what}`, async () => {
    const example = cases.find((one) => one.name === name);
    assert.ok(example, `there is no case ${name}`);
    const mistaken = { ...example, run: (_, data) => run(data) };
    const { faults } = await check(mistaken, { untilFault: true });
    assert.match(faults.join(), fault);
  });
}
