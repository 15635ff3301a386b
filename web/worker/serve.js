import { expose } from "../comlink.js";
import { load } from "../core/load.js";
import { letErrorsCross } from "./errors.js";
import { Host } from "./host.js";

/**
 * The worker's side of `connect`.
 * @param {any} port to the page
 * @param {(options: { wasm: WebAssembly.Module }) => Promise<void>} [start] default: `load`
 */
export function serve(port, start = load) {
  letErrorsCross();
  const host = new Host((notice) => port.postMessage({ logstar: notice }));
  const side = {
    start: (/** @type {WebAssembly.Module} */ wasm) => start({ wasm }),
    run: (/** @type {import("./host.js").Task} */ task) => host.run(task),
    restore: (/** @type {[number, object, any[]]} */ ...ledger) => host.restore(...ledger),
  };
  expose(side, port);
}
