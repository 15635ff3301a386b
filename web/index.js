export { dates, decimals, integers, reals } from "./domains.js";
export { BudgetExceeded, EntropyUnavailable } from "./errors.js";
export { interiorPoint } from "./interior-point.js";
export { load } from "./load.js";
export { median } from "./median.js";
export { plan } from "./plan.js";
export { quantile } from "./quantile.js";
export { topK } from "./top-k.js";
export { version } from "./version.js";
