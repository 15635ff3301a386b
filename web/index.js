export { AboveThreshold } from "./above-threshold.js";
export { accuracy } from "./accuracy.js";
export { composition } from "./composition.js";
export { dates, decimals, integers, reals } from "./domains.js";
export { BudgetExceeded, EntropyUnavailable } from "./errors.js";
export { HeavyHitterMonitor } from "./heavy-hitter-monitor.js";
export { interiorPoint } from "./interior-point.js";
export { laplaceCount } from "./laplace-count.js";
export { Ledger, LedgerPart, LedgerSteps } from "./ledger.js";
export { load } from "./load.js";
export { median } from "./median.js";
export { plan } from "./plan.js";
export { quantile } from "./quantile.js";
export { selectBest } from "./select-best.js";
export { ThresholdMonitor } from "./threshold-monitor.js";
export { topK } from "./top-k.js";
export { version } from "./version.js";

/**
 * The types that callers name.
 * @template [T=any]
 * @typedef {import("./domains.js").Domain<T>} Domain
 */
/** @typedef {import("./values.js").Values} Values */
/** @typedef {import("./histogram.js").Rows} Rows */
/** @typedef {import("./top-k.js").TopKOptions} TopKOptions */
/** @typedef {import("./laplace-count.js").CountOptions} CountOptions */
/** @typedef {import("./select-best.js").SelectOptions} SelectOptions */
/** @typedef {import("./above-threshold.js").AboveThresholdOptions} AboveThresholdOptions */
/** @typedef {import("./threshold-monitor.js").ThresholdMonitorOptions} ThresholdMonitorOptions */
/** @typedef {import("./heavy-hitter-monitor.js").HeavyHitterOptions} HeavyHitterOptions */
/** @typedef {import("./record.js").ReleaseRecord} ReleaseRecord */
/** @typedef {import("./record.js").Accuracy} Accuracy */
/** @typedef {import("./plan.js").InteriorPointPlan} InteriorPointPlan */
/** @typedef {import("./load.js").WasmSource} WasmSource */
/**
 * @template [T=number]
 * @typedef {import("./rank-draw.js").RankOptions<T>} RankOptions
 */
