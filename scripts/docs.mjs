// The documentation site, from docs/ and the JSDoc of web/: `npm run docs`.
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "./build.mjs";
import { writePages } from "./pages.mjs";
import { setUpDebian, setUpWasm } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";

/** The folder of the site, and its copy next to the demo page, which links to it. */
export const site = join(root, "build/docs-site");
const besideDemo = join(root, "demo/dist/docs");

/** Builds the site; throws if anything public is undocumented or any link of the documents is broken. */
export async function buildDocs() {
  const { renderSite } = await import("./docs/typedoc.mjs"); // not there before set-up
  say("Building the documentation site into build/docs-site");
  await writePages();
  await renderSite(site);
  if (!existsSync(join(root, "demo/dist"))) return;
  rmSync(besideDemo, { recursive: true, force: true });
  cpSync(site, besideDemo, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    setUpWasm();
    setUpDebian("engines"); // engine-queries.md records the SQL that engines receive
    if (!existsSync(join(root, "dist/index.js"))) await buildPackage();
    await buildDocs();
  });
}
