// The pages of docs/ that are made and not kept in git, from the package as it was built and from what `npm run verify`
// found.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { engineQueriesPage } from "./pages/engine-queries.mjs";
import { errataFiguresPage } from "./pages/errata-figures.mjs";
import { optionsPage } from "./pages/options.mjs";
import { verificationPage } from "./pages/verification.mjs";
import { root } from "./shell.mjs";

const pages = {
  options: optionsPage,
  "engine-queries": engineQueriesPage,
  verification: verificationPage,
  "errata-figures": errataFiguresPage,
};

/** Writes pages, all unless some are named. */
export async function writePages(...names) {
  for (const name of names.length > 0 ? names : Object.keys(pages)) {
    writeFileSync(join(root, `docs/${name}.md`), await pages[name]());
    console.log(`Wrote docs/${name}.md`);
  }
}
