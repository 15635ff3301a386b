// What the verifier found: `npm run verify` enumerates and writes docs/verification.md and the figures of
// docs/errata.md, `-- --page` writes them from what the last run found, `-- --check` (in `npm test`) fails
// if one of them is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { buildEnumerating } from "./enumerating.mjs";
import { errataPage } from "./errata-page.mjs";
import { testsByFile } from "./exact-tests.mjs";
import { runJobs } from "./jobs.mjs";
import { readLaws } from "./laws-page.mjs";
import { setUpNative, setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";
import { verificationPage } from "./verification-page.mjs";

/** Where the exact tests leave their claims, each file of a room its own. */
export const claimsFolder = "build/claims";

/** Where the laws through JavaScript leave theirs. */
export const lawsFolder = join(claimsFolder, "laws");

/** Throws unless the pages are what the last run of the exact tests found. */
function checkPages() {
  for (const { name, now, wanted } of pages()) {
    if (now !== wanted) throw new Error(`${name} is stale: run npm run verify and commit it`);
  }
}

/** Runs every exact law, natively and through JavaScript; throws at the end if one of them failed. */
async function checkLaws() {
  const { exactLaws, publicLaws } = await import("./stages/parts.mjs"); // which names this file's folders of claims
  let isBroken = false;
  const ended = (/** @type {import("./jobs.mjs").Outcome} */ { passed, output }) => {
    if (passed) return;
    isBroken = true;
    process.stdout.write(output);
  };
  await runJobs(
    [...exactLaws(), ...publicLaws()].map((part) => ({ ...part, stage: "exact" })),
    { began: () => {}, ended },
  );
  if (isBroken) throw new Error("not all exact laws passed");
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
      wanted: verificationPage(claims, readLaws(lawsFolder)),
    },
    { name: "docs/errata.md", now: errata, wanted: errataPage(errata, figures) },
  ];
}

/** What tests/support/verification_log.hpp wrote: claims, and figures of errata. */
function readFindings() {
  const lines = testsByFile()
    .map(([file]) => `${file.split("/", 1)}-${basename(file)}_test.tsv`)
    .map((name) => join(root, claimsFolder, name))
    // Prices claim nothing.
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
    if (process.argv.includes("--check")) return checkPages();
    if (!process.argv.includes("--page")) {
      await setUpNative();
      await setUpWasm();
      await compile("native", ["exact_rooms"]);
      await buildEnumerating();
      await checkLaws();
    }
    for (const { name, wanted } of pages()) {
      writeFileSync(join(root, name), wanted);
      console.log(`Wrote ${name}`);
    }
  });
}
