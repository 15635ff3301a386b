// logstar, in a separate worker that is as sealed as the page.
import { connect, decimals, reals } from "#dist/worker.js";
import type { DomainChoice } from "./data/domain-points.js";
import { sealedWorker } from "./seal.js";

export type {
  Accuracy,
  Progress,
  ReleaseRecord,
  RemoteLedger,
  WorkerLibrary,
} from "#dist/worker.js";
export { BudgetExceeded } from "#dist/worker.js";

/**
 * Call it after sealing: the worker inherits the page's policy, also after a cancellation restarts it.
 * @param parts fetched before
 */
export function startEngine({ wasm, code }: { wasm: ArrayBuffer; code: string }) {
  return connect({ wasm, worker: sealedWorker(code, { name: "logstar" }) });
}

/**
 * The domain that a field describes.
 * @param expect between which values most lie, as a guess
 */
export function domainOf(domain: DomainChoice, expect?: [number, number]) {
  if (domain.type === "every") return reals({ expect });
  return decimals(domain.low, domain.high, domain.digits, { expect });
}
