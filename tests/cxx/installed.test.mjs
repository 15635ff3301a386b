// The C++ library from the view of its users: installed, and found by CMake. Build first: `cmake --preset
// native`, then `cmake --build --preset native --target logstar_core`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, runQuietly } from "../../scripts/shell.mjs";

const folder = mkdtempSync(join(tmpdir(), "logstar-cxx-"));
const prefix = join(folder, "installed");
before(() => runQuietly("cmake", ["--install", "build/native", "--prefix", prefix]));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Configures the consumer's project in a new folder, against the installed library. */
function consumer(name, ...settings) {
  const place = join(folder, name);
  const places = ["-S", "tests/cxx", "-B", place, `-DCMAKE_PREFIX_PATH=${prefix}`];
  runQuietly("cmake", ["-G", "Ninja", ...places, "-DCMAKE_BUILD_TYPE=Release", ...settings]);
  return place;
}

test("programs build against the installed library and print the output in docs/cxx.md", () => {
  const place = consumer("programs");
  runQuietly("cmake", ["--build", place, "--target", "programs"]);
  const output = runQuietly(join(place, "private-median"), []);
  const page = readFileSync(join(root, "docs/cxx.md"), "utf8");
  const [, stated = ""] = /```text\n(median: [\s\S]*?)```/.exec(page) ?? [];
  const drawn = /^median: ([\d.]+)$/m;
  const [here, there] = [output, stated].map((text) => text.replace(drawn, "median: drawn"));
  assert.equal(here, there);
  // Within 120 of 5,000 places, except with probability 1e-6.
  const median = Number(drawn.exec(output)?.[1]);
  assert.ok(median > 41_000 && median < 43_050, `${median}`);
  // Other ages are 100 of 1,000 places away: probability 121 e^(-0.277 100), below 1e-9.
  const long = runQuietly(join(place, "long-form"), []);
  const age = Number(/^nine in ten are at most (\d+)$/m.exec(long)?.[1]);
  assert.ok(age >= 58 && age <= 68, long);
});

test("every installed header compiles alone, and the check detects one that does not", () => {
  runQuietly("cmake", [
    "--build",
    consumer("all", "-DLOGSTAR_HEADERS=*.hpp"),
    "--target",
    "headers",
  ]);
  const controls = {
    "control-alone.hpp": "#pragma once\ninline std::string text() { return {}; }\n",
    "control-once.hpp": "inline int twice() { return 1; }\n",
    "control-boost.hpp": "#pragma once\n#include <boost/config.hpp>\n",
  };
  for (const [name, text] of Object.entries(controls)) {
    writeFileSync(join(prefix, "include/logstar", name), text);
    const build = ["--build", consumer(name, `-DLOGSTAR_HEADERS=${name}`), "--target", "headers"];
    const { status, stdout } = spawnSync("cmake", build, { encoding: "utf8" });
    assert.ok(status !== 0 && stdout.includes(name), `${name} went unnoticed\n${stdout}`);
  }
});
