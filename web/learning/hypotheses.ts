import type { Domain } from "../data/domains.js";
import { type AxisValue, RectangleHypothesis } from "./hypothesis-rectangle.js";
import { ThresholdHypothesis } from "./hypothesis-threshold.js";

/** A threshold as the core draws it: keys of a domain. */
export type DrawnThreshold = { all?: boolean; last?: unknown };

/** A box as the core draws it: keys of each axis. */
export type DrawnBox = { lowest: unknown[]; highest: unknown[] };

/**
 * The threshold that the core found, label 1 being its lower side there.
 * @param drawn `last`: undefined if one label has the whole domain; `all`: whether it is 1
 */
export function thresholdOf<T>(
  { all = false, last }: DrawnThreshold,
  domain: Domain<T>,
  ones: "below" | "above",
) {
  const threshold = last === undefined ? null : domain.decode(last);
  const constant = all === (ones === "below") ? 1 : 0;
  return new ThresholdHypothesis({ threshold, ones, constant });
}

/** The box that the core found. */
export function boxOf({ lowest, highest }: DrawnBox, domains: Domain<AxisValue>[]) {
  const side = (values: unknown[]) => values.map((value, axis) => domains[axis]!.decode(value));
  return new RectangleHypothesis(side(lowest), side(highest));
}
