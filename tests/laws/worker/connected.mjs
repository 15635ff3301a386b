// The worker entry as people call it, by messages to a thread, and the walk through that thread's outcomes.
import { Worker } from "node:worker_threads";
import * as entry from "../../../build/enumerating/worker.js";

/**
 * @returns {Promise<{ library: any, walk: import("../enumerate.mjs").Walk }>} everything that the entry
 *   exports and `connect` gives
 */
export async function connected() {
  const thread = new Worker(new URL("thread.mjs", import.meta.url), { execArgv: [] });
  thread.unref = () => {}; // somebody waits for it until it is disposed of
  const waiting = [];
  thread.on("message", ({ walked, logstar }) => {
    if (logstar === undefined) waiting.shift()(walked);
  });
  const ask = (...walk) => {
    thread.postMessage({ walk });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const library = { ...entry, ...(await entry.connect({ worker: () => thread })) };
  return {
    library,
    // Messages keep their order: only what is told at the end has to be waited for.
    walk: {
      start: (cut) => void ask("start", cut),
      begin: () => void ask("begin"),
      end: () => ask("end"),
    },
  };
}
