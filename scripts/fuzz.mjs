// Fuzzing: `npm run fuzz` gives each target in tests/fuzz/ a minute, `npm run fuzz -- 600 domains`
// the target `domains` ten. What is new goes to build/fuzz-corpus, findings to build/fuzz-findings.
// `--fixed`, for `npm run test:all`: from the same seed every time, as what it says should depend on the change.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./build.mjs";
import { setUpSanitize } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";

export const fuzzTargets = readdirSync(join(root, "tests/fuzz"))
  .filter((file) => file.endsWith(".cpp"))
  .map((file) => basename(file, ".cpp"));

/**
 * Runs targets for so many seconds each, from their seed corpora on; throws at the first finding.
 * `isFixed`: from the seed corpora only, always in the same way.
 */
export async function fuzz(seconds, names, isFixed) {
  const unknown = names.filter((name) => !fuzzTargets.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no such target: ${unknown.join(", ")}; there are ${fuzzTargets.join(", ")}`);
  }
  // For tests they were compiled, all at once.
  if (!isFixed) {
    await compile(
      "fuzz",
      names.map((name) => `fuzz_${name}`),
    );
  }
  const findings = join(root, "build/fuzz-findings/");
  mkdirSync(findings, { recursive: true });
  for (const name of names) {
    const found = join(root, isFixed ? "build/fuzz-fixed" : "build/fuzz-corpus", name);
    if (isFixed) rmSync(found, { recursive: true, force: true });
    mkdirSync(found, { recursive: true });
    const { status, stderr } = spawnSync(
      join(root, "build/fuzz", `fuzz_${name}`),
      [
        `-max_total_time=${seconds}`,
        ...(isFixed ? ["-seed=1"] : []),
        "-timeout=60", // seconds an input; more is a hang
        "-rss_limit_mb=4096",
        `-artifact_prefix=${findings}${name}-`,
        found,
        join(root, "tests/fuzz/corpus", name),
      ],
      { encoding: "utf8", maxBuffer: 1 << 28 },
    );
    if (status !== 0) {
      console.error(stderr.slice(-6000));
      throw new Error(`fuzz target ${name} has a finding: build/fuzz-findings has the input`);
    }
    const runs = /Done (\d+) runs/.exec(stderr)?.[1];
    if (runs === undefined) throw new Error(`fuzz target ${name} did not say that it ran`);
    console.log(`${name}: ${Number(runs).toLocaleString("en")} inputs, no findings`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const isFixed = process.argv.includes("--fixed");
    const [seconds = "60", ...names] = process.argv.slice(2).filter((x) => x !== "--fixed");
    if (!/^\d+$/.test(seconds)) throw new Error("usage: npm run fuzz -- [seconds] [target...]");
    await setUpSanitize();
    say(`Fuzzing for ${seconds} s a target`);
    const targets = names.length > 0 ? names : fuzzTargets;
    await fuzz(Number(seconds), targets, isFixed);
  });
}
