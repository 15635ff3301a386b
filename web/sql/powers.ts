import { reals } from "../data/domains.js";
import { brought, roundedSteps } from "./keys.js";
import { bigint, double } from "./writing.js";

/** @typedef {import("./queries.js").Rows} Rows */
/** @typedef {import("./writing.js").Dialect} Dialect */

/**
 * Bins of doubles, as the core numbers them: one for each sign and exponent from `least` to `most`, and one for 0.
 * @typedef {{ least: number, most: number, count: number }} Bins
 */

/**
 * A range that was found, and the steps of 2^exponent to which what lies in it is rounded.
 * @typedef {{ range: { from: number, to: number }, grid: { exponent: number, lowest: number, highest: number } }} Within
 */

/** Rows that are added up are brought into it, as the core does (counts/found_range.hpp). */
export const addable = reals({ min: -(2 ** 960), max: 2 ** 960 });

/**
 * Rows by the bins that their values or totals are in, over all groups.
 * @param {Rows} rows
 * @param {Bins} bins
 * @param {boolean} isOfTotals
 * @returns {Rows}
 */
export function inPowers(rows, bins, isOfTotals) {
  const placed = { isOfTotals, steps: binSteps(rows.dialect, bins) };
  return { ...rows, placed, bins: bins.count, isAcross: true };
}

const mantissa = bigint(2n ** 52n);

/**
 * From a double to the number of its bin, by its bits: a logarithm would be rounded. A double without an exponent of
 * its own is its mantissa, a whole number, in units of 2^-1074.
 * @param {Dialect} dialect
 * @param {Bins} bins
 */
function binSteps(dialect, { least, most, count }) {
  const { bitsOfDouble, divided } = dialect;
  const ofMantissa = bitsOfDouble(`CAST(m AS ${dialect.double})`);
  const middle = (count - 1) / 2;
  const [first, last] = [least, most].map((exponent) => exponent + 1075);
  const fromMiddle = `LEAST(GREATEST(z, ${first}), ${last}) - ${first - 1}`;
  return [
    { name: "m", sql: bitsOfDouble("ABS(k)") },
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

/**
 * Rows by the places of their values or totals on the grid of a range.
 * @param {Rows} rows
 * @param {Within} within
 * @param {boolean} isOfTotals
 * @returns {Rows}
 */
export const onGrid = (rows, within, isOfTotals) => ({
  ...rows,
  placed: { isOfTotals, steps: gridSteps(rows.dialect, within) },
});

/**
 * From a double to its place. By two powers of two, as one may be none of the doubles; what is nearer to 0 than half a
 * step is left out, as a product too near to 0 is an error in PostgreSQL.
 * @param {Dialect} dialect
 * @param {Within} within
 */
function gridSteps(dialect, { range: { from, to }, grid: { exponent } }) {
  const half = Math.trunc(exponent / 2);
  const [one, other] = [half, exponent - half].map((part) => double(dialect, 2 ** -part));
  const [zero, low, high, step] = [0, from, to, 2 ** (exponent - 1)].map((x) => double(dialect, x));
  return [
    { name: "c", sql: brought("k", "k", low, high, false) },
    { name: "y", sql: `CASE WHEN ABS(c) <= ${step} THEN ${zero} ELSE c * ${one} * ${other} END` },
    ...roundedSteps(),
  ];
}
