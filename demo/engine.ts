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

/**
 * The domain that a field describes.
 * @param {any} choice
 * @param {[number, number]} [expect] between which values most lie, as a guess
 */
export function domainOf({ type, low, high, digits }, expect) {
  return type === "every" ? reals({ expect }) : decimals(low, high, digits, { expect });
}
