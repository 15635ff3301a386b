// Domains as they are written in a terminal.
import { bigIntegers, dates, decimals, integers, reals, text } from "logstar";
import { Failure } from "./failures.js";

/** How each kind is written. */
export const writtenDomains = `reals, reals:0,100, integers:0,120, decimals:0,1000000,2 (or 0,1000000,2), dates:2020-01-01,2026-12-31,day, text:32, bigintegers:128`;

/** What cells of a column have to be for a domain: how they are read. `guess`: the two ends of `--expect`, or nothing. @type {Record<string, (parts: string[], guess: any) => { domain: any, cells: string }>} */
const kinds = {
  reals: (parts, guess) => {
    const [min, max, digits] = parts.map((part) => (part === "" ? undefined : numberOf(part)));
    return { domain: reals({ min, max, digits, expect: guess?.map(numberOf) }), cells: "number" };
  },
  integers: ([lo, hi], guess) => {
    const ends = [lo, hi].map(wholeOf);
    const isWide = ends.some((end) => typeof end === "bigint");
    const [low, high] = isWide ? ends.map(BigInt) : ends;
    return {
      domain: integers(/** @type {any} */ (low), high, { expect: guess?.map(wholeOf) }),
      cells: isWide ? "bigint" : "number",
    };
  },
  decimals: ([lo, hi, digits], guess) => ({
    domain: decimals(numberOf(lo), numberOf(hi), numberOf(digits), {
      expect: guess?.map(numberOf),
    }),
    cells: "number",
  }),
  dates: ([from, to, unit], expect) => ({
    domain: dates(from, to, /** @type {any} */ (unit), { expect }),
    cells: "date",
  }),
  text: ([bytes]) => ({ domain: text(numberOf(bytes)), cells: "text" }),
  bigintegers: ([bits]) => ({ domain: bigIntegers(numberOf(bits)), cells: "bigint" }),
};

/** How many parts there have to be. @type {Record<string, [number, number]>} */
const parts = {
  ...{ reals: [0, 3], integers: [2, 2], decimals: [3, 3], dates: [2, 3], text: [1, 1] },
  bigintegers: [1, 1],
};

/**
 * @param {string} written
 * @param {string} [expect] where values are expected, as `--expect` has it
 * @returns {{ domain: any, cells: string }} `cells`: how cells of its columns are read
 */
export function domainOf(written, expect) {
  const [, name = "decimals", rest = ""] = /^(?:([a-z]+):?)?(.*)$/i.exec(written) ?? [];
  const kind = name.toLowerCase();
  const given = rest === "" ? [] : rest.split(",").map((part) => part.trim());
  if (!(kind in kinds)) throw notWritten(written);
  const [least, most] = parts[kind];
  if (given.length < least || given.length > most) throw notWritten(written);
  const guess = expect === undefined ? undefined : guessOf(expect, kind);
  const asked = expect === undefined ? "" : ` --expect ${expect}`;
  try {
    return kinds[kind](given, guess);
  } catch (error) {
    throw new Failure(`--domain ${written}${asked}: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} written */
const notWritten = (written) =>
  new Failure(`--domain must be one of ${writtenDomains}; got ${written}`);

/**
 * @param {string} expect
 * @param {string} kind
 */
function guessOf(expect, kind) {
  if (["text", "bigintegers"].includes(kind)) {
    throw new Failure(`--expect must be left out with ${kind}, got ${expect}`);
  }
  const ends = expect.split("..").map((end) => end.trim());
  if (ends.length === 2) return ends;
  throw new Failure(`--expect must be two values, as 1000..1000000, got ${expect}`);
}

/** @param {string} part */
function numberOf(part) {
  const number = part === "" ? Number.NaN : Number(part);
  if (Number.isNaN(number)) throw new RangeError(`${part || "nothing"} is no number`);
  return number;
}

/** @param {string} part */
function wholeOf(part) {
  if (!/^[+-]?\d+$/.test(part)) throw new RangeError(`${part || "nothing"} is no whole number`);
  const number = Number(part);
  return Number.isSafeInteger(number) ? number : BigInt(part);
}
