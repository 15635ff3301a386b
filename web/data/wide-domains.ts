import { wholeOption } from "../core/options.js";
import { type Domain, domainOf } from "./domains.js";
import { packBigInts, packText } from "./wide-values.js";

/**
 * The whole numbers from 0 to 2^bits - 1, as BigInts. Records are BigInts of any size and sign.
 *
 * @param bits 1 to 67,108,864
 * @throws {RangeError | TypeError} naming the parameter
 */
export function bigIntegers(bits: number): Domain<bigint> {
  const highest = (1n << BigInt(wholeOption("bits", bits, 1, 2 ** 26))) - 1n;
  return domainOf("bigIntegers", [bits], {
    name: `whole numbers of ${bits} bits`,
    core: { type: "bigIntegers", bits },
    range: { low: 0n, high: highest },
    pack: (column, times) => packBigInts(column, times, { bits, highest }),
    decode: ({ digits }) => BigInt(`0x${digits}`),
  });
}

/** A place in the order of texts: at `text`, or, if `after`, just after every text that begins with it. */
export interface TextPlace {
  /** the place, or how every text before it begins */
  text: string;
  /** false: at `text`; true: just after every text that begins with it */
  after: boolean;
}

/**
 * Text, in the order of its UTF-8 bytes, which is the order of its code points. No list of possible texts is
 * needed. A result is a place in that order, { text, after }: mostly a short text of letters, digits and
 * blanks, which may occur in no record (docs/guarantees/text.md).
 *
 * Longer values count up to the last character within `maxBytes` bytes. Values with a tab or the end of a line
 * count up to there (or are dropped, or rejected: `outside`). If punctuation is more than a third of it, a text
 * may count in part from four fifths of `maxBytes` on. Text with a NUL has no place in the order. Lone
 * surrogates count as U+FFFD.
 *
 * @param maxBytes 1 to 8,388,608; later bytes do not matter. Public knowledge, never read off the data.
 * @throws {RangeError | TypeError} naming the parameter
 */
export function text(maxBytes: number): Domain<TextPlace> {
  return domainOf("text", [maxBytes], {
    name: `text of up to ${wholeOption("maxBytes", maxBytes, 1, 2 ** 23)} bytes`,
    core: { type: "text", maxBytes },
    pack: packText,
    decode: ({ text, after }) => ({ text, after }),
  });
}
