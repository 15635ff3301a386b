import {
  anything,
  choice,
  confidence,
  delta,
  flag,
  levels,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
} from "../core/fields.js";
import { describe, type Fields, kindOf, numberOption } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { flat } from "../data/values.js";
import { packBigInts } from "../data/wide-values.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";

/**
 * The quality of every point: a function of each point of `grid`, or consecutive runs of points from point 0
 * on.
 */
export type Quality<T> =
  | ((point: T) => number)
  | Iterable<{ width: number | bigint; quality: number }>;

class QuasiConcaveFields<T = any> {
  /** for a function: the points, public, in order, 2 to 10,000,000 */
  grid: Optional<ArrayLike<T> | undefined> = optional(anything(), undefined);
  /** for runs: the number of points, public; 2 to 2^(2^20). A BigInt gives the result as one. */
  size: Optional<number | bigint | undefined> = optional(anything(), undefined);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** 0 (default) to below 1; needed by all but "exponential" */
  delta = optional(delta(), 0);
  /**
   * default "auto": the one with the least error for this number of points, epsilon and delta, whatever
   * the data
   */
  algorithm = optional(
    choice(["auto", "exponential", "rec-concave", "cumulative-tree-log"] as const, {
      "tree-log": "cumulative-tree-log", // the former name is now of interior points alone
    }),
    "auto",
  );
  /**
   * how often "rec-concave" and "cumulative-tree-log" shrink the points, 1 (default) to 3. Each time costs more
   * than it saves. "exponential" refuses it
   */
  levels = levels();
  /**
   * whether one more record can only raise qualities, by 0 or 1 each (counts can); default false: it
   * moves each by at most 1 either way
   */
  monotone = optional(flag(), false);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `quasiConcaveMax`: `grid` with a function, `size` with runs.
 * @interface
 */
export type QuasiConcaveOptions<T = any> = OptionsOf<QuasiConcaveFields<T>>;

export const quasiConcaveMaxDeclaration = new ReleaseDeclaration({
  name: "quasiConcaveMax",
  of: "QuasiConcave",
  Fields: QuasiConcaveFields<unknown>,
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
 * Finds nearly the best of very many points, for a quality that rises and then falls along them.
 *
 * Privacy: (epsilon, delta), pure for the exponential mechanism, for the declared neighbours, **if one
 * record moves the quality of no point by more than 1** (as `monotone` declares). It does not rest on
 * the quality rising and falling; only the accuracy does.
 * Source: CLNSS22 section 4.1; BNS13 (RecConcave); docs/guarantees/quasi-concave.md.
 *
 * @param quality whole numbers
 * @returns a point of the grid, or the number of one, counted from 0
 * @throws {RangeError | TypeError} for options out of range, before any call of the function
 */
export function quasiConcaveMax<T = number>(
  quality: Quality<T>,
  options: QuasiConcaveOptions<T>,
):
  | { value: T; reason?: undefined; record: ReleaseRecord }
  | { value: null; reason: "not-found"; record: ReleaseRecord } {
  const asked = quasiConcaveMaxDeclaration.checkCall(options, (read) => pointsOf(quality, read));
  const { claim, context } = asked;
  const { grid, size, isBig } = context;
  const { drawn, record } = quasiConcaveMaxDeclaration.releaseAnswer(asked, () => {
    const runs =
      grid === undefined
        ? runsOf(quality, size)
        : heightsOf(quality as (point: unknown) => unknown, grid);
    const widths = packed(runs.widths, context);
    const { algorithm } = claim.parameters;
    return {
      data: { widths, qualities: Float64Array.from(runs.qualities) },
      reading: { algorithm },
    };
  });
  if (drawn === undefined) return { value: null, reason: "not-found", record };
  const point = BigInt(`0x${drawn.digits}`);
  const value = (grid !== undefined ? grid[Number(point)] : isBig ? point : Number(point)) as T;
  return { value, record };
}

function statementOf({ accuracy: { error, confidence }, parameters: { algorithm } }: Claim) {
  const provided = algorithm === "exponential" ? "" : ", provided the quality rises and then falls";
  return `With ${formatPercent(confidence)} confidence, an answer is returned whose quality is less than ${formatCount(error)} below the best${provided}.`;
}

/** The points with a quality, and their form in the core. */
export interface Points {
  grid: ArrayLike<unknown> | undefined;
  /** their number */
  size: bigint;
  /** the number of 64-bit words of the largest */
  words: number;
  /** whether the result is a BigInt */
  isBig: boolean;
}

function pointsOf(
  quality: unknown,
  { grid: points, size: declared }: { grid: unknown; size: unknown },
): Points {
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

function requestOf({ grid: _, ...rest }: Request<QuasiConcaveFields<unknown>>, points: Points) {
  const { size, words } = points;
  return { ...rest, size: packed([size], points), words };
}

/** @param numbers none above the number of points */
function packed(numbers: bigint[], { size, words }: Points) {
  return packBigInts(numbers, undefined, { bits: 64 * words, highest: size }).data;
}

function sizeOf(size: unknown) {
  if (typeof size === "bigint") return size;
  if (!Number.isSafeInteger(numberOption("size", size))) {
    throw new RangeError(`size must be a whole number (or a BigInt), got ${describe(size)}`);
  }
  return BigInt(size as number);
}

function heightsOf(quality: (point: unknown) => unknown, grid: ArrayLike<unknown>) {
  const qualities = Array.from({ length: grid.length }, (_, i) => whole(quality(grid[i])));
  return { qualities, widths: qualities.map(() => 1n) };
}

function runsOf(quality: unknown, size: bigint) {
  const qualities = [];
  const widths = [];
  let points = 0n;
  for (const run of Array.from(flat(quality, "quality"))) {
    const width = widthOf((run as Fields)?.width);
    qualities.push(whole((run as Fields)?.quality));
    widths.push(width);
    points += width;
  }
  if (points !== size) {
    const other = points < size ? "fewer" : "more";
    throw new RangeError(`quality must cover the ${size} points of size, got ${other}`);
  }
  return { qualities, widths };
}

/** @param width of a run, as private as its quality */
function widthOf(width: unknown) {
  const isWhole = typeof width === "bigint" || Number.isSafeInteger(width);
  if (isWhole && (width as number | bigint) >= 1) return BigInt(width as number | bigint);
  throw new RangeError(`width must be a whole number of at least 1, got ${kindOf(width)}`);
}

function whole(quality: unknown) {
  if (Number.isSafeInteger(quality) && Math.abs(Number(quality)) <= 2 ** 40) return Number(quality);
  throw new RangeError(
    `quality must be whole numbers from -2^40 to 2^40, got ${kindOf(quality)} among them`,
  );
}
