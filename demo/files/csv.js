// Delimited text to rows, one record a physical line: what becomes of a line depends on that line and on
// the first one, which names the columns and is public.
import { delimiterOf, fieldsOf } from "./fields.js";
import { Lines } from "./lines.js";
import { LineRecords, QuotedRecords } from "./records.js";

/**
 * @typedef {object} Batch
 * @property {string[]} header the fields of the first line that is not empty
 * @property {any[][]} rows each with as many fields as the header, here text
 * @property {number} leftOut how many physical lines so far were left out: not well formed, with another
 *   number of fields than the header, or longer than a line may be. Private: it says something about
 *   the data
 * @property {number} share of the source that has been read, from 0 to 1
 */

/**
 * @param {AsyncIterable<{ text: string, share: number }>} pieces of a file, as `textOf` gives them
 * @param {{ multiline?: boolean, delimiter?: string }} [options] whether quoted fields may hold line breaks: a
 *   stray quote then takes the lines of others with it; what separates fields, if not what the first line tells
 * @yields {Batch}
 * @throws {Error} if the first line cannot name columns
 */
export async function* readCsv(pieces, { multiline = false, delimiter = "" } = {}) {
  const lines = new Lines();
  const records = multiline ? new QuotedRecords() : new LineRecords();
  const reader = new RowReader(multiline, delimiter);
  let share = 1;
  for await (const piece of pieces) {
    share = piece.share;
    yield { ...reader.read(records.push(lines.push(piece.text))), share };
  }
  const last = [...records.push(lines.finish()), ...records.finish()];
  yield { ...reader.read(last), share };
}

class RowReader {
  /** @type {string[]} */
  #header = [];
  #delimiter;
  #leftOut = 0;
  #multiline;

  /** @param {boolean} multiline @param {string} delimiter */
  constructor(multiline, delimiter) {
    this.#multiline = multiline;
    this.#delimiter = delimiter;
  }

  /** @param {import("./records.js").RecordText[]} records */
  read(records) {
    const rows = [];
    for (const { text, lines } of records) {
      if (text?.trim() === "") continue; // no record
      if (this.#header.length === 0) {
        this.#readHeader(text);
        continue;
      }
      const fields = text === undefined ? undefined : fieldsOf(text, this.#delimiter);
      if (fields?.length !== this.#header.length) this.#leftOut += lines;
      else if (fields.some((field) => field.trim() !== "")) rows.push(fields);
    }
    return { header: this.#header, rows, leftOut: this.#leftOut };
  }

  /** @param {string | undefined} text */
  #readHeader(text) {
    const delimiter = this.#delimiter || (text === undefined ? "," : delimiterOf(text));
    const header = text === undefined ? undefined : fieldsOf(text, delimiter);
    if (header === undefined) {
      const hint = this.#multiline ? "" : " If names hold line breaks, say that fields do.";
      throw new Error(
        `The first line has to name the columns, but it is not well formed: a quote too many, or one missing.${hint}`,
      );
    }
    this.#header = header;
    this.#delimiter = delimiter;
  }
}
