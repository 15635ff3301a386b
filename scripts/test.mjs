// Everything that every change has to pass: `npm test`, or `npm test -- exact js` for some of the stages
// and what they need. `npm run test:all` runs what `npm test` leaves out.

import { runJobs } from "./jobs.mjs";
import { setUpDebian } from "./setup.mjs";
import { main, say } from "./shell.mjs";
import { firstTier } from "./stages/first.mjs";
import { secondTier } from "./stages/second.mjs";

/** How many tests passed and failed, from what Catch2 and node's test runner print. */
function counts(output) {
  const sum = (pattern) =>
    [...output.matchAll(pattern)].reduce((total, [, number]) => total + Number(number ?? 0), 0);
  return {
    passed:
      sum(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/g) +
      sum(/test cases:\s*\d+ \|\s*(\d+) passed/g) +
      sum(/^ℹ pass (\d+)$/gm),
    failed:
      sum(/test cases:\s*\d+ \|(?:\s*\d+ passed \|)?\s*(\d+) failed/g) +
      sum(/^ℹ (?:fail|cancelled) (\d+)$/gm),
  };
}

/** The stages that were asked for, and those that they need. */
function chosen(stages, names) {
  const unknown = names.filter((name) => !stages.some(({ stage }) => stage === name));
  if (unknown.length > 0) {
    const known = stages.map(({ stage }) => `"${stage}"`).join(", ");
    throw new Error(`no such stage: ${unknown.join(", ")}; there are ${known}`);
  }
  if (names.length === 0) return stages;
  const wanted = new Set(names);
  for (const { stage, parts } of stages.toReversed()) {
    if (wanted.has(stage))
      for (const { after = [] } of parts) for (const name of after) wanted.add(name);
  }
  return stages.filter(({ stage }) => wanted.has(stage));
}

/** What has become of a stage, as it goes. */
class Progress {
  constructor({ stage, what, parts }) {
    Object.assign(this, {
      stage,
      what,
      left: parts.length,
      remembered: 0,
      passed: 0,
      failed: 0,
      isBroken: false,
    });
  }

  begin() {
    this.start ??= performance.now();
  }

  /** @param {import("./jobs.mjs").Outcome} outcome */
  end({ job, passed, output, isRemembered }) {
    const { tests, name } = /** @type {any} */ (job);
    const found = counts(output);
    this.passed += found.passed;
    this.failed += found.failed;
    this.left -= 1;
    if (isRemembered) this.remembered += 1;
    const isVoid = tests && found.passed + found.failed === 0;
    if (!passed || isVoid) {
      this.isBroken = true;
      process.stdout.write(output);
      console.error(`${this.stage}: ${name ?? this.what} FAILED${isVoid ? ": no test ran" : ""}`);
    }
    this.seconds = (performance.now() - this.start) / 1000;
  }

  line() {
    const result = this.isBroken ? "FAILED" : this.left > 0 ? "not run" : "passed";
    const { stage, seconds, passed, failed, what } = this;
    const count = passed + failed > 0 ? `${passed + failed}` : "";
    const tests = failed > 0 ? `${failed} of ${count} failed` : count;
    return row(stage, result, seconds, tests, what);
  }
}

/** A line of the table of stages. */
function row(stage, result, seconds, tests, what) {
  const time = typeof seconds === "number" ? seconds.toFixed(0) : (seconds ?? "");
  return [stage.padEnd(19), result.padEnd(8), time.padStart(7), tests.padStart(6), what].join("  ");
}

main(async () => {
  const [all, ...rest] = process.argv.slice(2);
  const isSecond = all === "--all";
  const names = isSecond ? rest : process.argv.slice(2);
  const stages = chosen(isSecond ? secondTier() : firstTier(), names);
  const begin = performance.now();
  await setUpDebian();
  say(`Running ${stages.length} stages; each is told when it is over`);
  const progress = new Map(stages.map((stage) => [stage.stage, new Progress(stage)]));
  const jobs = stages.flatMap(({ stage, parts }) =>
    parts.map((part) => ({ ...part, stage, name: part.name ?? stage })),
  );
  await runJobs(jobs, {
    began: ({ stage }) => progress.get(stage).begin(),
    ended: (outcome) => {
      const stage = progress.get(outcome.job.stage);
      stage.end(outcome);
      if (stage.left === 0) console.log(stage.line());
    },
  });
  const results = [...progress.values()];
  say("Each stage, with the seconds from its start to its end; two or more run side by side");
  console.log(row("stage", "result", "seconds", "tests", "what it does"));
  for (const result of results) console.log(result.line());
  const sum = (of) => results.reduce((total, result) => total + result[of], 0);
  const minutes = (performance.now() - begin) / 60_000;
  console.log(
    `\n${sum("passed")} tests passed, ${sum("failed")} failed, in ${minutes.toFixed(1)} minutes.`,
  );
  if (sum("remembered") > 0) {
    console.log(
      `${sum("remembered")} programs are as they were when they passed and were not run again; to run them, remove build/passed.`,
    );
  }
  const broken = results.filter(({ isBroken, left }) => isBroken || left > 0);
  if (broken.length > 0) {
    throw new Error(
      `Stages that failed or were not run: ${broken.map(({ stage }) => stage).join(", ")}.`,
    );
  }
});
