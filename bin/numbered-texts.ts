// Texts as numbers from 0 on, the same number for the same text. The texts lie outside of the collector's heap,
// which ends at a few GiB, and a Map would end at 2^24 of them.

/** The letters of a block. A longer text has a block to itself. */
const blockSize = 2 ** 20;

/** The letters that state a text's length: two, of 16 bits each. */
const before = 2;

const noNumber = 0;

export class NumberedTexts {
  /** By place: a number plus one. At least half of them are free. */
  #slots = new Uint32Array(2 ** 12);
  /** By number. */
  #hashes = new Uint32Array(2 ** 11);
  /** By number: where its text begins, in letters of all blocks. */
  #starts = new Float64Array(2 ** 11);
  #blocks: Uint16Array[] = [];
  #end = 0;
  #count = 0;
  /** Unknown to those who write the texts: else they could choose many with one hash. */
  #seed = globalThis.crypto.getRandomValues(new Uint32Array(2));

  /** The number of different texts. */
  get count() {
    return this.#count;
  }

  /** The number of a text. */
  of(text: string) {
    const hash = this.#hashOf(text);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== noNumber; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (this.#hashes[number] === hash && this.#is(number, text)) return number;
    }
    const number = this.#count;
    this.#slots[slot] = number + 1;
    this.#keep(text, hash);
    if (2 * this.#count > this.#slots.length) this.#spread();
    return number;
  }

  #hashOf(text: string) {
    const factor = this.#seed[1]! | 1;
    let hash = this.#seed[0]!;
    for (let at = 0; at < text.length; ++at) {
      hash = Math.imul(hash ^ text.charCodeAt(at), factor);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x85ebca6b);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  #is(number: number, text: string) {
    const start = this.#starts[number]!;
    const block = this.#blocks[Math.floor(start / blockSize)]!;
    const at = start % blockSize;
    if (block[at]! * 2 ** 16 + block[at + 1]! !== text.length) return false;
    for (let i = 0; i < text.length; ++i) {
      if (block[at + before + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #keep(text: string, hash: number) {
    const size = text.length + before;
    const rest = blockSize * this.#blocks.length - this.#end;
    if (size > rest) {
      this.#end = blockSize * this.#blocks.length;
      this.#blocks.push(new Uint16Array(Math.max(blockSize, size)));
    }
    const block = this.#blocks.at(-1)!;
    const at = this.#end % blockSize;
    block[at] = text.length / 2 ** 16;
    block[at + 1] = text.length;
    for (let i = 0; i < text.length; ++i) block[at + before + i] = text.charCodeAt(i);
    if (this.#count === this.#hashes.length) {
      this.#hashes = longer(this.#hashes);
      this.#starts = longer(this.#starts);
    }
    this.#hashes[this.#count] = hash;
    this.#starts[this.#count] = this.#end;
    this.#end = Math.min(this.#end + size, blockSize * this.#blocks.length);
    this.#count += 1;
  }

  /** Twice as many places. */
  #spread() {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; ++number) {
      let slot = this.#hashes[number]! & mask;
      while (slots[slot] !== noNumber) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** Twice as long, with the same beginning. */
export function longer<Kind extends Float64Array | Uint32Array>(numbers: Kind): Kind {
  const more = new (numbers.constructor as new (size: number) => Kind)(2 * numbers.length);
  more.set(numbers);
  return more;
}
