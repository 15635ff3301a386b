// `node scripts/cxx-product.mjs`: installs the C++ library as its users do and builds the program of
// examples/private-median.cpp against it. `--headers` compiles each installed header by itself instead.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./build.mjs";
import { main, root, runQuietly, say } from "./shell.mjs";

/** Configures the consumer's project in a new folder, against the library that is installed in `prefix`. */
function consumer(prefix, folder, ...settings) {
  const places = ["-S", join(root, "tests/cxx"), "-B", folder, `-DCMAKE_PREFIX_PATH=${prefix}`];
  runQuietly("cmake", ["-G", "Ninja", ...places, "-DCMAKE_BUILD_TYPE=Release", ...settings]);
}

/** The programs print what docs/cxx.md says; but for the values, which are drawn. */
function checkPrograms(prefix, folder) {
  consumer(prefix, folder);
  runQuietly("cmake", ["--build", folder, "--target", "programs"]);
  const output = runQuietly(join(folder, "private-median"), []);
  const page = readFileSync(join(root, "docs/cxx.md"), "utf8");
  const [, stated = ""] = /```text\n(median: [\s\S]*?)```/.exec(page) ?? [];
  const drawn = /^median: ([\d.]+)$/m;
  // Within 120 of 5,000 places, but with probability 1e-6.
  const median = Number(drawn.exec(output)?.[1]);
  if (!(median > 41_000 && median < 43_050)) throw new Error(`the example drew ${median}`);
  const [here, there] = [output, stated].map((text) => text.replace(drawn, "median: drawn"));
  if (here !== there) throw new Error(`the example prints\n${here}\ndocs/cxx.md says\n${there}`);
  // Other ages are 100 of 1,000 places off: of probability 121 e^(-0.277 100), below 1e-9.
  const long = runQuietly(join(folder, "long-form"), []);
  const age = Number(/^nine in ten are at most (\d+)$/m.exec(long)?.[1]);
  if (!(age >= 58 && age <= 68)) throw new Error(`the longer program prints\n${long}`);
}

/** Headers that nobody can include by themselves, to see that this is noticed. */
const controls = {
  "control-alone.hpp": "#pragma once\ninline std::string text() { return {}; }\n",
  "control-once.hpp": "inline int twice() { return 1; }\n",
  "control-boost.hpp": "#pragma once\n#include <boost/config.hpp>\n",
};

/** Every header compiles by itself. */
function checkHeaders(prefix, folder) {
  consumer(prefix, folder, "-DLOGSTAR_HEADERS=*.hpp");
  runQuietly("cmake", ["--build", folder, "--target", "headers"]);
  for (const [name, text] of Object.entries(controls)) {
    writeFileSync(join(prefix, "include/logstar", name), text);
    consumer(prefix, join(folder, name), `-DLOGSTAR_HEADERS=${name}`);
    const build = ["--build", join(folder, name), "--target", "headers"];
    const { status, stdout } = spawnSync("cmake", build, { encoding: "utf8" });
    if (status === 0 || !stdout.includes(name))
      throw new Error(`${name} went unnoticed\n${stdout}`);
  }
}

main(async () => {
  await compile("native", ["logstar_core"]);
  const folder = mkdtempSync(join(tmpdir(), "logstar-cxx-"));
  try {
    const prefix = join(folder, "installed");
    runQuietly("cmake", ["--install", "build/native", "--prefix", prefix]);
    if (process.argv.includes("--headers")) {
      say("Compiling each installed C++ header by itself");
      checkHeaders(prefix, join(folder, "headers"));
    } else {
      say("Building a C++ program against the installed library");
      checkPrograms(prefix, join(folder, "program"));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
