// Lays out the package with the module that enumerates: what tests/laws import. Never published.
import { join } from "node:path";
import { compile, layOut } from "./build.mjs";
import { alone } from "./lock.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

main(async () => {
  await setUpWasm();
  await compile("wasm", ["logstar_enumerating"]);
  await alone("enumerating", () =>
    layOut(join(root, "build/enumerating"), join(root, "build/wasm/enumerating")),
  );
});
