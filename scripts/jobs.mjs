// Runs jobs side by side. Compiling uses every core by itself, so only one job compiles at a time, and one
// of the others runs beside it; when nothing is left to compile, one more runs than there are cores, as each
// waits at times: for a process that begins, a file, a server. One of those that mostly wait, for a browser
// say, runs beside them all.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { recall, remember } from "./remembered.mjs";
import { root } from "./shell.mjs";

/**
 * A program to run.
 * @typedef {object} Job
 * @property {string} stage what it is a part of
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env] beside this process's own
 * @property {boolean} [compiles]
 * @property {boolean} [waits] most of its time, and leaves the core to others
 * @property {string[]} [after] stages that have to pass before
 * @property {string[]} [dependsOn] and `leaves`: if it passed before and these are as they were, it is not
 *   run again (remembered.mjs)
 * @property {string[]} [leaves]
 */

/** @typedef {{ job: Job, passed: boolean, output: string, isRemembered: boolean }} Outcome */

/**
 * Runs all jobs, the earlier ones first; what waits for a stage that failed is not run.
 * @param {Job[]} jobs
 * @param {{ began: (job: Job) => void, ended: (outcome: Outcome) => void }} listener
 * @returns {Promise<Job[]>} those that were not run
 */
export function runJobs(jobs, { began, ended }) {
  const waiting = [...jobs];
  const running = new Set();
  const failed = new Set();

  const isOver = (/** @type {string} */ stage) =>
    ![...waiting, ...running].some((job) => job.stage === stage);
  const isReady = (/** @type {Job} */ job) => (job.after ?? []).every(isOver);
  const isLost = (/** @type {Job} */ job) => (job.after ?? []).some((stage) => failed.has(stage));

  /** The next job there is room for. */
  const next = () => {
    const compiling = [...running].some((job) => job.compiles);
    const compilesLater = compiling || waiting.some((job) => job.compiles && !isLost(job));
    const others = [...running].filter((job) => !job.compiles && !job.waits).length;
    const isWaiting = [...running].some((job) => job.waits);
    const room = compilesLater ? 1 : availableParallelism() + 1;
    const fits = (/** @type {Job} */ job) => {
      if (job.compiles) return !compiling;
      return job.waits ? !isWaiting : others < room;
    };
    return waiting.find((job) => !isLost(job) && isReady(job) && fits(job));
  };

  return new Promise((resolve) => {
    const startAll = () => {
      for (let job = next(); job !== undefined; job = next()) {
        waiting.splice(waiting.indexOf(job), 1);
        running.add(job);
        start(job);
      }
      if (running.size === 0) resolve(waiting);
    };
    const start = (/** @type {Job} */ job) => {
      began(job);
      outcomeOf(job).then((outcome) => {
        running.delete(job);
        if (!outcome.passed) failed.add(job.stage);
        ended(outcome);
        startAll();
      });
    };
    startAll();
  });
}

/** @param {Job} job @returns {Promise<Outcome>} */
async function outcomeOf(job) {
  const before = recall(job);
  if (before !== undefined) return { job, passed: true, output: before, isRemembered: true };
  const { status, output } = await run(job);
  const passed = status === 0;
  if (passed) remember(job, output);
  return { job, passed, output, isRemembered: false };
}

/**
 * @param {Job} job
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run({ command, args, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ status: null, output: `${output}${error.message}` }));
    child.on("close", (status) => resolve({ status, output }));
  });
}
