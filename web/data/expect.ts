// Where values are expected: a guess that weighs answers, and clamps nothing.
import { describe } from "../core/options.js";

/**
 * A guess, checked.
 * @template T
 * @typedef {object} Guess
 * @property {T} from
 * @property {T} to
 * @property {any} ends what the caller wrote, as a plain array
 * @property {string} name how a domain's name goes on
 */

/**
 * @template {number | bigint} T
 * @param {unknown} expect what came as the option of that name
 * @param {object} domain
 * @param {string} domain.of what its values are, in words
 * @param {T} domain.least
 * @param {T} domain.greatest
 * @param {(value: any) => T | undefined} domain.read nothing of what is no value of the domain's kind
 * @param {(value: T) => string} [domain.shown]
 * @returns {Guess<T> | undefined} nothing without a guess
 * @throws {RangeError | TypeError}
 */
export function guessOf(expect, { of, least, greatest, read, shown = String }) {
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
 * @param {(low: bigint, high: bigint) => any} wholeNumbers
 * @param {[bigint, bigint]} ends the domain's
 * @param {{ from: bigint, to: bigint } | undefined} guess
 * @param {"magnitude" | "order"} [scale] whether sizes count, or the order only, as of dates
 */
export function likelyWhole(wholeNumbers, ends, guess, scale = "magnitude") {
  const likely = { of: wholeNumbers(...ends), scale };
  if (guess === undefined) return likely;
  const { loLow, loHigh, hiLow, hiHigh } = wholeNumbers(guess.from, guess.to);
  return {
    ...likely,
    expect: { fromLow: loLow, fromHigh: loHigh, toLow: hiLow, toHigh: hiHigh },
  };
}
