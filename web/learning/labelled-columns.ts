import { byLabel } from "../data/records.js";
import { columnOf } from "../data/values.js";

/**
 * A column as the core takes it.
 * @typedef {{ data: any, layout: object }} LaidOut
 */

/**
 * Of several columns of the same records none may miss a value: the core refuses one from which it would
 * drop something.
 * @param {any} values
 * @param {import("../data/domains.js").Domain<any>} domain
 * @param {"clamp" | "drop" | "throw"} [outside] other than "clamp" for a single column only
 * @returns {LaidOut}
 */
export function laidOut(values, domain, outside = "clamp") {
  const { data, core, ...layout } = columnOf(values, domain, outside);
  return { data, layout: { ...layout, domain: core, outside } };
}

/**
 * The only column of records, by label. One column each: what the core drops there it drops as a whole
 * record. Label 1 is the lower side in the core.
 * @param {import("../data/records.js").Records} records
 * @param {import("../data/domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 * @param {"clamp" | "drop" | "throw"} [outside]
 * @returns {{ ones: LaidOut, zeros: LaidOut }}
 */
export function laidOutByLabel(records, domain, ones, outside) {
  const split = byLabel(records);
  const [lower, upper] = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  const [first, second] = [lower, upper].map(([values]) => laidOut(values, domain, outside));
  return { ones: first, zeros: second };
}

/**
 * Columns of the same records, one an axis.
 * @param {any[]} columns
 * @param {import("../data/domains.js").Domain<any>[]} domains
 */
export function laidOutAxes(columns, domains) {
  return columns.map((column, axis) => laidOut(column, domains[axis]));
}

/**
 * Labelled points.
 * @param {import("../data/records.js").Records} records
 * @param {import("../data/domains.js").Domain<any>[]} domains
 * @returns {{ columns: LaidOut[], labels: Uint8Array }}
 */
export function laidOutPoints({ columns, labels }, domains) {
  return { columns: laidOutAxes(columns, domains), labels };
}
