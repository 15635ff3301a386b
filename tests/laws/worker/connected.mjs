// The worker entry as people call it, by messages to a thread, and the walk through that thread's outcomes.
import { Worker } from "node:worker_threads";
import * as entry from "../../../build/enumerating/worker.js";

/** So many pairs of a case are tried through the worker, and of those with wide laws. */
export const throughWorker = { most: 23, mostIfWide: 7 };

/**
 * @param {object} [broken] for controls: a worker that gets its messages wrong
 * @param {(task: any) => any} [broken.task] what the thread is told to do, of what it should be
 * @param {(notice: any) => boolean} [broken.hears] whether a notice comes back
 * @returns {Promise<{ library: any, walk: import("../enumerate.mjs").Walk }>} everything that the entry
 *   exports and `connect` gives
 */
export async function connected({ task = (same) => same, hears = () => true } = {}) {
  const thread = new Worker(new URL("thread.mjs", import.meta.url), { execArgv: [] });
  const waiting = [];
  thread.on("message", ({ walked, logstar }) => {
    if (logstar === undefined) waiting.shift()(walked);
  });
  const ask = (...walk) => {
    thread.postMessage({ walk });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const library = {
    ...entry,
    ...(await entry.connect({ worker: () => mangling(thread, task, hears) })),
  };
  return {
    library,
    // Messages keep their order: only what is told at the end has to be waited for.
    walk: {
      start: (scope) => void ask("start", scope),
      begin: () => void ask("begin"),
      end: () => ask("end"),
    },
  };
}

/** A thread that is told something else than what it is sent, and of which not everything is heard. */
function mangling(thread, task, hears) {
  const told = ([verb, ...args]) => [verb, ...(verb === "run" ? args.map(task) : args)];
  return {
    postMessage: ({ logstar }, moved) => thread.postMessage({ logstar: told(logstar) }, moved),
    on: (type, listener) =>
      thread.on(type, (event) => {
        const notice = event?.logstar?.notice;
        if (notice === undefined || hears(notice)) listener(event);
      }),
    terminate: () => thread.terminate(),
  };
}
