// logstar, in a separate worker that is as sealed as the page.
import { type Remote, transfer } from "comlink";
import { connect, decimals, reals } from "#dist/worker.js";
import type { Store } from "./data/data-worker.js";
import type { DomainChoice } from "./data/domain-points.js";
import { namesHeld } from "./data/held.js";
import { sealedWorker } from "./seal.js";

export type {
  Accuracy,
  MovedRowSliceSession,
  Progress,
  ReleaseRecord,
  WorkerLibrary,
} from "#dist/worker.js";
export { BudgetExceeded } from "#dist/worker.js";

/** Added to logstar's thread: it hears the data's thread as it hears the page. */
const hearsData = `addEventListener("message", ({ data: { port } }) => {
  if (port) port.onmessage = ({ data }) => dispatchEvent(new MessageEvent("message", { data }));
});
`;

/**
 * Call it after sealing: the worker inherits the page's policy, also after a cancellation restarts it.
 * @param parts fetched before, and the worker that holds the data
 */
export function startEngine({
  wasm,
  code,
  store,
}: {
  wasm: WebAssembly.Module;
  code: string;
  store: Remote<Store>;
}) {
  const start = sealedWorker(hearsData + code, { name: "logstar" });
  return connect({ wasm, worker: () => besideData(start(), store) });
}

/** A request that names data takes the way through the worker that holds them. */
function besideData(worker: Worker, store: Remote<Store>) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port1 }, [port1]);
  store.reach(transfer(port2, [port2]));
  return {
    postMessage(message: object, moved: ArrayBuffer[]) {
      if (!namesHeld(message)) return worker.postMessage(message, moved);
      store.send(message).catch((error: Error) => {
        worker.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
      });
    },
    addEventListener: worker.addEventListener.bind(worker),
    terminate: () => worker.terminate(),
  };
}

/**
 * The domain that a field describes.
 * @param expect between which values most lie, as a guess
 */
export function domainOf(domain: DomainChoice, expect?: [number, number]) {
  if (domain.type === "every") return reals({ expect });
  return decimals(domain.low, domain.high, domain.digits, { expect });
}
