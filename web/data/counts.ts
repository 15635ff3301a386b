import { kindOf } from "../core/options.js";

/** How often something occurs, as grouped data says it. */
export function wholeCount(count: unknown): number {
  const number = typeof count === "bigint" ? Number(count) : count;
  if (Number.isSafeInteger(number) && Number(number) >= 0) return Number(number);
  const Kind = typeof number === "number" ? RangeError : TypeError;
  throw new Kind(`counts must be whole numbers >= 0, got ${kindOf(count)}`);
}

/**
 * The counts of `{ values, counts }`, one for each value.
 * @param size the number of values
 */
export function countsFor(counts: ArrayLike<unknown>, size: number): number[] {
  if (counts.length !== size) {
    throw new RangeError(`counts must be as many as values, ${size}, got ${counts.length}`);
  }
  return Array.from(counts, wholeCount);
}
