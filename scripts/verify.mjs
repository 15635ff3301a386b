// What the verifier found: `npm run verify` enumerates and writes docs/verification.md and the figures of
// docs/errata.md, `npm test` fails if one of them is stale. `npm run verify -- --page` writes them from
// what the last run found.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { errataPage } from "./errata-page.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, runQuietly } from "./shell.mjs";
import { verificationPage } from "./verification-page.mjs";

/** Where exact_tests writes its claims, if asked to by this environment. */
export const claimsFile = join(root, "build/verification.tsv");
export const environment = { ...process.env, LOGSTAR_VERIFICATION: claimsFile };

/** Throws unless the pages are what the last run of exact_tests found. */
export function checkPages() {
  for (const { name, now, wanted } of pages()) {
    if (now !== wanted) throw new Error(`${name} is stale: run npm run verify and commit it`);
  }
}

/** Each page as it is and as it should be. */
function pages() {
  const read = (name) => readFileSync(join(root, name), "utf8");
  const { claims, figures } = readFindings();
  const errata = read("docs/errata.md");
  return [
    {
      name: "docs/verification.md",
      now: read("docs/verification.md"),
      wanted: verificationPage(claims),
    },
    { name: "docs/errata.md", now: errata, wanted: errataPage(errata, figures) },
  ];
}

/** What tests/support/verification_log.hpp wrote: claims, and figures of errata. */
function readFindings() {
  const lines = readFileSync(claimsFile, "utf8")
    .trimEnd()
    .split("\n")
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
  main(() => {
    if (!process.argv.includes("--page")) {
      setUpNative();
      compile("native", "exact_tests");
      runQuietly(join(root, "build/native/exact_tests"), [], { env: environment });
    }
    for (const { name, wanted } of pages()) {
      writeFileSync(join(root, name), wanted);
      console.log(`Wrote ${name}`);
    }
  });
}
