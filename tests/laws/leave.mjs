// Writes the claims and findings where scripts/pages reads them: a line for each case and kind of neighbours,
// in one file.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.LOGSTAR_LAWS;

/**
 * @returns {(example: { name: string, also?: string[] }, findings: import("./check.mjs").Findings) => void}
 */
export function leaving() {
  if (folder === undefined) return () => {};
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "main.tsv");
  writeFileSync(file, ""); // a run without claims leaves an empty file
  return ({ name, also = [] }, { claims, outcomes }) => {
    const [first, ...mode] = name.split(", ");
    const exports = [first, ...also].join();
    for (const [neighbors, some] of grouped(claims)) {
      const used = ({ worst, delta }) => (delta > 0 ? worst / delta : 0);
      const most = some.reduce((a, b) => (used(b) > used(a) ? b : a));
      const share = Math.max(...some.map(({ ratio, epsilon }) => ratio / epsilon));
      const numbers = [most.epsilon, most.delta, most.worst, share, some.length, outcomes];
      appendFileSync(file, `${[exports, mode.join(", "), neighbors, ...numbers].join("\t")}\n`);
    }
  };
}

/** Claims by their neighbours. */
function grouped(claims) {
  const groups = new Map();
  for (const claim of claims) {
    groups.set(claim.neighbors, [...(groups.get(claim.neighbors) ?? []), claim]);
  }
  return groups;
}
