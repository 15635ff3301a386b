// Columns that grow while a file is read, each stored by its type.
import type { Notation } from "../demo/files/notation.js";
import { missing, type Read, reading } from "../demo/files/readings.js";
import { Failure } from "./failures.js";
import { longer, NumberedTexts } from "./numbered-texts.js";

/** A column of numbers: 8 bytes a cell. */
class Numbers {
  #cells = new Float64Array(1024);
  #count = 0;

  push(cell: number | typeof missing) {
    if (this.#count === this.#cells.length) this.#cells = longer(this.#cells);
    this.#cells[this.#count] = typeof cell === "number" ? cell : Number.NaN;
    this.#count += 1;
  }

  finish() {
    return this.#cells.subarray(0, this.#count);
  }
}

/** A column of users, who are told apart and never named: 4 bytes a cell. */
class Users {
  #cells = new Uint32Array(1024);
  #count = 0;
  #texts = new NumberedTexts();

  push(text: string) {
    if (this.#count === this.#cells.length) this.#cells = longer(this.#cells);
    this.#cells[this.#count] = this.#texts.of(text);
    this.#count += 1;
  }

  finish() {
    return this.#cells.subarray(0, this.#count);
  }
}

/**
 * The most cells of a plain array. One that grew beyond 1.1 x 10^8 would end the process, and so would one of so
 * many BigInts of 36 bytes, or Dates of 124, that the collector's 4 GiB are full.
 */
const most = {
  names: 100_000_000,
  "wide whole numbers": 60_000_000,
  "dates for edges": 25_000_000,
};

/** @param count of cells so far */
function checkRoom(count: number, what: keyof typeof most) {
  if (count < most[what]) return;
  throw new Failure(
    `cannot keep more than ${most[what].toLocaleString("en")} ${what} of a column: there is no room for them; ask DuckDB: --duckdb --query "SELECT * FROM 'FILE'"`,
  );
}

/** The maximum number of different texts to keep once each; later cells keep their own. */
const mostTexts = 2 ** 22;

/** A column of text, which keeps a frequent text once. */
class Texts {
  #cells: (string | null)[] = [];
  #known: Map<string, string> = new Map();

  push(text: string | typeof missing) {
    checkRoom(this.#cells.length, "names");
    this.#cells.push(typeof text === "string" ? (this.#known.get(text) ?? this.#kept(text)) : null);
  }

  #kept(text: string) {
    // A copy: a slice of a line would keep the whole piece of the file in memory.
    const own = Buffer.from(text, "utf16le").toString("utf16le");
    if (this.#known.size < mostTexts) this.#known.set(own, own);
    return own;
  }

  finish() {
    return this.#cells;
  }
}

/** A column of whole numbers of any size, or of Dates. */
class Objects<Cell> {
  #cells: (bigint | Date | null)[] = [];
  #make;
  #what;

  constructor(what: keyof typeof most, make: (cell: Cell) => bigint | Date) {
    this.#what = what;
    this.#make = make;
  }

  push(cell: Cell | typeof missing) {
    checkRoom(this.#cells.length, this.#what);
    this.#cells.push(cell === missing ? null : this.#make(cell));
  }

  finish() {
    return this.#cells;
  }
}

/** The cells of a column, as the library takes them. */
export type Cells =
  | Float64Array
  | Uint32Array
  | Uint8Array
  | (string | null)[]
  | (bigint | Date | null)[];

/** A growing column: a method, as each takes the readings of its kind. */
interface Growing {
  push(cell: unknown): void;
  finish(): Cells;
}

/** @param dates the declared form */
const dateWords = ({ dates }: Notation) => `a date (${dates ?? "ISO 8601"})`;

/** The reader, the storage and the words for each type. */
const kinds = {
  number: { read: "number", keep: () => new Numbers(), words: () => "a number" },
  date: { read: "date", keep: () => new Numbers(), words: dateWords },
  dates: {
    read: "date",
    keep: () => new Objects("dates for edges", (time: number) => new Date(time)),
    words: dateWords,
  },
  label: { read: "label", keep: () => new Numbers(), words: () => "1, true, yes or 0, false, no" },
  order: {
    read: "order",
    keep: () => new Numbers(),
    words: (notation: Notation) => `${dateWords(notation)} or a number`,
  },
  text: { read: "text", keep: () => new Texts(), words: () => "a name" },
  user: { read: "text", keep: () => new Users(), words: () => "a name" },
  bigint: {
    read: "bigint",
    keep: () => new Objects("wide whole numbers", (whole: bigint) => whole),
    words: () => "a whole number",
  },
} as const;

/**
 * A column to fill.
 * @param cells their type: "number", "date" (milliseconds since 1970), "dates" (objects), "label" (0 and 1),
 *   "order" (numbers or dates), "text", "user" (numbers of texts, none of which is missing) or "bigint"
 * @param notation how its text is written
 */
export function columnOf(
  cells: string,
  notation: Notation,
): { read: Read<unknown>; into: Growing; words: string } {
  const { read, keep, words } = kinds[cells as keyof typeof kinds];
  return { read: reading(read, notation), into: keep(), words: words(notation) };
}
