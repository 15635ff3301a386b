const threads = globalThis.process?.versions?.node
  ? globalThis.process.getBuiltinModule?.("node:worker_threads")
  : undefined;

/** A worker that runs the script beside this file. Bundlers know this form. */
export function usualWorker() {
  if (threads === undefined) {
    return new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module" });
  }
  const here = import.meta.url; // apart, so that bundlers for browsers pass over it
  // The worker must not inherit Node's options: those of the program (--input-type, say) may not fit it.
  return new threads.Worker(new URL("./worker-thread.js", here), { execArgv: [] });
}
