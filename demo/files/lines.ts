// Text that comes in pieces, cut into physical lines. A line ends with a line feed, a carriage return or
// both, wherever they stand; nothing else decides on it, so nothing that a line holds can reach another.

/** Characters of the longest line that is kept: a file of any size takes little memory. */
export const longestLine = 2 ** 20;

/** A line that is too long to be kept. */
export const tooLong = Symbol("a line that is too long");

export class Lines {
  #rest = "";
  #isLong = false;

  /**
   * @param {string} text the next piece
   * @returns {(string | typeof tooLong)[]} the lines that it completes
   */
  push(text) {
    const all = this.#rest + text;
    // A carriage return at the very end may be half of a line end: more text has to tell.
    const waits = all.endsWith("\r");
    const lines = split(waits ? all.slice(0, -1) : all);
    const last = /** @type {string} */ (lines.pop());
    const whole = lines.map((line) => this.#finished(line));
    this.#isLong ||= last.length > longestLine;
    this.#rest = (this.#isLong ? "" : last) + (waits ? "\r" : "");
    return whole;
  }

  /** The last line, if no line end follows it. */
  finish() {
    const [line] = split(this.#rest);
    return this.#rest === "" && !this.#isLong ? [] : [this.#finished(line)];
  }

  /** @param {string} line */
  #finished(line) {
    const isLong = this.#isLong || line.length > longestLine;
    this.#isLong = false;
    return isLong ? tooLong : line;
  }
}

/** @param {string} text */
function split(text) {
  return text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
}
