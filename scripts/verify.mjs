// The table of everything the verifier checked: `npm run verify` enumerates and writes
// docs/verification.md, `npm test` fails if the page is stale.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, runQuietly } from "./shell.mjs";

const page = join(root, "docs/verification.md");

/** Where exact_tests writes its claims, if asked to by this environment. */
export const claimsFile = join(root, "build/verification.tsv");
export const environment = { ...process.env, LOGSTAR_VERIFICATION: claimsFile };

/** Throws unless docs/verification.md is what the last run of exact_tests found. */
export function checkVerificationPage() {
  if (readFileSync(page, "utf8") === verificationPage()) return;
  throw new Error("docs/verification.md is stale: run npm run verify and commit it");
}

function verificationPage() {
  const claims = groupByTest(readClaims());
  const files = testFiles();
  const all = [...claims.values()].flat();
  const lines = [introduction(all)];
  for (const [file, tests] of files) {
    const rows = tests.filter((test) => claims.has(test));
    if (rows.length === 0) continue;
    lines.push(`## ${file}`, "", head);
    for (const test of rows) lines.push(row(test, claims.get(test)));
    lines.push("");
  }
  return lines.join("\n");
}

const head = `| what was checked | claims | pairs | most used of delta | most used of epsilon |
|---|---|---:|---:|---:|`;

function introduction(all) {
  const kept = all.filter(({ holds }) => holds);
  return `# What the verifier checked

Written by \`npm run verify\`, checked by \`npm test\`: do not edit. Each line is a test in \`tests/exact/\`. It
enumerates the mechanism's whole output distribution on every database in its scope and compares all
pairs of neighbours among them, in both directions: ${count(sum(kept))} pairs for ${count(kept.length)} claims that hold, and
${count(sum(all) - sum(kept))} pairs for ${count(all.length - kept.length)} claims of broken variants, all of which were rejected.

*Most used of delta*: the largest divergence at the claimed epsilon, as a share of the claimed delta.
*Most used of epsilon*: the largest log-ratio of probabilities, as a share of the claimed epsilon; of
mechanisms with a delta it may exceed 1. A share far below 1 means that the claim is loose or that the
scope does not reach the worst case.
`;
}

function row(test, claims) {
  const kept = claims.filter(({ holds }) => holds);
  const rejected = claims.length - kept.length;
  const verdict = [
    kept.length > 0 ? `${kept.length} hold` : "",
    rejected > 0 ? `${rejected} rejected` : "",
  ].filter(Boolean);
  const cells = [
    test.replaceAll("|", "\\|"),
    verdict.join(", "),
    count(sum(claims)),
    share(kept, ({ delta, worst }) => (delta > 0 ? worst / delta : undefined)),
    share(kept, ({ epsilon, ratio }) => (epsilon > 0 ? ratio / epsilon : undefined)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function share(claims, of) {
  const shares = claims.map(of).filter((value) => value !== undefined);
  return shares.length === 0 ? "" : `${Number(Math.max(...shares).toPrecision(2))}`;
}

const sum = (claims) => claims.reduce((total, { pairs }) => total + pairs, 0);
const count = (number) => number.toLocaleString("en");

function readClaims() {
  return readFileSync(claimsFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [test, epsilon, delta, worst, ratio, pairs, holds] = line.split("\t");
      return {
        test,
        epsilon: Number(epsilon),
        delta: Number(delta),
        worst: Number(worst),
        ratio: Number(ratio),
        pairs: Number(pairs),
        holds: holds === "1",
      };
    });
}

function groupByTest(claims) {
  const groups = new Map();
  for (const claim of claims) groups.set(claim.test, [...(groups.get(claim.test) ?? []), claim]);
  return groups;
}

/** Each file of tests/exact with the names of its tests, in order. */
function testFiles() {
  const folder = join(root, "tests/exact");
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const names = [...text.matchAll(/TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)].map(
        ([, name]) => [...name.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join(""),
      );
      return [file.replace("_test.cpp", ""), names];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpNative();
    compile("native", "exact_tests");
    runQuietly(join(root, "build/native/exact_tests"), [], { env: environment });
    writeFileSync(page, verificationPage());
    console.log("Wrote docs/verification.md");
  });
}
