// The core's view if bounds are found: the weight of users in each bin, and their contributions on the grid of
// a range. Computed from a table in memory, and from an engine. The arithmetic here is on powers of two by
// doubling, and on BigInts.
import { anywhere } from "../../dist/counts/found.js";
import { addable, inPowers, onGrid } from "../../dist/sql/powers.js";
import { endsQuery, groupWeightsQuery, totalsQuery } from "../../dist/sql/sum-queries.js";
import { columnIn, keyedRows, keysIn, weighed, whole } from "./seen.mjs";
import { asked, byUserAndGroup, endsOfRows, put, sumsOfTotals } from "./seen-sums.mjs";

/** All possible bins. */
export const everyBin = { least: -1074, most: 1023, count: 4197 };
const middle = 2098;

/** From the least positive double to 2^1023. */
export const powers = [Number.MIN_VALUE];
while (powers.length < middle) powers.push(2 * powers.at(-1));

/** The bin that contains a double. */
export function binOf(value) {
  const size = Math.abs(value);
  let [below, above] = [0, powers.length];
  while (below < above) {
    const place = (below + above) >> 1;
    if (powers[place] <= size) below = place + 1;
    else above = place;
  }
  return value < 0 ? middle - below : middle + below;
}

/** The range of values or totals in such bins, and its grid, computed as in the core (counts/found_range.cpp). */
export function rangeFrom(lowest, highest) {
  const end = (bin) =>
    bin === middle ? 0 : bin > middle ? powers[bin - middle - 1] : -next(middle - bin);
  const next = (from) => powers[from] ?? Number.MAX_VALUE;
  const range = {
    from: end(lowest),
    to:
      highest === middle
        ? 0
        : highest > middle
          ? next(highest - middle)
          : -powers[middle - highest - 1],
  };
  const farthest = Math.max(-range.from, range.to);
  if (farthest === 0) return { range, grid: { exponent: 0, lowest: 0, highest: 1 } };
  const place = powers.findIndex((power) => power >= farthest);
  const exponent = (place < 0 ? powers.length : place) - 1074 - 30;
  const [from, to] = [range.from, range.to].map((value) => Number(placeOf(value, exponent)));
  return { range, grid: { exponent, lowest: from, highest: to } };
}

/** A double as a multiple of 2^-1074. */
function unitsOf(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const [exponent, mantissa] = [bits >> 52n, bits & (2n ** 52n - 1n)];
  const units = exponent === 0n ? mantissa : (mantissa + 2n ** 52n) << (exponent - 1n);
  return value < 0 ? -units : units;
}

/** The nearest whole number of steps of 2^exponent; ties go to the even one. */
function placeOf(value, exponent) {
  const size = unitsOf(Math.abs(value));
  const shift = BigInt(exponent + 1074);
  const steps = shift <= 0n ? size << -shift : halfEven(size, 2n ** shift);
  return value < 0 ? -steps : steps;
}

function halfEven(size, step) {
  const [quotient, rest] = [size / step, 2n * (size % step)];
  return quotient + (rest > step || (rest === step && quotient % 2n === 1n) ? 1n : 0n);
}

/** Rows of doubles, or of totals: one for each user and group. */
function given(columns, { list, isOfTotals }) {
  const rows = keyedRows(columns, { domain: anywhere, outside: "clamp", list });
  if (!isOfTotals) return rows;
  const users = byUserAndGroup(rows, (values = [], { key }) => [...values, key]);
  const far = 2 ** 960;
  const add = (sum, value) => sum + Math.min(Math.max(value, -far), far);
  return [...users].flatMap(([user, groups]) =>
    [...groups].map(([group, values]) => ({
      ...{ user, group, key: values.sort((a, b) => a - b).reduce(add, 0) },
    })),
  );
}

/** @returns {Map<string, bigint>} by bin */
export function binsInMemory(columns, options) {
  const rows = given(columns, options).map(({ user, key }) => ({
    user,
    group: binOf(key),
    key: 0,
  }));
  const sums = new Map();
  for (const { group, weight } of weighed(rows, options.userWeight))
    put(sums, `${group}`, BigInt(weight));
  return sums;
}

/** @returns {Map<string, bigint>} by group; for means by end */
export function gridInMemory(columns, { within, ...options }) {
  const { range, grid } = within;
  const [low, high] = [BigInt(grid.lowest), BigInt(grid.highest)];
  const inside = (value) => Math.min(Math.max(value, range.from), range.to);
  const rows = given(columns, options).map((row) => ({
    ...row,
    key: range.from === range.to ? 0n : placeOf(inside(row.key), grid.exponent),
  }));
  if (options.isOfTotals) {
    const totals = byUserAndGroup(rows, (_, { key }) => key);
    return sumsOfTotals(totals, [low, high], options.perUser);
  }
  const above = rows.map((row) => ({ ...row, key: row.key - low }));
  return endsOfRows(above, high - low, options.userWeight);
}

async function realsIn(engine, table, names, { list, isOfTotals }) {
  const { rows, value } = await columnIn(engine, table, names, list);
  const keys = keysIn(rows, value, { domain: isOfTotals ? addable : anywhere, outside: "clamp" });
  return { ...rows, keys };
}

/** The bins of an engine. */
export async function binsInEngine(engine, table, names, options) {
  const { isOfTotals = false, userWeight = whole } = options;
  const rows = await realsIn(engine, table, names, options);
  if (rows.groups?.length === 0) return new Map();
  return asked(engine, groupWeightsQuery(inPowers(rows, everyBin, isOfTotals), userWeight));
}

export async function gridInEngine(engine, table, names, { within, ...options }) {
  const { isOfTotals = false, userWeight = whole, perUser: most } = options;
  const rows = await realsIn(engine, table, names, options);
  if (rows.groups?.length === 0) return new Map();
  const ends = [BigInt(within.grid.lowest), BigInt(within.grid.highest)];
  const placed = onGrid(rows, within, isOfTotals);
  if (isOfTotals) return asked(engine, totalsQuery(placed, ends, { most, salt: "00" }));
  return asked(engine, endsQuery(placed, userWeight, ends), ["high", "low"]);
}
