import { compile, type WasmSource } from "./core/compile.js";
import { checkOptions, describe } from "./core/options.js";
import { usualWorker } from "./own-worker.js";
import { ownModule } from "./wasm.js";
import { Connection } from "./worker/connection.js";
import { remoteLibrary } from "./worker/library.js";
import type { WorkerLike } from "./worker/spawn.js";
import type { WorkerLibrary } from "./worker/types.js";

export { WorkerStopped } from "./worker/errors.js";
export * from "./worker/here.js";

/**
 * Starts logstar in a worker: a Web Worker in browsers, a worker thread in Node. It returns the functions and
 * classes of the main entry under the same names with the same options, each a promise; so a page stays
 * responsive however long they take.
 *
 * Calls are done one at a time, in order: two on one ledger can never spend more than it has.
 *
 * @throws {TypeError | EntropyUnavailable}
 */
export async function connect(
  options: {
    /** as for `load`. It is fetched and compiled once, here, and handed to the worker. */
    wasm?: WasmSource;
    /**
     * makes the worker instead, at the start and again after each call that was cancelled while it ran: a Web Worker
     * or, in Node, a worker thread that runs `worker-thread.js` or `worker-inline.js` of this package
     */
    worker?: () => object;
  } = {},
): Promise<WorkerLibrary> {
  checkOptions("connect", options, ["wasm", "worker"]);
  const { wasm, worker = usualWorker } = options;
  if (typeof worker !== "function") {
    throw new TypeError(`worker must be a function that makes one, got ${describe(worker)}`);
  }
  const module = compile(wasm ?? ownModule()); // meanwhile the worker loads its script
  module.catch(() => {}); // open() reports it
  const connection = new Connection(module, worker as () => WorkerLike);
  return remoteLibrary(connection, await connection.open());
}

export type { ByGroupFunction, SumFunction } from "./counts/functions.js";
export type { Accuracy, ReleaseRecord } from "./ledger/record.js";
export type { QuantileFunction, QuantilesFunction, RankFunction } from "./ranks/functions.js";
export type { CancelSignal, Controls, Progress } from "./worker/controls.js";
export type { Remote } from "./worker/crossing.js";
export type {
  MovedRowSlice,
  MovedRowSliceSession,
  MovedTable,
  RemoteAboveThreshold,
  RemoteCutOptions,
  RemoteHeavyHitterMonitor,
  RemoteLedger,
  RemoteLedgerPart,
  RemoteLedgerParts,
  RemoteLedgerSteps,
  RemoteRowSlice,
  RemoteRowSliceSession,
  RemoteSlice,
  RemoteSliceLedger,
  RemoteSliceSession,
  RemoteThresholdMonitor,
  RemoteTopKSession,
} from "./worker/object-types.js";
export type { WorkerLibrary } from "./worker/types.js";
