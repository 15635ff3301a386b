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
import { formatPercent, formatScore, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";

const mostSteps = 2 ** 40;

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
  /**
   * by how much one record moves each quality at most, with at most 20 binary digits; qualities are any numbers
   * then. Default 1, for whole numbers
   */
  sensitivity = optional({ read: number().read, kind: "number" }, undefined);
  /**
   * a quality that some point is sure to have, public: never read off the data. "rec-concave" and "cumulative-tree-log" miss it
   * by less than they miss the best one; nothing is promised if no point has it
   */
  promise = optional({ read: number().read, kind: "number" }, undefined);
  /**
   * the maximum error as a share of the promise, above 0 and at most 1; a promise that is too low is refused. Without
   * a promise the least one that is not is taken
   */
  approximation = optional({ read: number().read, kind: "number" }, undefined);
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
 * record moves the quality of no point by more than `sensitivity`**, 1 by default (as `monotone` declares). It does
 * not rest on the quality rising and falling, nor on the promise; only the accuracy does.
 * Source: CLNSS22 section 4.1; BNS13 (RecConcave); docs/guarantees/quasi-concave.md.
 *
 * @param quality whole numbers; with `sensitivity` any numbers
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
  const { context } = asked;
  const { sensitivity } = asked.read;
  const { grid, size, isBig } = context;
  const { drawn, record } = quasiConcaveMaxDeclaration.releaseAnswer(asked, () => {
    const runs =
      grid === undefined
        ? runsOf(quality, size, sensitivity)
        : heightsOf(quality as (point: unknown) => unknown, grid, sensitivity);
    const widths = packed(runs.widths, context);
    return { data: { widths, qualities: Float64Array.from(runs.qualities) } };
  });
  if (drawn === undefined) return { value: null, reason: "not-found", record };
  const point = BigInt(`0x${drawn.digits}`);
  const value = (grid !== undefined ? grid[Number(point)] : isBig ? point : Number(point)) as T;
  return { value, record };
}

function statementOf(
  { accuracy: { error, confidence }, parameters: { algorithm, promise } }: Claim,
  { sensitivity }: { sensitivity?: number },
) {
  const shown = formatScore(error, sensitivity);
  const isExponential = algorithm === "exponential";
  const provided = isExponential ? "" : ", provided the quality rises and then falls";
  const sure = `With ${formatPercent(confidence)} confidence, an answer is returned whose quality is`;
  return promise === undefined || isExponential
    ? `${sure} less than ${shown} below the best${provided}.`
    : `${sure} more than ${promise} - ${shown}, if some point has a quality of at least ${promise}${provided}.`;
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

function requestOf(
  { grid: _, sensitivity = 1, ...rest }: Request<QuasiConcaveFields<unknown>>,
  points: Points,
) {
  const { size, words } = points;
  return { ...rest, sensitivity, size: packed([size], points), words };
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

function heightsOf(
  quality: (point: unknown) => unknown,
  grid: ArrayLike<unknown>,
  sensitivity: number | undefined,
) {
  const qualities = Array.from({ length: grid.length }, (_, i) =>
    checked(quality(grid[i]), sensitivity),
  );
  return { qualities, widths: qualities.map(() => 1n) };
}

function runsOf(quality: unknown, size: bigint, sensitivity: number | undefined) {
  const qualities = [];
  const widths = [];
  let points = 0n;
  for (const run of Array.from(flat(quality, "quality"))) {
    const width = widthOf((run as Fields)?.width);
    qualities.push(checked((run as Fields)?.quality, sensitivity));
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

function checked(quality: unknown, sensitivity: number | undefined) {
  const isFit =
    sensitivity === undefined
      ? Number.isSafeInteger(quality) && Math.abs(Number(quality)) <= mostSteps
      : typeof quality === "number" && Math.abs(quality) <= mostSteps * sensitivity;
  if (isFit) return Number(quality);
  const which =
    sensitivity === undefined
      ? "whole numbers from -2^40 to 2^40"
      : "numbers within 2^40 times the sensitivity";
  throw new RangeError(`quality must be ${which}, got ${kindOf(quality)} among them`);
}
