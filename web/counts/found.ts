import { reals } from "../data/domains.js";

/** The domain of values before their range is known. */
export const anywhere = reals();

/**
 * For the record: between which powers of two, 0 or the greatest doubles values were found, null if nowhere. An
 * answer with known bounds has no such field.
 */
export function foundRange({ range }: { range?: { from: number; to: number } | null }): {
  foundRange?: [number, number] | null;
} {
  if (range === undefined) return {};
  return { foundRange: range && [range.from, range.to] };
}
