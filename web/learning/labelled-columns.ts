import type { Domain } from "../data/domains.js";
import { byLabel, type Records } from "../data/records.js";
import { columnOf, type Values } from "../data/values.js";

/** A column as the core takes it. */
export type LaidOut = { data: unknown; layout: object };

/**
 * Among several columns of the same records every value must be present: the core rejects a column from which
 * it would drop a value.
 * @param outside other than "clamp" for a single column only
 */
export function laidOut(
  values: Values,
  domain: Domain<unknown>,
  outside: "clamp" | "drop" | "throw" = "clamp",
): LaidOut {
  const { data, core, ...layout } = columnOf(values, domain, outside);
  return { data, layout: { ...layout, domain: core, outside } };
}

/**
 * The only column of records, by label. Each label has one column, so that a dropped value is a dropped record.
 * Label 1 is the lower side in the core.
 */
export function laidOutByLabel(
  records: Records,
  domain: Domain<unknown>,
  ones: "below" | "above",
  outside?: "clamp" | "drop" | "throw",
): { ones: LaidOut; zeros: LaidOut } {
  const split = byLabel(records);
  const [lower, upper] = ones === "below" ? [split.ones, split.zeros] : [split.zeros, split.ones];
  const [first, second] = [lower, upper].map(([values]) =>
    laidOut(values as Values, domain, outside),
  );
  return { ones: first!, zeros: second! };
}

/** Columns of the same records, one an axis. */
export function laidOutAxes(columns: Values[], domains: Domain<unknown>[]) {
  return columns.map((column, axis) => laidOut(column, domains[axis]!));
}

/** Labelled points. */
export function laidOutPoints(
  { columns, labels }: Records,
  domains: Domain<unknown>[],
): { columns: LaidOut[]; labels: Uint8Array } {
  return { columns: laidOutAxes(columns as Values[], domains), labels };
}
