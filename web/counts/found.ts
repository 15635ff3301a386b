import { reals } from "../data/domains.js";

/** What values may be where bounds are found. */
export const anywhere = reals();

/**
 * For the record: between which powers of two, 0 or the greatest doubles values were found, null if nowhere. Nothing
 * of an answer whose bounds were known.
 */
export function foundRange({ range }: { range?: { from: number; to: number } | null }): {
  foundRange?: [number, number] | null;
} {
  if (range === undefined) return {};
  return { foundRange: range && [range.from, range.to] };
}
