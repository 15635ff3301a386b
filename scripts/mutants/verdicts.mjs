// Judges a mutation by the output of tests. A check that was evaluated and failed rejects it; a test that ended
// by an exception, a crash or the time limit has judged nothing.

/**
 * @typedef {object} Verdict
 * @property {"claim" | "test" | "unit" | "uncompiled" | "exception" | "crash" | "hang" | "survived"} verdict
 * @property {string} [by] the test @property {string} [check] what failed in it
 */

/** Whether a check failed. */
export const isRejected = ({ verdict }) => ["claim", "test", "unit"].includes(verdict);

const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/** The verdict of Catch2's output and of CTest's summary. @returns {Verdict} */
export function verdictOfCTest(output) {
  const failed = [...output.matchAll(/^\s*\d+ - (.+) \((.+?)\)/gm)];
  if (failed.length === 0) return { verdict: "survived" };
  const faults = output.split(/: FAILED:\n/).slice(1);
  const checks = faults
    .map((text) => text.split("\n\n")[0])
    .filter((text) => !/^due to (an? )?(unexpected exception|fatal error)/m.test(text));
  const [, by, end] = failed[0];
  if (checks.length > 0) {
    const check = oneLine(checks[0].split(/^with expansion:/m)[0]);
    return { verdict: by.startsWith("unit/") ? "unit" : "test", by, check };
  }
  if (end === "Timeout") return { verdict: "hang", by };
  const isThrown = faults.length > 0 && !output.includes("due to a fatal error condition");
  return { verdict: isThrown ? "exception" : "crash", by };
}

/** The verdict of node's output with the reporter "tap". @returns {Verdict} */
export function verdictOfTap(output) {
  const failed = output
    .split(/^(?=\s*(?:not )?ok \d+ - )/m)
    .filter((text) => /^\s*not ok/.test(text) && !text.includes("'subtestsFailed'"));
  const nameOf = (text) => /- (.*)/.exec(text)[1];
  const check = failed.find((text) => text.includes("code: 'ERR_ASSERTION'"));
  if (check) {
    const verdict = check.includes(", of a claim of ") ? "claim" : "unit";
    return { verdict, by: nameOf(check) };
  }
  if (failed.length === 0) return { verdict: "survived" };
  const isLate = failed.some((text) => text.includes("'testTimeoutFailure'"));
  return { verdict: isLate ? "hang" : "exception", by: nameOf(failed[0]) };
}

/** The tests that node ran and that passed. @returns {string[]} */
export const passedInTap = (output) =>
  [...output.matchAll(/^\s*ok \d+ - (.*)$/gm)]
    .map(([, name]) => name)
    .filter((name) => !/ # (SKIP|TODO)\b/.test(name));
