import { transfer, wrap } from "../comlink.js";
import { describe } from "../core/options.js";
import { WorkerStopped } from "./errors.js";

/**
 * A running worker.
 * @typedef {object} Running
 * @property {any} side what `serve` offers, by Comlink
 * @property {Promise<never>} ended rejects when it ends, with the reason
 * @property {(reason: unknown) => void} end
 * @property {(busy: boolean) => void} hold whether it keeps Node from exiting
 */

const threads = /** @type {any} */ (globalThis).process?.versions?.node
  ? /** @type {any} */ (globalThis).process.getBuiltinModule?.("node:worker_threads")
  : undefined;

/** The package's worker. The form is one that bundlers know. */
export function usualWorker() {
  if (threads === undefined) {
    return new Worker(new URL("../worker-thread.js", import.meta.url), { type: "module" });
  }
  const here = import.meta.url; // apart, so that bundlers for browsers pass over it
  // Without Node's own options: those of the program (--input-type, say) need not fit the worker.
  return new threads.Worker(new URL("../worker-thread.js", here), { execArgv: [] });
}

/**
 * @param {() => any} makeWorker
 * @param {(notice: any) => void} hear what the worker tells while it works
 * @returns {Running}
 */
export function spawn(makeWorker, hear) {
  const worker = makeWorker();
  if (typeof worker?.terminate !== "function" || typeof worker.postMessage !== "function") {
    throw new TypeError(
      `worker must make a Web Worker or a worker thread, got ${describe(worker)} from it`,
    );
  }
  const endpoint = typeof worker.addEventListener === "function" ? worker : endpointOf(worker);
  /** @type {(reason: unknown) => void} */
  let end = () => {};
  let over = false;
  const ended = new Promise((_, reject) => {
    end = (reason) => {
      over = true;
      worker.terminate();
      reject(reason);
    };
  });
  ended.catch(() => {}); // whoever waits for an answer hears of it
  endpoint.addEventListener("message", (/** @type {any} */ { data }) => {
    if (data?.logstar !== undefined && !over) hear(data.logstar);
  });
  const failed = (/** @type {any} */ event) => {
    if (over) return;
    const cause = event.error ?? event;
    const why = cause.message ?? event.message ?? "its script could not be loaded";
    end(new WorkerStopped(`the worker failed: ${why}`, { cause }));
  };
  for (const type of ["error", "messageerror", "exit"]) endpoint.addEventListener(type, failed);
  return {
    side: wrap(endpoint),
    ended: /** @type {Promise<never>} */ (ended),
    end,
    hold: (busy) => (busy ? worker.ref?.() : worker.unref?.()),
  };
}

/**
 * A worker thread of Node, as Comlink wants it.
 * @param {any} thread
 * @returns {import("../comlink.js").Endpoint}
 */
function endpointOf(thread) {
  return {
    postMessage: (message, buffers) => thread.postMessage(message, buffers),
    addEventListener: (type, listener) =>
      thread.on(type, (/** @type {any} */ news) => {
        if (type === "message") listener({ data: news });
        else listener({ error: type === "exit" ? { message: "it ended by itself" } : news });
      }),
    removeEventListener: () => {},
  };
}

/**
 * For a message whose buffers are moved instead of copied.
 * @template T
 * @param {T} message
 * @param {Iterable<ArrayBuffer>} buffers
 * @returns {T}
 */
export function moving(message, buffers) {
  return transfer(message, [...buffers]);
}
