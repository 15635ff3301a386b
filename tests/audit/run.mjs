// The statistical audit: `node tests/audit/run.mjs` runs every mechanism 10^5 times on two neighbouring inputs of
// realistic size and writes tests/audit/results.tsv, from which docs/verification.md has its column;
// `node tests/audit/run.mjs word` runs the cases with this word in their names again and keeps the other rows.
// `--shortly 2000`, for tests: makes this number of runs, and only looks for a mechanism that exceeds its claim
// and a published mistake that does not. The random bits of a case depend on its name only. So results are the
// same on every machine, whichever other cases run.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "../../scripts/build.mjs";
import { setUpDebian } from "../../scripts/setup.mjs";
import { main, root, runQuietly } from "../../scripts/shell.mjs";

const program = join(root, "build/native/audit");
const resultsFile = join(root, "tests/audit/results.tsv");

/** The bounds of the long form: (exports, mode, neighbours) to a cell, "" without a bound. */
export function auditedBounds() {
  const cells = new Map();
  for (const line of readResults()) {
    const [mechanism, mode, neighbors, epsilon, , found, , mistake] = line.split("\t");
    if (mistake) continue;
    cells.set(`${mechanism}|${mode}|${neighbors}`, `${Number(found).toFixed(2)} / ${epsilon}`);
  }
  return (exports, mode, neighbors) =>
    exports.map((name) => cells.get(`${name}|${mode}|${neighbors}`)).find(Boolean) ?? "";
}

/**
 * The long form's lower bounds on epsilon for published mistakes, with the claims.
 * @returns {Map<string, { found: number, claimed: number }[]>}
 */
export function auditedMistakes() {
  const bounds = new Map();
  for (const line of readResults()) {
    const [, , , claimed, , found, , mistake] = line.split("\t");
    if (!mistake) continue;
    const bound = { found: Number(found), claimed: Number(claimed) };
    bounds.set(mistake, [...(bounds.get(mistake) ?? []), bound]);
  }
  return bounds;
}

const head = "mechanism\tmode\tneighbours\tepsilon\tdelta\taudited epsilon\truns\tmistake";

function readResults() {
  if (!existsSync(resultsFile)) return [];
  return readFileSync(resultsFile, "utf8").split("\n").slice(1).filter(Boolean);
}

/** The mechanism, mode, neighbours and mistake of a row. */
function caseOf(line) {
  const cells = line.split("\t");
  return [...cells.slice(0, 3), cells[7]].join("\t");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    setUpDebian("native");
    compile("native", ["audit"]);
    const [word = "", runs = "2000"] = process.argv.slice(2);
    if (word === "--shortly") {
      console.log(runQuietly(program, [runs]).trimEnd());
      return;
    }
    // Passes errors through as they appear; keeps the rows even if one of them is bad.
    const { stdout, status } = spawnSync(program, ["100000", word], {
      ...{ encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
    });
    process.stdout.write(stdout);
    const rows = stdout.split("\n").filter(Boolean);
    const again = new Set(rows.map(caseOf));
    const kept = word ? readResults().filter((line) => !again.has(caseOf(line))) : [];
    writeFileSync(resultsFile, `${[head, ...[...kept, ...rows].sort()].join("\n")}\n`);
    console.log("Wrote tests/audit/results.tsv: npm run verify puts it into docs/verification.md");
    if (status !== 0)
      throw new Error("a mechanism shows more than its claim, or a mistake does not");
  });
}
