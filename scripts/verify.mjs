// `npm run verify` enumerates all laws and writes the results into docs/: verification.md and
// errata-figures.md.
import { writePages } from "./pages.mjs";
import { main, run } from "./shell.mjs";

main(async () => {
  run("node", ["scripts/test.mjs", "exact"]);
  run("node", ["scripts/test.mjs", "--all", "long laws"]);
  await writePages("verification", "errata-figures");
});
