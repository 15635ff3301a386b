import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";

/**
 * The threshold that the core found, label 1 being its lower side there.
 * @param {{ all?: boolean, last?: any }} drawn `last`: undefined if one label has the whole domain; `all`:
 *   whether it is 1
 * @param {import("../data/domains.js").Domain<any>} domain
 * @param {"below" | "above"} ones
 */
export function thresholdOf({ all = false, last }, domain, ones) {
  const threshold = last === undefined ? null : domain.decode(last);
  const constant = all === (ones === "below") ? 1 : 0;
  return new ThresholdHypothesis({ threshold, ones, constant });
}

/**
 * The box that the core found.
 * @param {{ lowest: any[], highest: any[] }} drawn
 * @param {import("../data/domains.js").Domain<any>[]} domains
 */
export function boxOf({ lowest, highest }, domains) {
  const side = (/** @type {any[]} */ values) =>
    values.map((value, axis) => domains[axis].decode(value));
  return new RectangleHypothesis(side(lowest), side(highest));
}
