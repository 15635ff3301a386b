import { kindOf } from "../core/options.js";
import { isDate } from "./missing.js";

export function numberOfRecord(record: unknown): number {
  if (typeof record === "number") return record;
  throw new TypeError(
    `values must be numbers, got ${kindOf(record)} among them${conversion(record, "Number")}`,
  );
}

export function timeOfRecord(record: unknown) {
  if (isDate(record) || typeof record === "bigint") return Number(record);
  if (typeof record === "number") return record;
  throw new TypeError(
    `values must be Dates or milliseconds since 1970, got ${kindOf(record)} among them${conversion(record, "Date.parse, with its zone")}`,
  );
}

/**
 * Advice for values of another kind than the domain's.
 * @param convert which function makes the right kind of it
 */
export function conversion(value: unknown, convert: string) {
  const kind =
    typeof value === "string" ? "text" : typeof value === "bigint" ? "BigInts" : undefined;
  return kind === undefined ? "" : ` (convert ${kind} with ${convert})`;
}
