// The tasks of a page in a trace of Chromium.
import { readFileSync } from "node:fs";

/** The tasks of the page's thread in a trace, the one of the most processor time first, in milliseconds. */
export function tasksIn(trace) {
  const { traceEvents } = JSON.parse(readFileSync(trace, "utf8"));
  const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, ph }) => ph === "X" && name.endsWith("RunTask"))
    .filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
    .map(({ dur, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 }))
    .toSorted((a, b) => b.processor - a.processor);
}
