import { kindOf } from "../core/options.js";
import { conversion } from "./conversion.js";
import { Texts } from "./texts.js";

/** As many 64-bit words as 4 GiB hold. */
const tooManyWords = 2 ** 29;

/**
 * Text for the core, which cuts and drops.
 * @param times how often each value occurs
 */
export function packText(column: ArrayLike<unknown>, times: number[] | undefined) {
  checkRecords(times === undefined ? column.length : sumOf(times), 1);
  return { data: new Texts(column), kind: "text", times: times && Float64Array.from(times) };
}

/**
 * BigInts as rows of 64-bit words, the most significant first.
 * @param range the clamped range
 */
export function packBigInts(
  column: ArrayLike<unknown>,
  times: number[] | undefined,
  { bits, highest }: { bits: number; highest: bigint },
) {
  const words = Math.ceil(bits / 64);
  const kept: bigint[] = [];
  const keptTimes: number[] = [];
  for (let i = 0; i < column.length; ++i) {
    const value = column[i];
    if (typeof value !== "bigint") {
      throw new TypeError(
        `values must be BigInts, got ${kindOf(value)} among them${conversion(value, "BigInt")}`,
      );
    }
    kept.push(value < 0n ? 0n : value > highest ? highest : value);
    keptTimes.push(times === undefined ? 1 : times[i]!);
  }
  const records = sumOf(keptTimes);
  checkRecords(records, words);
  const data = new BigUint64Array(records * words);
  let place = 0;
  kept.forEach((value, i) => {
    if (keptTimes[i] === 0) return;
    const first = place;
    const digits = value.toString(16).padStart(16 * words, "0");
    for (let word = 0; word < words; ++word) {
      data[place++] = BigInt(`0x${digits.slice(16 * word, 16 * word + 16)}`);
    }
    for (let again = 1; again < keptTimes[i]!; ++again, place += words) {
      data.copyWithin(place, first, first + words);
    }
  });
  return { data, kind: "words" };
}

function sumOf(times: number[]) {
  return times.reduce((sum, count) => sum + count, 0);
}

/** @param words that each takes */
function checkRecords(records: number, words: number) {
  if (records * words < tooManyWords) return;
  throw new RangeError(
    `values must be fewer than ${Math.ceil(tooManyWords / words)} records of this domain, got ${records}`,
  );
}
