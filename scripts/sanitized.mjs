// Lays out what tests of the JavaScript layer import beside a copy of them, with modules in which reading
// past an end ends the process: tests there reach it by the same names. Never published.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compile, layOut } from "./build.mjs";
import { alone } from "./lock.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

const folder = join(root, "build/sanitized");
const compiled = join(root, "build/wasm-sanitize");

main(async () => {
  await setUpWasm();
  await compile("wasm-sanitize", ["logstar", "logstar_enumerating"]);
  await alone("sanitized", () => {
    layOut(join(folder, "dist"), compiled);
    layOut(join(folder, "build/enumerating"), join(compiled, "enumerating"));
    // Scripts too, of which tests read what is declared.
    for (const room of ["scripts", "tests/js", "tests/laws", "tests/sanitized"]) {
      rmSync(join(folder, room), { recursive: true, force: true });
      cpSync(join(root, room), join(folder, room), { recursive: true });
    }
  });
});
