// The worker entry in its usual form, by messages to a thread, and the enumeration of that thread's outcomes.
import { Worker } from "node:worker_threads";
import * as entry from "../../../build/enumerating/worker.js";

/** The number of pairs of a case that go through the worker, also for wide laws. */
export const throughWorker = { most: 23, mostIfWide: 7 };

/**
 * @param {object} [broken] for controls: a worker that mishandles its messages
 * @param {(task: any) => any} [broken.task] the task that the thread performs instead of the right one
 * @param {(notice: any) => boolean} [broken.hears] whether the page posts a notice back
 * @returns {Promise<{ library: any, walk: import("../enumerate.mjs").Walk }>} all exports of the entry, and all
 *   results of `connect`
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
    // Messages keep their order: only the final reply must be awaited.
    walk: {
      start: (scope) => void ask("start", scope),
      begin: () => void ask("begin"),
      end: () => ask("end"),
    },
  };
}

/** A thread that receives changed tasks, and whose replies are partly dropped. */
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
