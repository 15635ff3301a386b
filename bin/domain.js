// Domains as they are written in a terminal.
import { bigIntegers, dates, decimals, integers, reals, text } from "logstar";
import { Failure } from "./failures.js";

/** How each kind is written. */
export const writtenDomains = `reals, reals:0,100, integers:0,120, decimals:0,1000000,2 (or 0,1000000,2), dates:2020-01-01,2026-12-31,day, text:32, bigintegers:128`;

/** What cells of a column have to be for a domain: how they are read. @type {Record<string, (parts: string[]) => { domain: any, cells: string }>} */
const kinds = {
  reals: (parts) => {
    const [min, max, digits] = parts.map((part) => (part === "" ? undefined : numberOf(part)));
    return { domain: reals({ min, max, digits }), cells: "number" };
  },
  integers: ([lo, hi]) => {
    const ends = [lo, hi].map(wholeOf);
    const isWide = ends.some((end) => typeof end === "bigint");
    const [low, high] = isWide ? ends.map(BigInt) : ends;
    return {
      domain: integers(/** @type {any} */ (low), high),
      cells: isWide ? "bigint" : "number",
    };
  },
  decimals: ([lo, hi, digits]) => ({
    domain: decimals(numberOf(lo), numberOf(hi), numberOf(digits)),
    cells: "number",
  }),
  dates: ([from, to, unit]) => ({
    domain: dates(from, to, /** @type {any} */ (unit)),
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
 * @returns {{ domain: any, cells: string }} `cells`: how cells of its columns are read
 */
export function domainOf(written) {
  const [, name = "decimals", rest = ""] = /^(?:([a-z]+):?)?(.*)$/i.exec(written) ?? [];
  const kind = name.toLowerCase();
  const given = rest === "" ? [] : rest.split(",").map((part) => part.trim());
  if (!(kind in kinds)) throw notWritten(written);
  const [least, most] = parts[kind];
  if (given.length < least || given.length > most) throw notWritten(written);
  try {
    return kinds[kind](given);
  } catch (error) {
    throw new Failure(`--domain ${written}: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} written */
const notWritten = (written) =>
  new Failure(`--domain must be one of ${writtenDomains}; got ${written}`);

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
