// Delimited text to rows, one record per physical line: a line's record depends on that line and on the first
// one only, which names the columns and is public.
import { Faults } from "./faults.js";
import { delimiterOf, fieldsOf, pickedFrom } from "./fields.js";
import { Lines } from "./lines.js";
import { LineRecords, lostFault, QuotedRecords, type Take } from "./records.js";

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
  /** of CSV: the mark between fields */
  delimiter?: string;
  /** of NDJSON: which columns some object of this batch has. As private */
  fields?: Set<string>;
}

/**
 * @param pieces of a file, as `textOf` gives them
 * @param options whether quoted fields may contain line breaks: a stray quote then affects the lines of others.
 *   The number of the line that names the columns, or of an empty one before it. The separator of fields: by
 *   default from the first line. The necessary columns: cells of others may be null. The letter that replaces
 *   undecodable bytes: a line with it counts as unreadable.
 * @throws {Error} if the first line cannot name columns
 */
export async function* readCsv(
  pieces: AsyncIterable<{ text: string; share: number }>,
  {
    multiline = false,
    delimiter = "",
    headerLine = 1,
    lost,
    columns,
  }: {
    multiline?: boolean;
    delimiter?: string | undefined;
    headerLine?: number | undefined;
    lost?: string | undefined;
    columns?: readonly string[] | undefined;
  } = {},
) {
  const lines = new Lines();
  const records = multiline ? new QuotedRecords() : new LineRecords();
  const reader = new RowReader({ multiline, delimiter, headerLine, lost, columns });
  let share = 1;
  for await (const piece of pieces) {
    share = piece.share;
    records.push(lines.push(piece.text), reader.take);
    yield { ...reader.batch(), share };
  }
  records.push(lines.finish(), reader.take);
  records.finish(reader.take);
  yield { ...reader.batch(), share };
}

/** Whether a text is empty or blank; most begin with a letter. */
function isBlank(text: string) {
  const first = text.charCodeAt(0);
  return text === "" || ((first <= 32 || first >= 128) && text.trim() === "");
}

class RowReader {
  #header: string[] = [];
  #rows: (string | null)[][] = [];
  #places: number[] = [];
  #delimiter;
  #malformed = new Faults();
  #how;
  #lost;
  #headerLine;
  /** Which fields are necessary; by default all. */
  #wanted: boolean[] | undefined;

  constructor(how: {
    multiline: boolean;
    delimiter: string;
    headerLine: number;
    lost?: string | undefined;
    columns?: readonly string[] | undefined;
  }) {
    this.#how = how;
    this.#headerLine = how.headerLine;
    this.#lost = how.lost;
    this.#delimiter = how.delimiter;
  }

  /** Takes the next record. */
  take: Take = (text, place, lines, fault) => {
    if (place < this.#headerLine || (text !== undefined && isBlank(text))) return; // no record
    if (this.#header.length === 0) return this.#readHeader(text);
    const picked = text === undefined ? undefined : this.#picked(text);
    if (picked !== undefined) {
      this.#rows.push(picked);
      this.#places.push(place);
      return;
    }
    const isLost = this.#lost !== undefined && text?.includes(this.#lost);
    const fields = text === undefined || isLost ? undefined : fieldsOf(text, this.#delimiter);
    if (fields === undefined || fields.length !== this.#header.length) {
      const why = () => (isLost ? lostFault : (fault ?? faultOf(fields, this.#header)));
      this.#malformed.add(place, why, lines);
    } else if (!fields.every(isBlank)) {
      this.#rows.push(fields);
      this.#places.push(place);
    }
  };

  /** The necessary fields of a usual line: one without quotes that begins with a field. */
  #picked(text: string) {
    const first = text.charCodeAt(0);
    if (this.#wanted === undefined || first <= 32 || first >= 128) return undefined;
    if (text.startsWith(this.#delimiter) || text.includes('"')) return undefined;
    if (this.#lost !== undefined && text.includes(this.#lost)) return undefined;
    return pickedFrom(text, this.#delimiter, this.#wanted);
  }

  /** The rows since the last batch. */
  batch() {
    const [rows, places] = [this.#rows, this.#places];
    this.#rows = [];
    this.#places = [];
    const delimiter = this.#delimiter;
    return { header: this.#header, rows, places, malformed: this.#malformed, delimiter };
  }

  #readHeader(text: string | undefined) {
    const delimiter = this.#delimiter || (text === undefined ? "," : delimiterOf(text));
    const header = text === undefined ? undefined : fieldsOf(text, delimiter);
    if (header === undefined) {
      const hint = this.#how.multiline ? "" : " If names contain line breaks, say that fields do.";
      throw new Error(
        `The first line must name the columns, but it is malformed: a quote too many, or one missing.${hint}`,
      );
    }
    this.#header = header;
    const { columns } = this.#how;
    this.#wanted =
      columns && header.map((name) => columns.includes(name) || columns.includes(name.trim()));
    this.#delimiter = delimiter;
  }
}

/** Why a line is no record. */
function faultOf(fields: string[] | undefined, header: string[]) {
  if (fields === undefined) return "a quote too many, or one missing";
  return `${fields.length} ${fields.length === 1 ? "field" : "fields"} where the first line has ${header.length}`;
}
