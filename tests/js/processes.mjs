// Processes that spend from one ledger, as a test starts them.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("spending-process.mjs", import.meta.url));

/**
 * Starts a process. `said` is what it says last, or the signal that ended it; `hasRead` is kept once it waits, and
 * `go` lets it write.
 */
export function spending(...args) {
  const child = fork(program, args.map(String));
  let told;
  let last;
  const hasRead = new Promise((resolve) => {
    told = resolve;
  });
  child.on("message", (message) => {
    if (message === "has read") told();
    else last = message;
  });
  const said = new Promise((resolve) => {
    child.on("exit", (code, signal) => resolve(signal ?? last ?? code));
  });
  return { hasRead, said, go: () => child.send("go") };
}

/** How often processes that have all read before one writes get an answer, and what the others get. */
export async function raced(count, ...args) {
  const all = Array.from({ length: count }, () => spending(...args, "gated"));
  await Promise.all(all.map(({ hasRead }) => hasRead));
  for (const { go } of all) go();
  return (await Promise.all(all.map(({ said }) => said))).sort();
}
