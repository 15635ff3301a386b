// The physical lines of one record: each line, or all lines of its quoted fields.
import { hasOddQuotes } from "./fields.js";
import { longestLine, tooLong } from "./lines.js";

/** The lines of a record. `text` is undefined if the record cannot be read, for the reason `fault`. */
export type RecordText = { text: string | undefined; lines: number; place: number; fault?: string };

export const longFault = "longer than 1,048,576 letters";
export const lostFault = "bytes that are not text";
const openFault = "a quote that does not close";

/** One record per line: whatever a line contains, it is one record or none. */
export class LineRecords {
  #place = 0;

  push(lines: (string | typeof tooLong)[]): RecordText[] {
    return lines.map((line) => {
      this.#place += 1;
      const place = this.#place;
      return line === tooLong
        ? { text: undefined, lines: 1, place, fault: longFault }
        : { text: line as string, lines: 1, place };
    });
  }

  finish(): RecordText[] {
    return [];
  }
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

  push(lines: (string | typeof tooLong)[]): RecordText[] {
    const records = [];
    for (const line of lines) {
      this.#lines += 1;
      if (line === tooLong || this.#text.length + line.length >= longestLine) {
        records.push(this.#taken(longFault));
        continue;
      }
      this.#text += this.#lines > 1 ? `\n${line}` : line;
      if (hasOddQuotes(line)) this.#isOpen = !this.#isOpen;
      if (!this.#isOpen) records.push(this.#taken());
    }
    return records;
  }

  /** The remaining text has no closing quote. */
  finish() {
    return this.#lines === 0 ? [] : [this.#taken(openFault)];
  }

  #taken(fault?: string): RecordText {
    const text = fault === undefined ? this.#text : undefined;
    const record = { text, lines: this.#lines, place: this.#before + 1, fault };
    this.#before += this.#lines;
    this.#text = "";
    this.#lines = 0;
    this.#isOpen = false;
    return record;
  }
}
