// That the scripts which run everything else keep their promises: jobs in order, none lost, and no two
// scripts at once in what must be done alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { runJobs } from "../../scripts/jobs.mjs";
import { root } from "../../scripts/shell.mjs";
import { firstTier } from "../../scripts/stages/first.mjs";
import { secondTier } from "../../scripts/stages/second.mjs";

/** A job that runs a line of a shell, which begins in no time. */
const job = (stage, line, more) => ({
  stage,
  name: stage,
  command: "sh",
  args: ["-c", line],
  ...more,
});

/** What happened, in order, and which jobs were left. */
async function events(jobs) {
  const seen = [];
  const left = await runJobs(jobs, {
    began: ({ stage }) => seen.push(`${stage} began`),
    ended: ({ job: { stage }, passed }) => seen.push(`${stage} ${passed ? "passed" : "failed"}`),
  });
  return { seen, left: left.map(({ stage }) => stage) };
}

test("a job waits for the stages it needs, and is not run if one of them failed", async () => {
  const { seen, left } = await events([
    job("last", "", { after: ["first"] }),
    job("lost", "", { after: ["broken"] }),
    job("lost too", "", { after: ["broken", "first"] }),
    job("first", "sleep 0.05"),
    job("broken", "exit 3"),
  ]);
  assert.ok(seen.indexOf("last began") > seen.indexOf("first passed"));
  assert.ok(seen.includes("last passed") && seen.includes("broken failed"));
  assert.deepEqual(left, ["lost", "lost too"]);
});

test("only one job compiles at a time", async () => {
  const wait = "sleep 0.03";
  const { seen } = await events(["a", "b", "c"].map((name) => job(name, wait, { compiles: true })));
  assert.deepEqual(
    seen,
    ["a", "b", "c"].flatMap((name) => [`${name} began`, `${name} passed`]),
  );
});

// Causes: browsers, which mostly wait, held one of two places, and a core had nothing to do; a fifth of a second run
// the cores waited for processes that began and for servers.
test("one job more runs than there are cores; one that waits takes no place from them, and no two of these run at once", async () => {
  const wait = "sleep 0.1";
  const { seen } = await events([
    job("first page", wait, { waits: true }),
    job("second page", wait, { waits: true }),
    ...Array.from({ length: availableParallelism() + 1 }, (_, i) => job(`work ${i}`, wait)),
  ]);
  const places = seen.slice(0, 2 + availableParallelism());
  assert.ok(
    places.every((event) => event.endsWith("began")),
    places.join(),
  );
  assert.ok(seen.indexOf("second page began") > seen.indexOf("first page passed"));
});

// Cause: the browsers began when all was compiled, and were what a second run waited for in the end.
test("a job that waits begins beside one that compiles and another one", async () => {
  const wait = "sleep 0.1";
  const { seen } = await events([
    job("library", wait, { compiles: true }),
    job("work", wait),
    job("page", wait, { waits: true }),
  ]);
  assert.deepEqual(seen.slice(0, 3), ["library began", "work began", "page began"]);
});

test("a program that cannot be started has failed", async () => {
  const { seen } = await events([job("none", "", { command: "logstar-there-is-no-such-program" })]);
  assert.deepEqual(seen, ["none began", "none failed"]);
});

test("what passed is run again only after one of its files, its arguments or what it left changed", async () => {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build/remembered-"));
  const [read, left, runs] = ["read", "left", "runs"].map((name) => join(folder, name));
  const there = (file) => relative(root, file);
  const code = `
    import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
    const [read, left, runs] = process.argv.slice(1);
    appendFileSync(runs, "x");
    writeFileSync(left, "claims");
    if (readFileSync(read, "utf8") === "broken") process.exit(1);`;
  const outcome = async (more = []) => {
    const args = ["--input-type=module", "-e", code, read, left, runs, ...more];
    const seen = [];
    await runJobs(
      [
        {
          ...{ stage: "it", name: "it", command: "node", args },
          ...{ dependsOn: [there(read)], leaves: [there(left)] },
        },
      ],
      { began: () => {}, ended: (ended) => seen.push(ended) },
    );
    return [seen[0].passed, readFileSync(runs, "utf8").length];
  };
  try {
    writeFileSync(read, "as it is");
    assert.deepEqual(await outcome(), [true, 1]);
    assert.deepEqual(await outcome(), [true, 1]);
    assert.deepEqual(await outcome(["more"]), [true, 2], "other arguments");
    rmSync(left);
    assert.deepEqual(await outcome(), [true, 3], "what it left is gone");
    writeFileSync(read, "broken");
    assert.deepEqual(await outcome(), [false, 4], "a file changed");
    assert.deepEqual(await outcome(), [false, 5], "failures are not remembered");
    writeFileSync(read, "as it is");
    assert.deepEqual(await outcome(), [true, 5], "as it was when it passed");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("of files that share a process, one that fails, that cannot be imported or that is not there is told", async () => {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build/together-"));
  const passes = 'import { test } from "node:test"; test("passes", () => {});';
  const ends = {
    "passes.mjs": [passes, true],
    "fails.mjs": [passes.replace("{}", '{ throw new Error("no") }'), false],
    "throws.mjs": ['throw new Error("no");', false],
    "is-not-there.mjs": [undefined, false],
  };
  try {
    for (const [name, [code, shouldPass]] of Object.entries(ends)) {
      if (code !== undefined) writeFileSync(join(folder, name), code);
      const files = [name, "passes.mjs"].map((file) => relative(root, join(folder, file)));
      const args = ["--test-reporter=spec", "tests/together.mjs"];
      // Not as a part of this run, which would be told in another form.
      const env = { TOGETHER: files.join(" "), NODE_TEST_CONTEXT: "" };
      const seen = [];
      await runJobs([{ stage: name, name, command: "node", args, env }], {
        began: () => {},
        ended: (ended) => seen.push(ended),
      });
      assert.equal(seen[0].passed, shouldPass, `${name}: ${seen[0].output}`);
      assert.match(seen[0].output, /✔ passes/, "the others run all the same");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what a stage needs is a stage of the same tier, and none waits for itself", () => {
  for (const stages of [firstTier(), secondTier()]) {
    const names = stages.map(({ stage }) => stage);
    assert.equal(new Set(names).size, names.length);
    for (const { stage, parts } of stages) {
      assert.ok(parts.length > 0, stage);
      for (const { after = [] } of parts) {
        for (const name of after)
          assert.ok(names.includes(name) && name !== stage, `${stage}: ${name}`);
      }
    }
  }
});

// Cause: two set-ups at once in one checkout wrote into each other's half-made folders.
test("three processes do alone what has to be done alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "logstar-lock-"));
  const file = join(folder, "log");
  const code = `
    import { appendFileSync } from "node:fs";
    import { alone } from ${JSON.stringify(join(root, "scripts/lock.mjs"))};
    await alone("test", async () => {
      appendFileSync(${JSON.stringify(file)}, "in ");
      await new Promise((resolve) => setTimeout(resolve, 40));
      await alone("test", () => appendFileSync(${JSON.stringify(file)}, "out "));
    });`;
  const run = () =>
    new Promise((resolve) => {
      spawn("node", ["--input-type=module", "-e", code]).on("close", resolve);
    });
  try {
    assert.deepEqual(await Promise.all([run(), run(), run()]), [0, 0, 0]);
    assert.equal(readFileSync(file, "utf8"), "in out in out in out ");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
