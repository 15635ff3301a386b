// Runs a Catch2 program to its end, whatever happens on the way, and reads which checks failed. A test that
// ends by an exception, a signal or the time limit has judged nothing: the tests after it still run.
import { writeFileSync } from "node:fs";

/**
 * What a test made known before it ended.
 * @typedef {object} Finding
 * @property {string} test
 * @property {string[]} checks those that were evaluated and failed, as they stand in the source
 * @property {"exception" | "crash" | "hang"} [end] how it ended, if not by itself
 */

/** What Catch2's XML report says of each test that did not pass. @returns {Finding[]} */
export function findings(report) {
  const cases = report.split(/(?=<TestCase name=")/).slice(1);
  return cases.flatMap((text) => {
    const test = plain(/^<TestCase name="([^"]*)"/.exec(text)[1]);
    const checks = [];
    let end = /<FatalErrorCondition/.test(text) ? "crash" : undefined;
    // An exception stands within the expression that it came from, or in its place.
    const outside = text.replace(
      /<Expression success="false"[\s\S]*?<\/Expression>/g,
      (expression) => {
        if (/<Exception|<FatalErrorCondition/.test(expression)) return expression;
        const original = /<Original>([\s\S]*?)<\/Original>/.exec(expression)[1];
        checks.push(plain(original).replace(/\s+/g, " ").trim());
        return "";
      },
    );
    if (/<Failure/.test(outside)) checks.push("FAIL");
    if (/<Exception/.test(outside)) end ??= "exception";
    return checks.length > 0 || end ? [{ test, checks, end }] : [];
  });
}

function plain(text) {
  const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'" };
  return text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

/** The names of the tests that a report has begun. */
function begun(report) {
  return [...report.matchAll(/<TestCase name="([^"]*)"/g)].map(([, name]) => plain(name));
}

/**
 * Runs the tests that `tags` name (all, if there are none), each once.
 * @param {(args: string[], timeout?: number) => import("node:child_process").SpawnSyncReturns<string>} start
 *   starts the program
 * @param {string} list a file that may be overwritten
 * @returns {Finding[]}
 */
export function runToTheEnd(start, tags, seconds, list) {
  const names = (args) =>
    start(["-#", "--list-test-names-only", ...args])
      .stdout.split("\n")
      .filter(Boolean);
  let left = names(tags);
  const found = [];
  while (left.length > 0) {
    // A comma ends a name even in a file of names, and so does a quotation mark.
    writeFileSync(list, left.map((name) => `${name.replace(/[\\,"]/g, "\\$&")}\n`).join(""));
    const args = ["-r", "xml", "--abortx", "200", "-f", list];
    const { status, signal, error, stdout } = start(args, seconds * 1000);
    const here = findings(stdout);
    found.push(...here);
    const hung = error?.code === "ETIMEDOUT";
    // Catch2's own exit codes are the number of failures.
    if (!hung && !signal && /<\/Catch>\s*$/.test(stdout)) {
      if (status !== 0 && here.length === 0) throw new Error(`unread report:\n${stdout}`);
      if (status === 0 && begun(stdout).length !== left.length)
        throw new Error("not all tests ran");
      return found;
    }
    const last = begun(stdout).at(-1);
    if (last === undefined) throw new Error(`${error ?? signal ?? status}: no test began`);
    const known = here.find(({ test }) => test === last);
    if (!known) found.push({ test: last, checks: [], end: hung ? "hang" : "crash" });
    else known.end = hung ? "hang" : "crash";
    left = left.slice(left.indexOf(last) + 1);
  }
  return found;
}
