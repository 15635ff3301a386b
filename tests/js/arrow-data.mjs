// Columns of Apache Arrow for several tests.
import * as arrow from "apache-arrow";

/** A column of decimals, which the package cannot build from numbers. */
export function decimalVector(whole, scale, bitWidth = 128) {
  const count = bitWidth / 32;
  const data = Uint32Array.from({ length: count * whole.length }, (_, i) =>
    Number(BigInt.asUintN(32, whole[Math.floor(i / count)] >> BigInt(32 * (i % count)))),
  );
  const type = new arrow.Decimal(scale, 38, bitWidth);
  return new arrow.Vector([arrow.makeData({ type, data, length: whole.length, nullCount: 0 })]);
}

export const day = (text) => new Date(`${text}T00:00:00Z`);

/** In milliseconds. */
export const stamps = [Date.UTC(2026, 0, 1, 12), null, Date.UTC(1969, 11, 31, 12)];
