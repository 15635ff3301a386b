import { reals } from "../data/domains.js";
import type { Rows } from "./kept-rows.js";
import { brought, roundedStep } from "./keys.js";
import { bigint, type Dialect, double } from "./writing.js";

/** Bins of doubles, as the core numbers them: one for each sign and exponent from `least` to `most`, and one for 0. */
export type Bins = { least: number; most: number; count: number };

/** A found range, and the grid in steps of 2^exponent that rounds its values. */
export type Within = {
  range: { from: number; to: number };
  grid: { exponent: number; lowest: number; highest: number };
};

/** Values to add are clamped to it, as in the core (counts/found_range.hpp). */
export const addable = reals({ min: -(2 ** 960), max: 2 ** 960 });

/** Rows by the bins that their values or totals are in, over all groups. */
export function inPowers(rows: Rows, bins: Bins, isOfTotals: boolean): Rows {
  const placed = { isOfTotals, steps: binSteps(rows.dialect, bins) };
  return { ...rows, placed, bins: bins.count, isAcross: true };
}

const mantissa = bigint(2n ** 52n);

/**
 * From a double to the number of its bin, by its bits: a logarithm would be rounded. A double without an exponent of
 * its own is its mantissa, a whole number, in units of 2^-1074.
 */
function binSteps(dialect: Dialect, { least, most, count }: Bins) {
  const { bitsOfDouble, divided } = dialect;
  const ofMantissa = bitsOfDouble(`CAST(m AS ${dialect.double})`);
  const middle = (count - 1) / 2;
  const [first, last] = [least + 1075, most + 1075];
  const fromMiddle = `LEAST(GREATEST(z, ${first}), ${last}) - ${first - 1}`;
  return [
    { name: "m", sql: bitsOfDouble("ABS(k)"), isCostly: true },
    {
      name: "z",
      sql: `CASE WHEN m = 0 THEN 0 WHEN m < ${mantissa} THEN ${divided(ofMantissa, mantissa)} - 1022 ELSE ${divided("m", mantissa)} + 52 END`,
    },
    {
      name: "b",
      sql: `CASE WHEN z = 0 THEN ${middle} WHEN k < 0 THEN ${middle} - (${fromMiddle}) ELSE ${middle} + (${fromMiddle}) END`,
    },
  ];
}

/** Rows by the places of their values or totals on the grid of a range. */
export const onGrid = (rows: Rows, within: Within, isOfTotals: boolean): Rows => ({
  ...rows,
  // Named so often on the way to a place that computing keys once takes two thirds of the time in PostgreSQL.
  placed: { isOfTotals, steps: gridSteps(rows.dialect, within), isOnce: true },
});

/**
 * From a double to its place. It multiplies by two powers of two, as their product may be outside of the
 * doubles. Values within half a step of 0 become 0, as a product too near to 0 is an error in PostgreSQL.
 */
function gridSteps(dialect: Dialect, { range: { from, to }, grid: { exponent } }: Within) {
  const half = Math.trunc(exponent / 2);
  const [one, other] = [double(dialect, 2 ** -half), double(dialect, 2 ** (half - exponent))];
  const [zero, step] = [double(dialect, 0), double(dialect, 2 ** (exponent - 1))];
  const [low, high] = [double(dialect, from), double(dialect, to)];
  return [
    { name: "c", sql: brought("k", "k", low, high, false) },
    {
      name: "y",
      sql: `CASE WHEN ABS(c) <= ${step} THEN ${zero} ELSE c * ${one} * ${other} END`,
    },
    roundedStep(dialect),
  ];
}
