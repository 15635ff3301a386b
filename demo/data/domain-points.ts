// The number of a domain's values between two numbers, a weight in the laws of the mechanisms.

/** Which values a column can have, as the page's fields say it. */
export type DomainChoice =
  | { type: "every" }
  | { type: "range"; low: number; high: number; digits: number };

/** The values of a domain. */
export interface Points {
  low: number;
  high: number;
  /** just outside: the domain lies strictly between these */
  outside: readonly [number, number];
  has: (number: number) => boolean;
  /** the nearest value */
  snap: (number: number) => number;
  /** the number of points strictly between `a` and `b` */
  between: (a: number, b: number) => number;
  /** the distance of two values, if it is the same everywhere */
  unit?: number;
  /** the weight of a value, 1 if all weigh the same */
  at?: (value: number) => number;
}

const bits = new DataView(new ArrayBuffer(8));

/** The place of a double among all doubles, as a high and a low half; there is one zero only. */
function placeOf(number: number): [number, number] {
  bits.setFloat64(0, number === 0 ? 0 : number);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  return high >= 2 ** 31 ? [2 ** 32 - 1 - high, 2 ** 32 - low] : [high + 2 ** 31, low];
}

/** All finite doubles. The count is exact up to 2^53 and then to 16 digits. */
export const everyNumber: Points = {
  low: -Number.MAX_VALUE,
  high: Number.MAX_VALUE,
  /** Just outside: the domain lies strictly between these. */
  outside: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  has: () => true,
  snap: (number) => number,
  /** Values strictly between `a` and `b`. */
  between(a: number, b: number) {
    const [highA, lowA] = placeOf(a);
    const [highB, lowB] = placeOf(b);
    return Math.max(0, (highB - highA) * 2 ** 32 + (lowB - lowA) - 1);
  },
};

/** Products such as 0.1 * 10 may be off in the last digit. */
const near = (number: number) => Math.abs(number - Math.round(number)) < 1e-6;
const ceil = (number: number) => (near(number) ? Math.round(number) : Math.ceil(number));
const floor = (number: number) => (near(number) ? Math.round(number) : Math.floor(number));

/** Numbers from `low` to `high` with `digits` decimals. */
export function knownRange(low: number, high: number, digits: number): Points & { unit: number } {
  const scale = 10 ** digits;
  const snap = (number: number) =>
    Math.round(Math.min(high, Math.max(low, number)) * scale) / scale;
  return {
    low: snap(low),
    high: snap(high),
    outside: [snap(low) - 0.5 / scale, snap(high) + 0.5 / scale],
    has: (number: number) => near(number * scale),
    snap,
    unit: 1 / scale,
    /** Values strictly between `a` and `b`, which need not be values themselves. */
    between: (a: number, b: number) => Math.max(0, ceil(b * scale) - floor(a * scale) - 1),
  };
}

export function pointsOf(domain: DomainChoice): Points {
  return domain.type === "every" ? everyNumber : knownRange(domain.low, domain.high, domain.digits);
}
