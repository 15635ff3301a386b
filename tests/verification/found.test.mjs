// That enumeration found something of each mode, mistake and slip that is listed. Run after the exact laws, whose claims
// the pages are made of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFindings } from "../../scripts/pages/claims.mjs";
import { errataFiguresPage } from "../../scripts/pages/errata-figures.mjs";
import { verificationPage } from "../../scripts/pages/verification.mjs";
import { mistakes, modes } from "../exact/listed.mjs";

const rows = verificationPage()
  .split("\n## Through JavaScript\n")[0]
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("`", "").trim()));

test("a mode has a row for each kind of its neighbours", () => {
  for (const { exports, mode, neighbors } of modes) {
    const own = rows.filter((cells) => cells[1] === exports.join(", ") && cells[2] === mode);
    const found = own.map((cells) => cells[3]).sort();
    assert.deepEqual(found, [...neighbors].sort(), `${exports.join(", ")}: ${mode}`);
  }
});

test("a published mistake is rejected by each test that is listed for it", () => {
  for (const { mistake, tests } of mistakes) {
    for (const name of tests) {
      const row = rows.find((cells) => cells[1] === mistake && cells[2] === name);
      assert.ok(Number(row?.[3]) > 0, `${mistake}: ${name} rejects nothing`);
    }
  }
});

/** A control by a closed form writes no claims; its own checks see the rejection. */
const isControl = (name) => /^controls?\b/.test(name);

test("a control of a mode has rejected a claim, or is one by a closed form", () => {
  const { claims } = readFindings();
  const writing = new Set(claims.map(({ test }) => test));
  const rejecting = new Set(claims.filter(({ holds }) => !holds).map(({ test }) => test));
  for (const { exports, mode, tests, controls = tests.filter(isControl) } of modes) {
    const kept = controls.filter((name) =>
      writing.has(name) ? !rejecting.has(name) : !isControl(name),
    );
    assert.deepEqual(kept, [], `${exports.join(", ")}: ${mode}`);
  }
  assert.ok(rejecting.size > 150, `${rejecting.size}`);
});

test("a slip has figures", () => {
  const { figures } = readFindings();
  assert.ok(figures.length > 100, `${figures.length}`);
  assert.doesNotMatch(errataFiguresPage(), /npm run verify/);
});
