// The table of everything the verifier checked: `npm run verify` enumerates and writes
// docs/verification.md, `npm test` fails if the page is stale. `npm run verify -- --page` writes it from
// the claims of the last run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, runQuietly } from "./shell.mjs";
import { verificationPage } from "./verification-page.mjs";

const page = join(root, "docs/verification.md");

/** Where exact_tests writes its claims, if asked to by this environment. */
export const claimsFile = join(root, "build/verification.tsv");
export const environment = { ...process.env, LOGSTAR_VERIFICATION: claimsFile };

/** Throws unless docs/verification.md is what the last run of exact_tests found. */
export function checkVerificationPage() {
  if (readFileSync(page, "utf8") === verificationPage(readClaims())) return;
  throw new Error("docs/verification.md is stale: run npm run verify and commit it");
}

function readClaims() {
  return readFileSync(claimsFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [test, mode, neighbors, scope, ...numbers] = line.split("\t");
      const [epsilon, delta, worst, ratio, pairs, holds] = numbers.map(Number);
      return {
        ...{ test, mode, neighbors, scope },
        ...{ epsilon, delta, worst, ratio, pairs, holds: holds === 1 },
      };
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    if (!process.argv.includes("--page")) {
      setUpNative();
      compile("native", "exact_tests");
      runQuietly(join(root, "build/native/exact_tests"), [], { env: environment });
    }
    writeFileSync(page, verificationPage(readClaims()));
    console.log("Wrote docs/verification.md");
  });
}
