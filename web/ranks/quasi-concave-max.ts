import {
  anything,
  choice,
  confidence,
  delta,
  flag,
  neighbors,
  number,
  optional,
} from "../core/fields.js";
import { describe, kindOf, numberOption } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { flat } from "../data/values.js";
import { packBigInts } from "../data/wide-values.js";
import { date, label, ledger } from "../ledger/fields.js";
import { percent, rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";

/**
 * A quality of every point: a function to be asked at each point of `grid`, or runs of points that
 * follow each other from point 0 on.
 * @template T
 * @typedef {((point: T) => number) | Iterable<{ width: number | bigint, quality: number }>} Quality
 */

/** @template [T=any] */
class QuasiConcaveFields {
  /**
   * for a function: the points, public, in order, 2 to 10,000,000
   * @type {import("../core/fields.js").Optional<ArrayLike<T> | undefined>}
   */
  grid = optional(anything(), undefined);
  /**
   * for runs: how many points there are, public; 2 to 2^(2^20). A BigInt gives the result as one.
   * @type {import("../core/fields.js").Optional<number | bigint | undefined>}
   */
  size = optional(anything(), undefined);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** 0 (default) to below 1; needed by all but "exponential" */
  delta = optional(delta(), 0);
  /**
   * default "auto": the one with the least error for this number of points, epsilon and delta, whatever
   * the data
   */
  algorithm = optional(
    choice(/** @type {const} */ (["auto", "exponential", "rec-concave", "tree-log"])),
    "auto",
  );
  /**
   * whether one more record can only raise qualities, by 0 or 1 each (counts can); default false: it
   * moves each by at most 1 either way
   */
  monotone = optional(flag(), false);
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * @template [T=any]
 * @typedef {import("../core/fields.js").OptionsOf<QuasiConcaveFields<T>>} QuasiConcaveOptions {@interface} Options
 *   of `quasiConcaveMax`: `grid` with a function, `size` with runs.
 */

export const foundMax = new Released({
  name: "quasiConcaveMax",
  of: "QuasiConcave",
  Fields: QuasiConcaveFields,
  request: requestOf,
  statement: statementOf,
  parameters: (_, { size }) => ({ points: `${size}` }),
  example: {
    data: [
      [
        { width: 2, quality: 1 },
        { width: 3, quality: 4 },
      ],
    ],
    options: { size: 5 },
  },
});

/**
 * Nearly the best of very many points, for a quality that rises and then falls along them.
 *
 * Privacy: (epsilon, delta), pure for the exponential mechanism, for the declared neighbours, **if one
 * record moves the quality of no point by more than 1** (as `monotone` declares). It does not rest on
 * the quality rising and falling; only the accuracy does.
 * Source: CLNSS22 section 4.1; BNS13 (RecConcave); docs/guarantees/quasi-concave.md.
 *
 * @template [T=number]
 * @param {Quality<T>} quality whole numbers
 * @param {QuasiConcaveOptions<T>} options
 * @returns {{ value: T, reason?: undefined, record: import("../ledger/record.js").ReleaseRecord }
 *   | { value: null, reason: "not-found", record: import("../ledger/record.js").ReleaseRecord }} a point of the
 *   grid, or the number of one, counted from 0
 * @throws {RangeError | TypeError} before the function is asked, for options out of range
 */
export function quasiConcaveMax(quality, options) {
  const asked = foundMax.ask(options, (read) => pointsOf(quality, read));
  const { claim, context } = asked;
  const { grid, size, isBig } = context;
  const { drawn, record } = foundMax.draw(asked, () => {
    const runs = grid === undefined ? runsOf(quality, size) : heightsOf(quality, grid);
    const widths = packed(runs.widths, context);
    const { algorithm } = claim.parameters;
    return {
      data: { widths, qualities: Float64Array.from(runs.qualities) },
      reading: { algorithm },
    };
  });
  if (drawn === undefined) return { value: null, reason: "not-found", record };
  const point = BigInt(`0x${drawn.digits}`);
  const value = grid !== undefined ? grid[Number(point)] : isBig ? point : Number(point);
  return { value, record };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence }, parameters: { algorithm } }) {
  const provided = algorithm === "exponential" ? "" : ", provided the quality rises and then falls";
  return `With ${percent(confidence)} confidence, an answer is returned whose quality is less than ${rounded(error)} below the best${provided}.`;
}

/**
 * The points that have a quality, and how they are written for the core.
 * @typedef {object} Points
 * @property {ArrayLike<any> | undefined} grid
 * @property {bigint} size how many
 * @property {number} words of their numbers
 * @property {boolean} isBig whether the result is to be a BigInt
 */

/**
 * @param {any} quality
 * @param {{ grid: any, size: any }} read
 * @returns {Points}
 */
function pointsOf(quality, { grid: points, size: declared }) {
  const asksFunction = typeof quality === "function";
  if (asksFunction !== (points !== undefined) || asksFunction === (declared !== undefined)) {
    throw new TypeError("quasiConcaveMax needs a function and a grid, or runs and a size");
  }
  if (!asksFunction) checkHolder(quality, "quality");
  const grid = asksFunction ? flat(points, "grid") : undefined;
  const size = grid === undefined ? sizeOf(declared) : BigInt(grid.length);
  if (size < 2n || (grid !== undefined && grid.length > 1e7)) {
    const name = grid === undefined ? "size" : "grid";
    throw new RangeError(
      `${name} must have 2 to ${grid ? "10,000,000" : "2^(2^20)"} points, got ${size}`,
    );
  }
  const words = Math.ceil(size.toString(16).length / 16);
  return { grid, size, words, isBig: typeof declared === "bigint" };
}

/**
 * @param {any} read
 * @param {Points} points
 */
function requestOf({ grid: _, ...rest }, points) {
  const { size, words } = points;
  return { ...rest, size: packed([size], points), words };
}

/**
 * @param {bigint[]} numbers none above the number of points
 * @param {Points} points
 */
function packed(numbers, { size, words }) {
  return packBigInts(numbers, undefined, { bits: 64 * words, highest: size }).data;
}

/** @param {unknown} size */
function sizeOf(size) {
  if (typeof size === "bigint") return size;
  if (!Number.isSafeInteger(numberOption("size", size))) {
    throw new RangeError(`size must be a whole number (or a BigInt), got ${describe(size)}`);
  }
  return BigInt(/** @type {number} */ (size));
}

/**
 * @param {any} quality
 * @param {ArrayLike<any>} grid
 */
function heightsOf(quality, grid) {
  const qualities = Array.from({ length: grid.length }, (_, i) => whole(quality(grid[i])));
  return { qualities, widths: qualities.map(() => 1n) };
}

/**
 * @param {any} quality
 * @param {bigint} size
 */
function runsOf(quality, size) {
  const qualities = [];
  const widths = [];
  let points = 0n;
  for (const run of Array.from(flat(quality, "quality"))) {
    const width = widthOf(run?.width);
    qualities.push(whole(run.quality));
    widths.push(width);
    points += width;
  }
  if (points !== size) {
    const other = points < size ? "fewer" : "more";
    throw new RangeError(`quality must cover the ${size} points of size, got ${other}`);
  }
  return { qualities, widths };
}

/** @param {unknown} width of a run, as private as its quality */
function widthOf(width) {
  const isWhole = typeof width === "bigint" || Number.isSafeInteger(width);
  if (isWhole && /** @type {number | bigint} */ (width) >= 1)
    return BigInt(/** @type {any} */ (width));
  throw new RangeError(`width must be a whole number of at least 1, got ${kindOf(width)}`);
}

/** @param {unknown} quality */
function whole(quality) {
  if (Number.isSafeInteger(quality) && Math.abs(Number(quality)) <= 2 ** 40) return Number(quality);
  throw new RangeError(
    `quality must be whole numbers from -2^40 to 2^40, got ${kindOf(quality)} among them`,
  );
}
