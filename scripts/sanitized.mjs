// Lays out what tests of the JavaScript layer import beside a copy of them, with modules in which reading
// past an end ends the process: tests there reach it by the same names. Never published.
import { join } from "node:path";
import { besideTests } from "./beside-tests.mjs";
import { compile } from "./build.mjs";
import { alone } from "./lock.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

const compiled = join(root, "build/wasm-sanitize");

main(async () => {
  await setUpWasm();
  await compile("wasm-sanitize", ["logstar", "logstar_enumerating"]);
  await alone("sanitized", () =>
    besideTests(
      join(root, "build/sanitized"),
      { dist: compiled, "build/enumerating": join(compiled, "enumerating") },
      ["tests/js", "tests/border", "tests/laws", "tests/sanitized"],
    ),
  );
});
