// clang-tidy reads src/ and bindings/. It is clang-tidy 19: what Emscripten's libc++ needs, and Debian 12 and 13 have.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setUpDebian, setUpWasm } from "./setup.mjs";
import { main, root, run, runQuietly } from "./shell.mjs";

/** Reads the files that a preset compiles and whose paths match. */
function read(preset, paths, flags = []) {
  runQuietly("cmake", ["--preset", preset]);
  const extra = flags.map((flag) => `-extra-arg=${flag}`);
  run("run-clang-tidy-19", ["-p", `build/${preset}`, "-quiet", ...extra, paths]);
}

main(() => {
  setUpDebian("native", "clang-tidy");
  setUpWasm();
  read("lint", "logstar_core|/src/");
  // em++ adds these to its arguments before it calls clang.
  const own = join(root, ".toolchain/emscripten/emscripten/em++");
  const flags = runQuietly(existsSync(own) ? own : "em++", ["--cflags"]);
  read("lint-wasm", "logstar_bindings|/bindings/", flags.trim().split(" "));
});
