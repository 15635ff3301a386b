// Reproducible numbers by name: for data, never for releases.
import { createCipheriv, createHash } from "node:crypto";

const zeros = Buffer.alloc(1 << 16);

export class Random {
  /** @param {string} name */
  constructor(name) {
    const key = createHash("sha256").update(name).digest().subarray(0, 16);
    this.stream = createCipheriv("aes-128-ctr", key, Buffer.alloc(16));
    this.words = new Uint32Array(0);
    this.next = 0;
  }

  /** 32 bits. */
  word() {
    if (this.next === this.words.length) {
      this.words = new Uint32Array(new Uint8Array(this.stream.update(zeros)).buffer);
      this.next = 0;
    }
    return this.words[this.next++];
  }

  /** Strictly between low and high. */
  between(low, high) {
    return low + ((this.word() + 0.5) / 2 ** 32) * (high - low);
  }

  /** A number in 0..count - 1. */
  below(count) {
    return Math.floor(this.between(0, count));
  }

  normal() {
    const radius = Math.sqrt(-2 * Math.log(this.between(0, 1)));
    return radius * Math.cos(this.between(0, 2 * Math.PI));
  }

  /** @template T @param {ArrayLike<T>} list */
  one(list) {
    return list[this.below(list.length)];
  }
}
