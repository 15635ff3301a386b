import { kindOf } from "../core/options.js";
import { conversion } from "./conversion.js";

/** As many 64-bit words as 4 GiB hold. */
const tooManyWords = 2 ** 29;
/** As many bytes. */
const tooManyBytes = 2 ** 32;

const encoder = new TextEncoder();

/**
 * Text as one stretch of UTF-8 and where in it each record starts and ends. The core cuts and drops.
 * @param times how often each value occurs
 */
export function packText(column: ArrayLike<unknown>, times: number[] | undefined) {
  let bytes = new Uint8Array(roomFor(column));
  let end = 0;
  const records = times === undefined ? column.length : sumOf(times);
  checkRecords(records, 1);
  const starts = new Uint32Array(records);
  const ends = new Uint32Array(records);
  for (let i = 0, record = 0; i < column.length; ++i) {
    const text = column[i] as string;
    bytes = withRoom(bytes, end + 3 * text.length); // no UTF-16 unit takes more in UTF-8
    const start = end;
    end = written(text, bytes, start);
    const count = times === undefined ? 1 : times[i]!;
    if (count === 1) {
      starts[record] = start;
      ends[record] = end;
    } else {
      starts.fill(start, record, record + count);
      ends.fill(end, record, record + count);
    }
    record += count;
  }
  return { data: bytes.subarray(0, end), kind: "text", starts, ends };
}

/**
 * The bytes that texts take if each character takes one, with room to write any of them before that is known.
 * @throws {TypeError} unless all are text
 */
function roomFor(column: ArrayLike<unknown>) {
  let size = 0;
  let longest = 0;
  for (let i = 0; i < column.length; ++i) {
    const text = column[i];
    if (typeof text !== "string") {
      throw new TypeError(`values must be text, got ${kindOf(text)} among them`);
    }
    size += text.length;
    if (text.length > longest) longest = text.length;
  }
  return Math.min(size + 2 * longest, tooManyBytes - 1);
}

/** Longer texts are encoded by the platform, which takes longer to call than a short text to copy. */
const short = 64;

/**
 * Writes a text as UTF-8.
 * @returns where it ends
 */
function written(text: string, bytes: Uint8Array, start: number) {
  const { length } = text;
  let i = 0;
  if (length <= short) {
    for (; i < length; ++i) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      bytes[start + i] = unit;
    }
  }
  if (i === length) return start + length;
  return start + encoder.encodeInto(text, bytes.subarray(start)).written;
}

/** Enlarges a buffer and keeps its bytes. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, size: number) {
  if (size <= bytes.length) return bytes;
  if (size >= tooManyBytes) throw new RangeError("values must hold less than 4 GiB of text");
  const larger = new Uint8Array(Math.min(2 * size, tooManyBytes - 1));
  larger.set(bytes);
  return larger;
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
