// From nothing to a private answer: sets up, builds, prints a private median and a private top-k of
// real data, and serves the demo page. `--no-serve` stops before the last step.
import { buildPackage } from "./build.mjs";
import { buildDemo, serveDemo } from "./demo.mjs";
import { setUpWasm } from "./setup.mjs";
import { main, run, say } from "./shell.mjs";

main(async () => {
  setUpWasm();
  await buildPackage();
  say("A private median and a private top-k of real data");
  run("node", ["examples/more/first-look.mjs"]);
  await buildDemo();
  if (process.argv.includes("--no-serve")) return;
  say("Serving the demo page; end with Ctrl-C");
  serveDemo();
});
