import { splitByLabel } from "./labels.js";
import { call } from "./load.js";
import { columnOf } from "./values.js";

/**
 * Both columns as the core takes them. Label 1 is the lower side there.
 * @param {{ x: import("./values.js").Values, y: import("./labels.js").Labels }} options
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @param {"clamp" | "drop" | "throw"} outside
 */
export function labelledColumns({ x, y }, domain, ones, outside) {
  const split = splitByLabel(x, y);
  const [lower, upper] = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  const columns = [lower, upper].flatMap((values) => {
    const { data, core, ...layout } = columnOf(values, domain, outside);
    return [data, { ...layout, domain: core, outside }];
  });
  if (outside === "throw") {
    for (let i = 0; i < 4; i += 2) call("checkInside", columns[i], columns[i + 1]);
  }
  return columns;
}
