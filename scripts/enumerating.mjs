// Lays out the package with the module that enumerates: what tests/laws import. Never published.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, layOut } from "./build.mjs";
import { alone } from "./lock.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

/** build/enumerating, from web/ and the module compiled for it. */
export async function buildEnumerating() {
  await compile("wasm", ["logstar_enumerating"]);
  await alone("enumerating", () =>
    layOut(join(root, "build/enumerating"), join(root, "build/wasm/enumerating")),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await setUpWasm();
    await buildEnumerating();
  });
}
