// The number of `any` in the sources, by the linter's rule: types without information only become fewer.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { root, tool } from "../../scripts/shell.mjs";

/** The maximum in each part. The aim is 40 in all, at the border with the data that Embind and callers pass. */
const most = { web: 20, bin: 0, demo: 0 };

/** The linter's number of findings in a folder, whatever the configuration of its rule. */
function countIn(folder) {
  const options = ["lint", "--only=suspicious/noExplicitAny", "--max-diagnostics=none"];
  const { stdout, stderr } = spawnSync(tool("biome"), [...options, "--reporter=json", folder], {
    ...{ cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  });
  const { summary } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  assert.ok(summary !== undefined, stderr);
  return summary.warnings + summary.errors;
}

for (const [folder, limit] of Object.entries(most)) {
  test(`${folder}/ has at most the listed number of \`any\``, () => {
    assert.equal(countIn(folder), limit, "fewer: count them here anew");
  });
}
