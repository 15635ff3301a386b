// That no price goes unchecked: a header that promises a loss is named by a manifest, or by the table of tests/prices.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/shell.mjs";
import { prices as ofMechanisms } from "../exact/listed.mjs";

const table = readFileSync(join(root, "tests/prices/README.md"), "utf8");
const ofAll = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...line.split("|")[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
const rows = new Set([...ofAll, ...Object.keys(ofMechanisms)]);

/** Calibrations, and functions that return a loss, a charge or a delta. */
const prices =
  /^(?:\w+(?:<[\w:]+>)? calibrate_\w+\(|(?:Loss|Charge|PerStep) \w+\(|double \w+_delta\()/m;
const headers = readdirSync(join(root, "src"), { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".hpp"))
  .filter((path) => prices.test(readFileSync(join(root, "src", path), "utf8")));

test("a header that promises a loss is among the prices", () => {
  assert.ok(headers.length > 30);
  const missing = headers.filter((path) => !rows.has(path));
  assert.deepEqual(missing, [], "give them a test, and name them in the manifest's prices");
});

test("every price is that of one header, which exists", () => {
  const all = readdirSync(join(root, "src"), { recursive: true });
  for (const path of rows) assert.ok(all.includes(path), path);
  assert.equal(rows.size, ofAll.length + Object.keys(ofMechanisms).length);
});
