// Domains in the syntax of a terminal.
import { bigIntegers, type Domain, dates, decimals, integers, reals, text } from "logstar";
import { Failure } from "./failures.js";

/** The syntax of each kind. */
export const writtenDomains = `reals, reals:0,100, integers:0,120, decimals:0,1000000,2 (or 0,1000000,2), dates:2020-01-01,2026-12-31,day, text:32, bigintegers:128`;

/**
 * A domain, and the type of its cells. `guess`: the two ends of `--expect`, or nothing.
 */
type Kind = (parts: string[], guess: [string, string] | undefined) => Read;
type Read = { domain: Domain<unknown>; cells: string };

/** A guess, for domains of these values. */
type Guess<T> = [T, T] | undefined;

const kinds: Record<string, Kind> = {
  reals: (parts, guess) => {
    const [min, max, digits] = parts.map((part) => (part === "" ? undefined : numberOf(part)));
    return {
      domain: reals({ min, max, digits, expect: guess?.map(numberOf) as Guess<number> }),
      cells: "number",
    };
  },
  integers: ([lo, hi], guess) => {
    const ends = [lo!, hi!].map(wholeOf);
    const isWide = ends.some((end) => typeof end === "bigint");
    const [low, high] = isWide ? ends.map(BigInt) : ends;
    return {
      // Numbers or BigInts: each has a signature of its own.
      domain: integers(low as bigint, high as bigint, {
        expect: guess?.map(wholeOf) as Guess<bigint>,
      }),
      cells: isWide ? "bigint" : "number",
    };
  },
  decimals: ([lo, hi, digits], guess) => ({
    domain: decimals(numberOf(lo!), numberOf(hi!), numberOf(digits!), {
      expect: guess?.map(numberOf) as Guess<number>,
    }),
    cells: "number",
  }),
  dates: ([from, to, unit], expect) => ({
    domain: dates(from!, to!, unit as Parameters<typeof dates>[2], { expect }),
    cells: "date",
  }),
  text: ([bytes]) => ({ domain: text(numberOf(bytes!)), cells: "text" }),
  bigintegers: ([bits]) => ({ domain: bigIntegers(numberOf(bits!)), cells: "bigint" }),
};

/** The required number of parts. */
const parts: Record<string, [number, number]> = {
  ...{ reals: [0, 3], integers: [2, 2], decimals: [3, 3], dates: [2, 3], text: [1, 1] },
  bigintegers: [1, 1],
};

/**
 * @param expect the expected range, as `--expect` has it
 * @returns `cells`: the type of the column's cells
 */
export function domainOf(written: string, expect?: string): Read {
  const [, name = "decimals", rest = ""] = /^(?:([a-z]+):?)?(.*)$/i.exec(written) ?? [];
  const kind = name.toLowerCase();
  const given = rest === "" ? [] : rest.split(",").map((part) => part.trim());
  if (!(kind in kinds)) throw notWritten(written);
  const [least, most] = parts[kind]!;
  if (given.length < least || given.length > most) throw notWritten(written);
  const guess = expect === undefined ? undefined : guessOf(expect, kind);
  const asked = expect === undefined ? "" : ` --expect ${expect}`;
  try {
    return kinds[kind]!(given, guess);
  } catch (error) {
    throw new Failure(`--domain ${written}${asked}: ${(error as Error).message}`);
  }
}

const notWritten = (written: string) =>
  new Failure(`--domain must be one of ${writtenDomains}; got ${written}`);

function guessOf(expect: string, kind: string): [string, string] {
  if (["text", "bigintegers"].includes(kind)) {
    throw new Failure(`--expect must be left out with ${kind}, got ${expect}`);
  }
  const ends = expect.split(/\.\.|,/).map((end) => end.trim());
  if (ends.length === 2) return ends as [string, string];
  throw new Failure(`--expect must be two values, as 1000,1000000, got ${expect}`);
}

function numberOf(part: string) {
  const number = part === "" ? Number.NaN : Number(part);
  if (Number.isNaN(number)) throw new RangeError(`expected a number, got ${part || "nothing"}`);
  return number;
}

function wholeOf(part: string) {
  if (!/^[+-]?\d+$/.test(part))
    throw new RangeError(`expected a whole number, got ${part || "nothing"}`);
  const number = Number(part);
  return Number.isSafeInteger(number) ? number : BigInt(part);
}
