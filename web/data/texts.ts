import { kindOf } from "../core/options.js";

/** As many texts are joined and encoded by one call, which takes longer than to copy a short text. */
const textsAtOnce = 4096;
/** They have at most so many units of UTF-16 together, or there is only one. */
const unitsAtOnce = 2 ** 16;

const encoder = new TextEncoder();

/** Texts that the core takes as UTF-8, some at a time: nowhere does it all stand beside the keys. */
export class Texts {
  /** A copy, of which all are text: nothing of the caller's runs while the core takes them. */
  readonly #texts: string[];
  #bytes = new Uint8Array(0);
  #edges = new Uint32Array(0);

  /** @throws {TypeError} unless all are text */
  constructor(column: ArrayLike<unknown>) {
    const texts: unknown[] = Array.prototype.slice.call(column);
    for (let i = 0; i < texts.length; ++i) {
      if (typeof texts[i] !== "string") {
        throw new TypeError(`values must be text, got ${kindOf(texts[i])} among them`);
      }
    }
    this.#texts = texts as string[];
  }

  get length() {
    return this.#texts.length;
  }

  /**
   * Some texts from place `first` on, which is below the length: one directly after the other.
   * @returns what the next call overwrites: the bytes, and the edge before each text and behind the last
   */
  part(first: number) {
    const texts = this.#texts.slice(first, first + textsAtOnce);
    if (this.#edges.length <= texts.length) this.#edges = new Uint32Array(texts.length + 1);
    const edges = this.#edges;
    let count = 0;
    for (let units = 0; count < texts.length; edges[++count] = units) {
      units += texts[count]!.length;
      if (units > unitsAtOnce && count > 0) break;
    }
    texts.length = count;
    const room = 3 * edges[count]!; // no unit takes more bytes
    if (this.#bytes.length < room) this.#bytes = new Uint8Array(room);
    const bytes = this.#bytes;
    const size = encoded(texts, bytes);
    if (size > edges[count]!) {
      for (let i = 0; i < count; ++i) edges[i + 1] = endOf(texts[i]!.length, bytes, edges[i]!);
    }
    return { bytes: bytes.subarray(0, size), edges: edges.subarray(0, count + 1) };
  }
}

/**
 * Writes texts as UTF-8. A lone surrogate counts as U+FFFD, also where two of them meet that would be a character.
 * @returns how many bytes they take
 */
function encoded(texts: string[], bytes: Uint8Array) {
  const joined = texts.join("");
  const { written } = encoder.encodeInto(joined, bytes);
  if (written === joined.length || !texts.some(beginsLow)) return written;
  const whole = texts.map((text) => (beginsLow(text) ? `\ufffd${text.slice(1)}` : text));
  return encoder.encodeInto(whole.join(""), bytes).written;
}

/** Whether a text begins with the second unit of a pair, of which it has not the first. */
const beginsLow = (text: string) => (text.charCodeAt(0) & 0xfc00) === 0xdc00;

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
