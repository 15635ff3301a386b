// `node scripts/site.mjs`: the documentation site, and the demo page that links to it. Both need dist/.
import { buildDemo } from "./demo.mjs";
import { buildDocs } from "./docs.mjs";
import { main } from "./shell.mjs";

main(async () => {
  await buildDocs();
  await buildDemo();
});
