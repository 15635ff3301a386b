// A file before it is read: its format, its columns and its first rows, raw and as a chosen kind reads them.
import { Cell, Day, Moment } from "../files/cells.js";
import { type How, readRows, whatIs } from "../files/formats.js";
import { missing, type Read, reading, shownCell, unreadable } from "../files/readings.js";
import { dateSuggestions, numberSuggestions } from "../files/suggestions.js";
import { NotText } from "../files/text.js";
import { sheetsOf } from "../files/xlsx.js";
import { allOffers, type Kinds, type ReadAs, shownTime } from "./read-as.js";
import { differentNames, inWords, noRows, toldOf } from "./read-table.js";

/** The number of rows that the page shows before it reads a file. */
const mostRows = 20;

/** A cell as its owner sees it; `isBad` if its kind cannot read it. */
export interface ShownCell {
  text: string;
  isBad: boolean;
}

/** The facts of a file before it is read. */
export interface FirstLook {
  format: string;
  isPacked: boolean;
  names: string[];
  /** texts of the first rows */
  rows: string[][];
  /** of CSV: the mark between fields */
  delimiter?: string;
  /** of a workbook */
  sheets?: string[];
  /** bytes that are not of its encoding, in words */
  fault?: string;
}

/** The first rows of one file, kept for its owner's choices. */
export class FirstRows {
  #names: string[] = [];
  #rows: unknown[][] = [];

  /**
   * Reads the beginning of a file.
   * @throws {Error} if it is no table
   */
  async look(source: File | string, how: How): Promise<FirstLook> {
    const told = toldOf(source, how);
    try {
      return await this.#look(source, told);
    } catch (error) {
      if (!(error instanceof NotText)) throw inWords(told.name, error);
      const facts = await this.#look(source, { ...told, isStrict: false });
      return { ...facts, fault: error.message };
    }
  }

  async #look(source: File | string, told: How): Promise<FirstLook> {
    const { format, isPacked, names } = await whatIs(source, told);
    if (names.length === 0) throw new Error(noRows(0));
    this.#names = differentNames(names);
    this.#rows = [];
    let mark: string | undefined;
    for await (const { rows, delimiter } of readRows(source, { ...told, columns: names })) {
      this.#rows.push(...rows.slice(0, mostRows - this.#rows.length));
      mark = delimiter;
      if (this.#rows.length >= mostRows) break;
    }
    const hasSheets = format === "xlsx" && !isPacked;
    return {
      ...{ format, isPacked, names: this.#names },
      rows: this.#rows.map((row) => row.map(textOf)),
      ...(mark !== undefined && { delimiter: mark }),
      ...(hasSheets && { sheets: await sheetsOf(source as File) }),
    };
  }

  /** The same rows as the chosen kinds read them. */
  readAs(kinds: Kinds): ShownCell[][] {
    const readers = this.#names.map((name) => kinds[name] && readerOf(kinds[name]));
    return this.#rows.map((row) => row.map((cell, at) => shownAs(cell, readers[at])));
  }

  /** For each column a kind that reads most of its first cells, or nothing for a column without any. */
  suggest(): (ReadAs | undefined)[] {
    return this.#names.map((_, at) => suggestion(this.#rows.map((row) => row[at])));
  }
}

type Reader = { kind: ReadAs["kind"]; read: Read<number | string> };

const readerOf = ({ kind, notation }: ReadAs): Reader => ({
  kind,
  read: reading(kind, notation) as Read<number | string>,
});

const textOf = (cell: unknown) => (cell === null || cell === undefined ? "" : shownCell(cell));

function shownAs(cell: unknown, reader: Reader | undefined): ShownCell {
  if (reader === undefined) return { text: textOf(cell), isBad: false };
  const value = reader.read(cell);
  if (value === missing) return { text: "", isBad: false };
  if (value === unreadable) return { text: textOf(cell), isBad: true };
  const text = reader.kind === "date" ? shownTime(value as number) : shownCell(value);
  return { text, isBad: false };
}

function suggestion(cells: unknown[]): ReadAs | undefined {
  const there = cells.filter((cell) => reading("text")(cell) !== missing);
  if (there.length === 0) return undefined;
  if (there.every((cell) => cell instanceof Day || cell instanceof Moment)) {
    return { kind: "date", notation: {} };
  }
  if (there.some((cell) => typeof cell === "string")) return suggestedForm(there);
  const isNumber = there.every((cell) => typeof reading("number")(cell) === "number");
  return { kind: isNumber ? "number" : "text", notation: {} };
}

/** The usual form that reads most of the cells, at least half; else a rarer form that reads all. */
function suggestedForm(cells: unknown[]): ReadAs {
  const counted = allOffers
    .filter(({ kind }) => kind !== "text")
    .map((offer) => {
      const { read } = readerOf(offer);
      return { offer, count: cells.filter((cell) => typeof read(cell) === "number").length };
    });
  const { offer, count } = counted.reduce((best, one) => (one.count > best.count ? one : best));
  if (2 * count >= cells.length) return { kind: offer.kind, notation: offer.notation };
  const texts = cells.map((cell) => (cell instanceof Cell ? cell.shown : `${cell}`.trim()));
  const [asNumber] = numberSuggestions(texts);
  if (asNumber !== undefined) return { kind: "number", notation: asNumber.notation };
  const [asDate] = dateSuggestions(texts);
  if (asDate !== undefined) return { kind: "date", notation: asDate.notation };
  return { kind: "text", notation: {} };
}
