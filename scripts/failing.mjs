// Lays out what tests/allocations imports, beside a copy of the calls that tests make: the package with the module in
// which allocations fail. Never published.
import { join } from "node:path";
import { besideTests } from "./beside-tests.mjs";
import { compile } from "./build.mjs";
import { alone } from "./lock.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

main(async () => {
  await setUpWasm();
  await compile("wasm", ["logstar_failing"]);
  await alone("failing", () =>
    besideTests(join(root, "build/failing"), { dist: join(root, "build/wasm/failing") }, [
      "tests/js",
      "tests/laws",
      "tests/allocations",
    ]),
  );
});
