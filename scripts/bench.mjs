// Benchmarks, natively and in WebAssembly, as ratios measured in one run on this machine.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, compile } from "./build.mjs";
import { setUpDebian, setUpWasm } from "./setup.mjs";
import { main, root, run, say } from "./shell.mjs";

/** To ask for memory takes as long on some virtual machines as to sort it: as little of that as there can be. */
const inLargePages = { ...process.env, GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

main(async () => {
  setUpDebian("native");
  setUpWasm();
  const folder = join(root, "tests/bench");
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".cpp"))
    .map((file) => `bench_${file.slice(0, -4)}`);
  compile("native", names);
  compile("wasm", names);
  await buildPackage();
  for (const name of names) {
    say(`${name}, native`);
    run(join(root, "build/native", name), [], { env: inLargePages });
    say(`${name}, WebAssembly in Node`);
    // Optimised from the start, as what is called again is: here every loop runs in one call.
    run("node", ["--no-liftoff", join(root, "build/wasm", `${name}.cjs`)]);
  }
  for (const script of readdirSync(folder).filter((file) => file.endsWith(".mjs"))) {
    say(`${script}, the npm package in Node`);
    run("node", ["--expose-gc", join(folder, script)]);
  }
});
