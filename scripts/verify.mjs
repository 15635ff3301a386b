// What the verifier found: `npm run verify` enumerates and writes docs/verification.md and the figures of
// docs/errata.md, `-- --page` writes them from what the last run found, `-- --check` (in `npm test`) fails
// if one of them is stale, `-- --check-laws` (in `npm run test:all`) if what it says of laws through JavaScript is.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errataPage } from "./errata-page.mjs";
import { testsByFile } from "./exact-tests.mjs";
import { lawsSection, lawsSectionIn, readLaws } from "./laws-page.mjs";
import { main, root, run } from "./shell.mjs";
import { verificationPage } from "./verification-page.mjs";

/** Where the exact tests leave their claims, each test in a file of its own. */
export const claimsFolder = "build/native/claims";

/** Where the laws through JavaScript leave theirs. */
export const lawsFolder = "build/claims/laws";

/** Throws unless the pages are what the last run found. */
function check(pages) {
  for (const { name, now, wanted } of pages) {
    if (now !== wanted) throw new Error(`${name} is stale: run npm run verify and commit it`);
  }
}

const read = (name) => readFileSync(join(root, name), "utf8");
const verification = "docs/verification.md";

/** Each page as it is and as it should be, with that section about the laws through JavaScript. */
function pages(ofLaws) {
  const { claims, figures } = readFindings();
  const errata = read("docs/errata.md");
  return [
    { name: verification, now: read(verification), wanted: verificationPage(claims, ofLaws) },
    { name: "docs/errata.md", now: errata, wanted: errataPage(errata, figures) },
  ];
}

/** The section about laws through JavaScript as those found it who enumerated them. */
const foundOfLaws = () => lawsSection(readLaws(lawsFolder));

/** The page with that section anew, whatever the rest is. */
function pageOfLaws() {
  const now = read(verification);
  return { name: verification, now, wanted: now.replace(lawsSectionIn(now), () => foundOfLaws()) };
}

/** What tests/support/verification_log.hpp wrote: claims, and figures of errata. */
function readFindings() {
  const lines = testsByFile()
    .flatMap(([, names]) => names)
    // As tests/support/verification_log.cpp names them.
    .map((name) => `${name.replace(/[^A-Za-z0-9]/g, "-").slice(0, 240)}.tsv`)
    .map((name) => join(root, claimsFolder, name))
    // Not every test claims something.
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((text) => text.split("\n").filter(Boolean))
    .map((line) => line.split("\t"));
  const isFigure = ([kind]) => kind === "erratum";
  return {
    claims: lines.filter((line) => !isFigure(line)).map(claimOf),
    figures: lines
      .filter(isFigure)
      .map(([, slip, test, what, found]) => ({ slip, test, what, found })),
  };
}

function claimOf([test, mode, neighbors, scope, ...numbers]) {
  const [epsilon, delta, worst, ratio, pairs, holds] = numbers.map(Number);
  return {
    ...{ test, mode, neighbors, scope },
    ...{ epsilon, delta, worst, ratio, pairs, holds: holds === 1 },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    if (process.argv.includes("--check-laws")) return check([pageOfLaws()]);
    // What takes longer to enumerate stays as it stands.
    if (process.argv.includes("--check")) return check(pages(lawsSectionIn(read(verification))));
    if (!process.argv.includes("--page")) {
      run("node", ["scripts/test.mjs", "exact"]);
      run("node", ["scripts/test.mjs", "--all", "long laws"]);
    }
    for (const { name, wanted } of pages(foundOfLaws())) {
      writeFileSync(join(root, name), wanted);
      console.log(`Wrote ${name}`);
    }
  });
}
