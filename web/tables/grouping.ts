import { describe } from "../core/options.js";

/** The columns that define groups: one, or each of a list. */
export function columnsOf(by: unknown): readonly unknown[] {
  if (!Array.isArray(by)) return [by];
  if (by.length > 0) return by;
  throw new RangeError("groupBy must be one column or more, got an empty list");
}

/** Names have as many parts as there are columns. */
export function checkParts(names: readonly unknown[], by: unknown) {
  const parts = Array.isArray(by) ? by.length : undefined;
  for (const name of names) {
    if ((Array.isArray(name) ? name.length : undefined) === parts) continue;
    const wanted =
      parts === undefined ? "single names" : `lists of ${parts} names, one for each column`;
    throw new TypeError(`groups must be ${wanted}, got ${describe(name)}`);
  }
}
