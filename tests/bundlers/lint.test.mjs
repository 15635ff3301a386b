// publint and are-the-types-wrong find no fault in the packed package.
import assert from "node:assert/strict";
import { test } from "node:test";
import { archive, program, run, thePackage } from "./place.mjs";

test("publint --strict reports no problem and no suggestion", () => {
  assert.match(run(program("publint"), [thePackage, "--strict", "--pack", "false"]), /All good!/);
});

test("attw --profile esm-only accepts the types of every entry", () => {
  const noModules = ["./logstar.wasm", "./worker-inline.js"];
  const flags = ["--profile", "esm-only", "--format", "ascii", "--no-emoji"];
  // It ends with an error if it finds one.
  const told = run(program("attw"), [archive(), ...flags, "--exclude-entrypoints", ...noModules]);
  for (const entry of ["", "/audit", "/file", "/sql", "/testing", "/worker"]) {
    const right = `"logstar${entry}"\n\nnode16 (from ESM): OK (ESM)\nbundler: OK `;
    assert.ok(told.includes(right), told);
  }
});
