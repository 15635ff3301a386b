import type { Domain } from "./domains.js";
import { rowsWith } from "./rows.js";

/**
 * Removes the rows whose value is a BigInt that the domain drops, from columns of one length, of which the
 * first holds values. Throws instead if `outside` is "throw". BigInts may have more bits than the core takes;
 * the core checks all other values.
 * @returns themselves if nothing is dropped
 */
export function insideRows<Columns extends ArrayLike<unknown>[]>(
  columns: Columns,
  { range, pack }: Domain<unknown>,
  outside: "clamp" | "drop" | "throw",
): Columns {
  const values = columns[0]!;
  const isLeftToCore = pack === undefined && ArrayBuffer.isView(values);
  if (outside === "clamp" || range === undefined || isLeftToCore) return columns;
  const { low, high } = range;
  const gone = Uint8Array.from(values, (value) =>
    Number(typeof value === "bigint" && (value < low || value > high)),
  );
  if (!gone.includes(1)) return columns;
  if (outside === "drop") return rowsWith(columns, gone, 0);
  throw new RangeError(
    'values must be inside the domain (because outside is "throw"), got a value outside',
  );
}
