import { describe } from "../core/options.js";
import { errorFrom, WorkerStopped } from "./errors.js";

/**
 * A running worker.
 * @typedef {object} Running
 * @property {(message: any[], moved?: Iterable<ArrayBuffer>) => Promise<any>} ask for one thing at a time,
 *   of those that `serve` names; throws at once if the message cannot cross. `moved`: buffers in it that are not
 *   to be copied
 * @property {Promise<never>} ended rejects when it ends, with the reason
 * @property {(reason: unknown) => void} end
 * @property {(busy: boolean) => void} hold whether it keeps Node from exiting
 */

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
  const isThread = typeof worker.addEventListener !== "function"; // of Node
  /** @type {(type: string, listener: (event: any) => void) => void} */
  const on = (type, listener) =>
    isThread ? worker.on(type, listener) : worker.addEventListener(type, listener);
  /** @type {{ resolve: (result: any) => void, reject: (reason: unknown) => void }} */
  let asked;
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
  on("message", (event) => {
    const news = (isThread ? event : event.data)?.logstar;
    if (news === undefined || over) return;
    if (news.notice !== undefined) hear(news.notice);
    else if (news.error !== undefined) asked.reject(errorFrom(news.error));
    else asked.resolve(news.result);
  });
  const failed = (/** @type {any} */ event) => {
    if (over) return;
    const cause = event.error ?? event;
    const why = cause.message ?? event.message ?? "its script could not be loaded";
    end(new WorkerStopped(`the worker failed: ${why}`, { cause }));
  };
  for (const type of ["error", "messageerror"]) on(type, failed);
  on("exit", () => failed({ message: "it ended by itself" }));
  return {
    ask: (message, moved = []) => {
      worker.postMessage({ logstar: message }, [...moved]);
      return new Promise((resolve, reject) => {
        asked = { resolve, reject };
      });
    },
    ended: /** @type {Promise<never>} */ (ended),
    end,
    hold: (busy) => (busy ? worker.ref?.() : worker.unref?.()),
  };
}
