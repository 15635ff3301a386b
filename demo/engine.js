// logstar behind one door. (For now on the page's own thread, with the worker's interface.)
import * as direct from "../dist/index.js";

const withoutExtras = ({ signal, onProgress, transfer, ...options }) => options;
const isOptions = (value) => typeof value === "object" && value !== null && "epsilon" in value;

function later(work) {
  return async (...args) =>
    work(...args.map((value) => (isOptions(value) ? withoutExtras(value) : value)));
}

/** @param {{ wasm: ArrayBuffer }} source */
export async function startEngine({ wasm }) {
  await direct.load({ wasm });
  const { median, quantile, quantiles, interiorPoint, topK, topKForecast, learnThreshold } = direct;
  const functions = { median, quantile, quantiles, interiorPoint, topK, topKForecast, learnThreshold };
  return {
    ...Object.fromEntries(Object.entries(functions).map(([name, work]) => [name, later(work)])),
    plan: Object.fromEntries(Object.entries(direct.plan).map(([name, work]) => [name, later(work)])),
    accuracy: Object.fromEntries(Object.entries(direct.accuracy).map(([name, work]) => [name, later(work)])),
    Ledger: direct.Ledger,
    ThresholdMonitor: direct.ThresholdMonitor,
  };
}

/** The domain that a field describes. */
export function domainOf(choice) {
  return choice.type === "every" ? direct.reals() : direct.decimals(choice.low, choice.high, choice.digits);
}

export const { BudgetExceeded } = direct;
