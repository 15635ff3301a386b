import { kindOf } from "../core/options.js";
import { attached } from "../data/attached.js";

/** Candidates with scores, as callers write them. */
export type Candidates<T> = Map<T, number> | Iterable<{ item: T; score: number }>;

/** `growth` bounds the number of candidates that one record can raise, so an item must not be two of them. */
export function checkListedOnce(items: unknown[]) {
  const seen = new Set();
  for (const item of items) {
    if (seen.has(item)) {
      throw new RangeError("candidates must be grouped: one item occurs twice");
    }
    seen.add(item);
  }
}

/** The check reads no candidate. */
export function checkCandidates(candidates: unknown) {
  if (
    typeof candidates === "string" ||
    typeof (candidates as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== "function"
  ) {
    throw new TypeError(
      `candidates must be a Map or an iterable of { item, score }, got ${kindOf(candidates)}`,
    );
  }
  attached(candidates, "candidates");
}

/**
 * The items and their scores, in order.
 * @param sensitivity if it is given, scores are any numbers
 */
export function scored<T>(
  candidates: Candidates<T>,
  sensitivity: number | undefined,
): [items: T[], scores: Float64Array] {
  const pairs: [T, number][] =
    candidates instanceof Map
      ? [...candidates]
      : Array.from(candidates, (candidate) => [candidate?.item, candidate?.score]);
  for (const [, score] of pairs) checkScore(score, sensitivity);
  return [pairs.map(([item]) => item), Float64Array.from(pairs, ([, score]) => score)];
}

function checkScore(score: unknown, sensitivity: number | undefined) {
  if (sensitivity === undefined) {
    if (Number.isSafeInteger(score) && Math.abs(score as number) <= 2 ** 52) return;
    throw new TypeError(`scores must be whole numbers within +-2^52, got ${kindOf(score)}`);
  }
  if (typeof score !== "number")
    throw new TypeError(`scores must be numbers, got ${kindOf(score)}`);
}
