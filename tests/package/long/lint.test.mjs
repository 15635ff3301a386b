// publint and are-the-types-wrong find nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { installPackage } from "../installed.mjs";

let place;
before(() => {
  place = installPackage();
});

test("publint finds nothing, suggestions included", async () => {
  const { messages, pkg } = await publint({ pkgDir: place.installed, strict: true, pack: false });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg, { color: false })),
    [],
  );
});

// An ESM package: whoever requires it, or resolves as Node 10 did, is out of its scope.
const outOfScope = ({ kind, resolutionKind }) =>
  resolutionKind === "node10" || (kind === "CJSResolvesToESM" && resolutionKind === "node16-cjs");

test("the types of every entry for programs are right for Node and for bundlers", async () => {
  const tarball = new Uint8Array(readFileSync(place.archive));
  const excludeEntrypoints = ["./logstar.wasm", "./worker-inline.js"]; // no modules to be imported
  const result = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints });
  assert.ok(result.types);
  for (const entry of [".", "./worker", "./testing", "./audit"])
    assert.ok(entry in result.entrypoints);
  assert.deepEqual(
    result.problems.filter((problem) => !outOfScope(problem)),
    [],
  );
});
