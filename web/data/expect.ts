// The expected range of values: a guess that weighs answers, and clamps no value.
import { describe } from "../core/options.js";

/** A guess, checked. */
export interface Guess<T> {
  from: T;
  to: T;
  /** the values from the caller, as a plain array */
  ends: unknown;
  /** the words that it adds to a domain's name */
  name: string;
}

/**
 * @param expect the option of that name, as the caller wrote it
 * @returns undefined without a guess
 * @throws {RangeError | TypeError}
 */
export function guessOf<T extends number | bigint>(
  expect: unknown,
  {
    of,
    least,
    greatest,
    read,
    shown = String,
  }: {
    /** its values in words */
    of: string;
    least: T;
    greatest: T;
    /** undefined for a value of another kind than the domain's */
    read: (value: unknown) => T | undefined;
    shown?: (value: T) => string;
  },
): Guess<T> | undefined {
  if (expect === undefined) return undefined;
  const pair = Array.isArray(expect) && expect.length === 2 ? [...expect] : undefined;
  const [from, to] = pair === undefined ? [] : pair.map((end) => read(end));
  if (from === undefined || to === undefined) {
    const written = pair === undefined ? describe(expect) : `[${pair.map(describe).join(", ")}]`;
    throw new TypeError(`expect must be two ${of}, such as [from, to], got ${written}`);
  }
  const got = `[${shown(from)}, ${shown(to)}]`;
  if (from > to) throw new RangeError(`expect must be two ${of}, the smaller first, got ${got}`);
  if (from < least || to > greatest) {
    const domain = `${shown(least)} to ${shown(greatest)}`;
    throw new RangeError(`expect must be within the domain, ${domain}, got ${got}`);
  }
  return { from, to, ends: pair, name: `, expected from ${shown(from)} to ${shown(to)}` };
}

/**
 * Where whole numbers are likely, as the core takes it.
 * @param ends the domain's
 * @param scale whether sizes count, or the order only, as of dates
 */
export function likelyWhole(
  wholeNumbers: (
    low: bigint,
    high: bigint,
  ) => Record<"loLow" | "loHigh" | "hiLow" | "hiHigh", unknown>,
  ends: [bigint, bigint],
  guess: { from: bigint; to: bigint } | undefined,
  scale: "magnitude" | "order" = "magnitude",
) {
  const likely = { of: wholeNumbers(...ends), scale };
  if (guess === undefined) return likely;
  const { loLow, loHigh, hiLow, hiHigh } = wholeNumbers(guess.from, guess.to);
  return {
    ...likely,
    expect: { fromLow: loLow, fromHigh: loHigh, toLow: hiLow, toHigh: hiHigh },
  };
}
