import { load } from "../core/load.js";
import { plainError } from "./errors.js";
import { Host } from "./host.js";
import { offered } from "./offered.js";

/**
 * The worker's side of `connect`. The page asks for one thing at a time, `[verb, ...args]`, and hears
 * `{ result }` or `{ error }`, and before it any number of notices, `{ notice }`; each inside of
 * `{ logstar }`, as others may send messages too.
 * @param {any} port to the page
 * @param {(options: { wasm: object }) => Promise<void>} [start] default: `load`
 */
export function serve(port, start = load) {
  const tell = (/** @type {object} */ news) => port.postMessage({ logstar: news });
  const host = new Host((notice) => tell({ notice }));
  /** @type {Record<string, (...args: any[]) => any>} */
  const verbs = {
    start: (options) => start(options).then(offered),
    restore: (id, saved, steps) => host.restore(id, saved, steps),
    run: (task) => host.run(task),
  };
  port.addEventListener("message", async (/** @type {any} */ { data }) => {
    if (data?.logstar === undefined) return;
    const [verb, ...args] = data.logstar;
    try {
      tell({ result: await verbs[verb](...args) });
    } catch (error) {
      tell({ error: plainError(error) });
    }
  });
  port.start?.(); // a port of Node
}
