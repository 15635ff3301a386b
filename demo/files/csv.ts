// Delimited text to rows, one record per physical line: a line's record depends on that line and on the first
// one only, which names the columns and is public.
import { Faults } from "./faults.js";
import { delimiterOf, fieldsOf } from "./fields.js";
import { Lines } from "./lines.js";
import { LineRecords, lostFault, QuotedRecords, type RecordText } from "./records.js";

export interface Batch {
  /** the fields of the first line that is not empty */
  header: string[];
  /** each with as many fields as the header, here text */
  rows: unknown[][];
  /** for each row the number of its line, or of the row where a file has no lines */
  places: number[];
  /**
   * the physical lines skipped so far: malformed, with another number of fields than the header, or too long.
   * Private: it says something about the data
   */
  malformed: Faults;
  /** the part of the source read so far, from 0 to 1 */
  share: number;
  /** whether places are rows */
  isByRow?: boolean;
  /** of NDJSON: which columns some object of this batch has. As private */
  fields?: Set<string>;
}

/**
 * @param pieces of a file, as `textOf` gives them
 * @param options whether quoted fields may contain line breaks: a stray quote then affects the lines of others;
 *   the number of the line that names the columns, or of one before it that is followed by empty ones; the separator of fields, by default from the first line; the letter that replaces undecodable bytes, and
 *   costs its line
 * @throws {Error} if the first line cannot name columns
 */
export async function* readCsv(
  pieces: AsyncIterable<{ text: string; share: number }>,
  {
    multiline = false,
    delimiter = "",
    headerLine = 1,
    lost,
  }: {
    multiline?: boolean;
    delimiter?: string | undefined;
    headerLine?: number | undefined;
    lost?: string | undefined;
  } = {},
) {
  const lines = new Lines();
  const records = multiline ? new QuotedRecords() : new LineRecords();
  const reader = new RowReader({ multiline, delimiter, headerLine, lost });
  let share = 1;
  for await (const piece of pieces) {
    share = piece.share;
    yield { ...reader.read(records.push(lines.push(piece.text))), share };
  }
  const last = [...records.push(lines.finish()), ...records.finish()];
  yield { ...reader.read(last), share };
}

class RowReader {
  #header: string[] = [];
  #delimiter;
  #malformed = new Faults();
  #multiline;
  #lost;

  #headerLine;

  constructor({
    multiline,
    delimiter,
    headerLine,
    lost,
  }: {
    multiline: boolean;
    delimiter: string;
    headerLine: number;
    lost?: string | undefined;
  }) {
    this.#headerLine = headerLine;
    this.#multiline = multiline;
    this.#lost = lost;
    this.#delimiter = delimiter;
  }

  read(records: RecordText[]) {
    const rows = [];
    const places = [];
    for (const { text, lines, place, fault } of records) {
      if (place < this.#headerLine || text?.trim() === "") continue; // no record
      if (this.#header.length === 0) {
        this.#readHeader(text);
        continue;
      }
      const isLost = this.#lost !== undefined && text?.includes(this.#lost);
      const fields = text === undefined || isLost ? undefined : fieldsOf(text, this.#delimiter);
      if (fields?.length !== this.#header.length) {
        const why = () => (isLost ? lostFault : (fault ?? faultOf(fields, this.#header)));
        this.#malformed.add(place, why, lines);
      } else if (fields.some((field) => field.trim() !== "")) {
        rows.push(fields);
        places.push(place);
      }
    }
    return { header: this.#header, rows, places, malformed: this.#malformed };
  }

  #readHeader(text: string | undefined) {
    const delimiter = this.#delimiter || (text === undefined ? "," : delimiterOf(text));
    const header = text === undefined ? undefined : fieldsOf(text, delimiter);
    if (header === undefined) {
      const hint = this.#multiline ? "" : " If names contain line breaks, say that fields do.";
      throw new Error(
        `The first line must name the columns, but it is malformed: a quote too many, or one missing.${hint}`,
      );
    }
    this.#header = header;
    this.#delimiter = delimiter;
  }
}

/** Why a line is no record. */
function faultOf(fields: string[] | undefined, header: string[]) {
  if (fields === undefined) return "a quote too many, or one missing";
  return `${fields.length} ${fields.length === 1 ? "field" : "fields"} where the first line has ${header.length}`;
}
