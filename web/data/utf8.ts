import { kindOf } from "../core/options.js";

/** As many bytes as 4 GiB hold. */
const tooManyBytes = 2 ** 32;

/** As many texts are joined and encoded by one call, which takes longer than to copy a short text. */
const textsAtOnce = 1024;
/** They have at most so many units of UTF-16 together, or there is only one. */
const unitsAtOnce = 2 ** 16;

const encoder = new TextEncoder();

/**
 * Texts as UTF-8, one directly after the other.
 * @returns the bytes, and their edges: text i reaches from edge i to edge i + 1
 * @throws {TypeError} unless all are text
 */
export function utf8Of(texts: ArrayLike<unknown>) {
  const edges = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(unitsOf(texts, edges.subarray(1)));
  let end = 0;
  for (let first = 0, last = 0; first < texts.length; first = last) {
    let units = 0;
    do units += edges[++last]!;
    while (
      last < texts.length &&
      last - first < textsAtOnce &&
      units + edges[last + 1]! <= unitsAtOnce
    );
    const some = Array.prototype.slice.call(texts, first, last) as string[];
    bytes = withRoom(bytes, end + 3 * units); // no unit takes more
    const isAscii = encoded(some, bytes.subarray(end)) === units;
    for (let i = first + 1; i <= last; ++i) {
      end = isAscii ? end + edges[i]! : endOf(edges[i]!, bytes, end);
      edges[i] = end;
    }
  }
  return { bytes: bytes.subarray(0, end), edges };
}

/**
 * Writes the length of each text in units of UTF-16.
 * @returns how many bytes take all of them if each unit takes one, and any that are encoded at once
 */
function unitsOf(texts: ArrayLike<unknown>, units: Uint32Array) {
  let size = 0;
  let longest = unitsAtOnce;
  for (let i = 0; i < texts.length; ++i) {
    const text = texts[i];
    if (typeof text !== "string") {
      throw new TypeError(`values must be text, got ${kindOf(text)} among them`);
    }
    units[i] = text.length;
    size += text.length;
    if (text.length > longest) longest = text.length;
  }
  return Math.min(size + 2 * Math.min(size, longest), tooManyBytes - 1);
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
 * Writes texts as UTF-8. A lone surrogate counts as U+FFFD, also where two of them meet that would be a character.
 * @returns how many bytes they take
 */
function encoded(texts: string[], bytes: Uint8Array) {
  const joined = texts.join("");
  const { written } = encoder.encodeInto(joined, bytes);
  if (written === joined.length || !texts.some((text) => loneFirst.test(text))) return written;
  const whole = texts.map((text) => text.replace(loneFirst, "\ufffd"));
  return encoder.encodeInto(whole.join(""), bytes).written;
}

/** The second unit of a pair without its first. */
const loneFirst = /^[\udc00-\udfff]/;

/** Where a text ends in UTF-8 that begins at `start` and has so many units in UTF-16. */
function endOf(units: number, bytes: Uint8Array, start: number) {
  let end = start;
  for (let left = units; left > 0; --left) {
    const lead = bytes[end]!;
    if (lead < 0x80) end += 1;
    else if (lead < 0xe0) end += 2;
    else if (lead < 0xf0) end += 3;
    else {
      end += 4;
      --left; // a pair of units
    }
  }
  return end;
}
