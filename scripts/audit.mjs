// The statistical audit: `npm run audit` runs every mechanism 10^5 times on two neighbouring inputs of
// realistic size and writes tests/audit/results.tsv, from which docs/verification.md has its column;
// `npm test` runs the short form, which only looks for a mechanism that shows more than its claim
// and a published mistake that does not. Seeds are fixed, so results are the same on every machine.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, runQuietly } from "./shell.mjs";

const program = join(root, "build/native/audit");
const resultsFile = join(root, "tests/audit/results.tsv");

/** Throws if the short form sees a broken promise. */
export function auditShortly() {
  compile("native", "audit");
  console.log(runQuietly(program, ["2000"]).replace(/^/gm, "  ").trimEnd());
}

/** What the long form found: (exports, mode, neighbours) to a cell, "" where there is nothing. */
export function auditedBounds() {
  if (!existsSync(resultsFile)) return () => "";
  const lines = readFileSync(resultsFile, "utf8").trimEnd().split("\n").slice(1);
  const cells = new Map();
  for (const line of lines) {
    const [mechanism, mode, neighbors, epsilon, , found, , mistake] = line.split("\t");
    if (mistake) continue;
    cells.set(`${mechanism}|${mode}|${neighbors}`, `${Number(found).toFixed(2)} / ${epsilon}`);
  }
  return (exports, mode, neighbors) =>
    exports.map((name) => cells.get(`${name}|${mode}|${neighbors}`)).find(Boolean) ?? "";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpNative();
    compile("native", "audit");
    const head = "mechanism\tmode\tneighbours\tepsilon\tdelta\taudited epsilon\truns\tmistake\n";
    writeFileSync(resultsFile, head + runQuietly(program, ["100000"]));
    console.log("Wrote tests/audit/results.tsv: npm run verify puts it into docs/verification.md");
  });
}
