// logstar, in a worker of its own that is as sealed as the page.
import { connect, decimals, reals } from "../dist/worker.js";
import { sealedWorker } from "./seal.js";

export { BudgetExceeded } from "../dist/worker.js";

/**
 * To be called after sealing: the worker inherits the page's policy, also when it is started again after
 * a cancellation.
 * @param {{ wasm: ArrayBuffer, code: string }} parts fetched before
 */
export function startEngine({ wasm, code }) {
  return connect({ wasm, worker: sealedWorker(code, { name: "logstar" }) });
}

/** The domain that a field describes. */
export function domainOf(choice) {
  return choice.type === "every" ? reals() : decimals(choice.low, choice.high, choice.digits);
}
