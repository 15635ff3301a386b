// Text that comes in pieces, cut into physical lines. A line ends with a line feed, a carriage return or both.
// Only these decide, so the contents of one line cannot affect another.

/** The maximum length of a line: a file of any size takes little memory. */
export const longestLine = 2 ** 20;

/** A line beyond that length. */
export const tooLong: unique symbol = Symbol("a line that is too long");

export class Lines {
  #rest = "";
  #isLong = false;

  /**
   * @param text the next piece
   * @returns the lines that it completes
   */
  push(text: string): (string | typeof tooLong)[] {
    const all = this.#rest + text;
    // A carriage return at the very end may be half of a line end: the next piece decides.
    const waits = all.endsWith("\r");
    const lines = split(waits ? all.slice(0, -1) : all);
    const last = lines.pop() as string;
    // Most pieces hold no long line: then their lines are whole as they are.
    const mayBeLong = this.#isLong || all.length > longestLine;
    const whole = mayBeLong ? lines.map((line) => this.#finished(line)) : lines;
    this.#isLong ||= last.length > longestLine;
    this.#rest = (this.#isLong ? "" : last) + (waits ? "\r" : "");
    return whole;
  }

  /** The last line, if no line end follows it. */
  finish(): (string | typeof tooLong)[] {
    const line = split(this.#rest)[0]!;
    return this.#rest === "" && !this.#isLong ? [] : [this.#finished(line)];
  }

  #finished(line: string): string | typeof tooLong {
    const isLong = this.#isLong || line.length > longestLine;
    this.#isLong = false;
    return isLong ? tooLong : line;
  }
}

function split(text: string) {
  return text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
}
