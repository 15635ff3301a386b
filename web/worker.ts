import { compile } from "./core/compile.js";
import { checkOptions, describe } from "./core/options.js";
import { usualWorker } from "./own-worker.js";
import { ownModule } from "./wasm.js";
import { Connection } from "./worker/connection.js";
import { remoteLibrary } from "./worker/library.js";

export { WorkerStopped } from "./worker/errors.js";
export * from "./worker/here.js";

/**
 * Starts logstar in a worker: a Web Worker in browsers, a worker thread in Node. What it gives has the
 * functions and classes of the main entry under the same names with the same options, each a promise;
 * so a page stays responsive however long they take.
 *
 * Calls are done one at a time, in order: two on one ledger can never spend more than it has.
 *
 * @param {object} [options]
 * @param {import("./core/compile.js").WasmSource} [options.wasm] as for `load`. It is fetched and compiled
 *   once, here, and handed to the worker.
 * @param {() => any} [options.worker] makes the worker instead, at the start and again after each call
 *   that was cancelled while it ran: a Web Worker or, in Node, a worker thread that runs
 *   `worker-thread.js` or `worker-inline.js` of this package
 * @returns {Promise<import("./worker/types.js").WorkerLibrary>}
 * @throws {TypeError | import("./core/errors.js").EntropyUnavailable}
 */
export async function connect(options = {}) {
  checkOptions("connect", options, ["wasm", "worker"]);
  const { wasm, worker = usualWorker } = options;
  if (typeof worker !== "function") {
    throw new TypeError(`worker must be a function that makes one, got ${describe(worker)}`);
  }
  const module = compile(wasm ?? ownModule()); // meanwhile the worker loads its script
  module.catch(() => {}); // open() tells of it
  const connection = new Connection(module, worker);
  return remoteLibrary(connection, await connection.open());
}

/** @typedef {import("./ledger/record.js").Accuracy} Accuracy */
/** @typedef {import("./ledger/record.js").ReleaseRecord} ReleaseRecord */
/**
 * The types that callers name.
 * @typedef {import("./worker/types.js").WorkerLibrary} WorkerLibrary
 */
/** @typedef {import("./worker/controls.js").CancelSignal} CancelSignal */
/** @typedef {import("./worker/controls.js").Controls} Controls */
/** @typedef {import("./worker/controls.js").Progress} Progress */
/** @typedef {import("./worker/object-types.js").RemoteLedger} RemoteLedger */
/** @typedef {import("./worker/object-types.js").RemoteLedgerPart} RemoteLedgerPart */
/** @typedef {import("./worker/object-types.js").RemoteLedgerParts} RemoteLedgerParts */
/** @typedef {import("./worker/object-types.js").RemoteLedgerSteps} RemoteLedgerSteps */
/** @typedef {import("./worker/object-types.js").RemoteSlice} RemoteSlice */
/**
 * @template Options
 * @typedef {import("./worker/crossing.js").Remote<Options>} Remote
 */
/** @typedef {import("./worker/object-types.js").RemoteAboveThreshold} RemoteAboveThreshold */
/** @typedef {import("./worker/object-types.js").RemoteThresholdMonitor} RemoteThresholdMonitor */
/** @typedef {import("./worker/object-types.js").RemoteHeavyHitterMonitor} RemoteHeavyHitterMonitor */
/** @typedef {import("./worker/object-types.js").RemoteTopKSession} RemoteTopKSession */
/**
 * @template [T=number]
 * @typedef {import("./worker/object-types.js").RemoteSliceSession<T>} RemoteSliceSession
 */
