// The enumeration has results for each listed mode, mistake and slip. Runs after the exact laws, whose claims
// make the pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFindings } from "../../scripts/pages/claims.mjs";
import { errataFiguresPage } from "../../scripts/pages/errata-figures.mjs";
import { verificationPage } from "../../scripts/pages/verification.mjs";
import { controls, modes } from "../exact/listed.mjs";

const rows = verificationPage()
  .split("\n## Through JavaScript\n")[0]
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("`", "").trim()));

test("a mode has a row for each of its neighbour relations", () => {
  for (const { exports, mode, neighbors } of modes().modes) {
    const own = rows.filter((cells) => cells[1] === exports.join(", ") && cells[2] === mode);
    const found = own.map((cells) => cells[3]).sort();
    assert.deepEqual(found, [...neighbors].sort(), `${exports.join(", ")}: ${mode}`);
  }
});

test("each listed test rejects its published mistake", () => {
  for (const { mistake, tests } of controls()) {
    for (const name of tests) {
      const row = rows.find((cells) => cells[1] === mistake && cells[2] === name);
      assert.ok(Number(row?.[3]) > 0, `${mistake}: ${name} rejects nothing`);
    }
  }
});

test("the errata report figures from the run of the tests", () => {
  const { figures } = readFindings();
  assert.ok(figures.length > 100, `${figures.length}`);
  assert.doesNotMatch(errataFiguresPage(), /npm run verify/);
});
