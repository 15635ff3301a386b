// The compilers of the module that set-up accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmscriptenNewEnough } from "../../scripts/setup.mjs";

const told = (version) =>
  `emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) ${version} (7b3a1c)\nCopyright (C) 2024\n`;

// Regression: set-up rejected all versions but one, whose Embind was patched.
test("set-up accepts every Emscripten from 3.1.69 on", () => {
  for (const version of ["3.1.69", "3.1.69-git", "3.1.74", "3.2.0", "4.0.9", "10.0.0"])
    assert.equal(isEmscriptenNewEnough(told(version)), true, version);
});

test("set-up rejects an older Emscripten, and one without a version", () => {
  for (const version of ["3.1.68", "3.1.9", "3.0.70", "2.9.99", "unknown"])
    assert.equal(isEmscriptenNewEnough(told(version)), false, version);
});
