// The physical lines of one record: each line, or all lines of its quoted fields.
import { hasOddQuotes } from "./fields.js";
import { longestLine, tooLong } from "./lines.js";

/** Takes a record: its text, or undefined with the fault; its first line; its number of lines. */
export type Take = (text: string | undefined, place: number, lines: number, fault?: string) => void;

export const longFault = "longer than 1,048,576 letters";
export const lostFault = "bytes that are not text";
const openFault = "a quote that does not close";

/** One record per line: whatever a line contains, it is one record or none. */
export class LineRecords {
  #place = 0;

  push(lines: (string | typeof tooLong)[], take: Take) {
    for (const line of lines) {
      this.#place += 1;
      if (typeof line === "string") take(line, this.#place, 1);
      else take(undefined, this.#place, 1, longFault);
    }
  }

  finish(_: Take) {} // a line ends its record
}

/**
 * Records whose quoted fields contain line breaks: a record continues while its number of quotes is odd. A
 * stray quote then takes lines of others with it: that lies in the format, and is why one record a line is the
 * usual way.
 */
export class QuotedRecords {
  #text = "";
  #lines = 0;
  #before = 0;
  #isOpen = false;

  push(lines: (string | typeof tooLong)[], take: Take) {
    for (const line of lines) {
      this.#lines += 1;
      if (line === tooLong || this.#text.length + line.length >= longestLine) {
        this.#give(take, longFault);
        continue;
      }
      this.#text += this.#lines > 1 ? `\n${line}` : line;
      if (hasOddQuotes(line)) this.#isOpen = !this.#isOpen;
      if (!this.#isOpen) this.#give(take);
    }
  }

  /** The remaining text has no closing quote. */
  finish(take: Take) {
    if (this.#lines > 0) this.#give(take, openFault);
  }

  #give(take: Take, fault?: string) {
    const [text, lines, place] = [this.#text, this.#lines, this.#before + 1];
    this.#before += lines;
    this.#text = "";
    this.#lines = 0;
    this.#isOpen = false;
    take(fault === undefined ? text : undefined, place, lines, fault);
  }
}
