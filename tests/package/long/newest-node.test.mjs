// The installed package in the newest Node of npm.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { expected, forNode } from "../consumer.mjs";
import { installPackage, root } from "../installed.mjs";
import { newestNode, newestVersion } from "../newest-node.mjs";

let place;
before(() => {
  place = installPackage();
  place.write("use.mjs", forNode);
});

const newest = newestNode();
const skip = newest.path === undefined ? newest.why : false;

test(`both entries work in Node v${newestVersion}, the newest on npm`, { skip }, () => {
  assert.equal(place.run(newest.path, ["--version"]), `v${newestVersion}\n`);
  assert.equal(place.run(newest.path, ["use.mjs"]), `${expected}\n`);
});

test(`the JavaScript tests of loading, ledgers and the worker pass in Node v${newestVersion}`, {
  skip,
}, () => {
  const files = readdirSync(join(root, "tests/js"))
    .filter((name) => /^(load|ledger|values|worker.*)\.test\.mjs$/.test(name))
    .map((name) => join(root, "tests/js", name));
  assert.ok(files.length >= 6);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const output = execFileSync(newest.path, ["--test", "--test-reporter=tap", ...files], {
    encoding: "utf8",
    env,
  });
  assert.match(output, /^# fail 0$/m);
  const passed = Number(/^# pass (\d+)$/m.exec(output)?.[1]);
  assert.ok(passed >= 150, `${passed}`);
});
