import { call } from "../core/load.js";
import { byLabel, columnsOf, labelledRecords } from "./records.js";
import { columnOf } from "./values.js";

/**
 * The values of either label as the core takes them. Label 1 is the lower side there.
 * @param {{ x: import("./values.js").Values, y: import("./labels.js").Labels }} options
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @param {"clamp" | "drop" | "throw"} outside
 */
export function labelledColumns({ x, y }, domain, ones, outside) {
  const split = byLabel(labelledRecords(columnsOf([x], y), outside));
  const sides = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  // One column each: what the core drops here it drops as a whole record.
  const columns = sides.flatMap(([values]) => {
    const { data, core, ...layout } = columnOf(values, domain, outside);
    return [data, { ...layout, domain: core, outside }];
  });
  if (outside === "throw") {
    for (let i = 0; i < 4; i += 2) call("checkInside", columns[i], columns[i + 1]);
  }
  return columns;
}

/**
 * A column as the core takes it. Of several columns of the same records none may miss a value: the core
 * refuses one from which it would drop something.
 * @param {any} values
 * @param {import("./domains.js").Domain<any>} domain
 * @returns {{ data: any, layout: object }}
 */
export function laidOut(values, domain) {
  const { data, core, ...layout } = columnOf(values, domain, "clamp");
  return { data, layout: { ...layout, domain: core, outside: "clamp" } };
}
