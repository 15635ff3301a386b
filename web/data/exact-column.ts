import { type Domain, makingOf } from "./domains.js";

/** The number of milliseconds in a unit of time, or of units in a millisecond. */
const units = {
  day: { milliseconds: 864e5, parts: 1 },
  second: { milliseconds: 1000, parts: 1 },
  millisecond: { milliseconds: 1, parts: 1 },
  microsecond: { milliseconds: 1, parts: 1000 },
  nanosecond: { milliseconds: 1, parts: 1e6 },
};

/** The furthest that a Date reaches. */
const furthest = 8.64e15;

/** Decimals of up to 15 digits are different doubles if they differ. */
const mostDistinct = 1e15;

/** The unit of the whole numbers in a column: 10^-scale, or a unit of time since 1970. */
export type Worth = { scale: number } | { time: keyof typeof units };

/**
 * Decimals or points in time as an engine holds them: whole numbers in one unit.
 * The domain decides how to read them.
 */
export class ExactColumn {
  whole: ArrayLike<number | bigint | null>;
  worth: Worth;

  /** @param whole null where a value is missing */
  constructor(whole: ArrayLike<number | bigint | null>, worth: Worth) {
    this.whole = whole;
    this.worth = worth;
  }

  /**
   * The values as a domain takes them, missing ones as null or NaN.
   * @param domain without one: BigInts, numbers or Dates
   * @param name the column's name in errors
   */
  readFor(domain?: Domain<unknown>, name = "values"): ArrayLike<unknown> {
    const { worth } = this;
    const maker = domain && makingOf(domain)?.maker;
    if ("time" in worth) {
      const unit = units[worth.time];
      if (maker === "dates") return this.#numbers((whole) => milliseconds(whole, unit));
      if (domain === undefined) return this.#each((whole) => dateAt(milliseconds(whole, unit)));
      throw new TypeError(
        `${name} must be of ${domain.name}, got points in time (in ${worth.time}s); they belong to dates(from, to)`,
      );
    }
    const { scale } = worth;
    if (maker === "integers" || maker === "bigIntegers" || (domain === undefined && scale <= 0)) {
      return this.#each((whole) => roundedWhole(whole, scale));
    }
    if (domain === undefined || maker === "reals" || maker === "decimals") {
      return this.#numbers((whole) => nearestNumber(whole, scale));
    }
    throw new TypeError(`${name} must be of ${domain.name}, got decimal numbers`);
  }

  /**
   * The values as names of users, groups or items. They read as without a domain, except that decimals of more
   * digits than a double keeps become text. A double would merge several such values.
   */
  readNames(): ArrayLike<unknown> {
    const { worth } = this;
    if ("time" in worth || worth.scale <= 0) return this.readFor();
    return this.#each((whole) =>
      whole < mostDistinct && whole > -mostDistinct
        ? nearestNumber(whole, worth.scale)
        : decimalText(BigInt(whole), worth.scale),
    );
  }

  /** Iterates as without a domain. */
  [Symbol.iterator]() {
    return Array.from(this.readFor()).values();
  }

  #each(read: (whole: number | bigint) => unknown) {
    return Array.from(this.whole, (whole) => (whole === null ? null : read(whole)));
  }

  #numbers(read: (whole: number | bigint) => number) {
    const { whole } = this;
    const numbers = new Float64Array(whole.length);
    for (let i = 0; i < numbers.length; ++i) {
      const one = whole[i]!;
      numbers[i] = one === null ? Number.NaN : read(one);
    }
    return numbers;
  }
}

/** A whole number of any size in the least room: numbers where they are exact. */
export function narrow(value: bigint) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Cut down to whole milliseconds. */
function milliseconds(
  whole: number | bigint,
  { milliseconds, parts }: { milliseconds: number; parts: number },
) {
  if (parts === 1) return Number(whole) * milliseconds;
  if (typeof whole === "number") {
    const rest = whole % parts; // exact, unlike the quotient
    return (whole - (rest < 0 ? rest + parts : rest)) / parts;
  }
  const rest = whole % BigInt(parts);
  return Number(whole / BigInt(parts) - (rest < 0n ? 1n : 0n));
}

/** @param time that may lie beyond all Dates, which is not to be missing */
function dateAt(time: number) {
  return new Date(Math.min(Math.max(time, -furthest), furthest));
}

/** The nearest whole number to whole / 10^scale, halves to even, as the core rounds doubles. */
function roundedWhole(whole: number | bigint, scale: number) {
  if (scale <= 0) return BigInt(whole) * 10n ** BigInt(-scale);
  const [value, size] = [BigInt(whole), 10n ** BigInt(scale)];
  const rest = ((value % size) + size) % size;
  const below = (value - rest) / size;
  const isUp = 2n * rest > size || (2n * rest === size && below % 2n !== 0n);
  return isUp ? below + 1n : below;
}

/** The double nearest to whole / 10^scale. */
function nearestNumber(whole: number | bigint, scale: number) {
  // Both are exact, so that one division rounds once; parsing text rounds once as well.
  if (typeof whole === "number" && scale >= 0 && scale <= 22) return whole / 10 ** scale;
  return Number(`${whole}e${-scale}`);
}

/**
 * Its digits, as its type has them.
 * @param scale above 0
 */
const decimalText = (whole: bigint, scale: number) =>
  `${whole}`.replace(/\d+/, (digits) => {
    const all = digits.padStart(scale + 1, "0");
    return `${all.slice(0, -scale)}.${all.slice(-scale)}`;
  });
