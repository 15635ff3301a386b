// Columns that grow chunk by chunk while the page reads a file. It reads each cell once and alone, without
// influence on the others. A column is what its owner says; of a bundled sample, what most of its cells are. That
// decides only the display, which is outside of the guarantee; each cell keeps its reading.
import { type Fault, Faults } from "../files/faults.js";
import type { Notation } from "../files/notation.js";
import { missing, reading, shownCell, unreadable } from "../files/readings.js";
import { type Kind, shownTime } from "./read-as.js";

/** With more different values the page offers no ranking: the column holds names or measurements. */
const mostNumbers = 100_000;
const mostTexts = 1_000_000;

/** The shares of cells from which a column is numeric (or of dates), and from which it looks so. */
const [mostly, partly] = [0.95, 0.5];

/** The facts of a column for the page, and its values. */
export type TableColumn = ReturnType<Column["finish"]>;

export class Column {
  name: string;

  #numberParts: Float64Array[] = [];
  #codeParts: Int32Array[] = [];
  #codeOf: Map<string, number> | undefined = new Map();
  #labels: string[] = [];
  #filled = 0;
  #rows = 0;
  /** Cells that are present but not of the kind. */
  #no = { number: new Faults(), date: new Faults(), name: new Faults() };

  #isPerson;
  #kind;
  /** Whether its owner declared it as dates, such as 20260329. */
  #isDates;
  #nameOf;
  #numberOf;
  #timeOf;

  /**
   * @param how whether it is the column of the person, which keeps all texts; what it is, if its owner said so;
   *   and how its cells are written
   */
  constructor(
    name: string,
    {
      isPerson = false,
      kind,
      notation = {},
    }: { isPerson?: boolean; kind?: Kind | undefined; notation?: Notation } = {},
  ) {
    this.name = name;
    this.#kind = kind;
    this.#isPerson = isPerson;
    this.#isDates = notation.dates !== undefined;
    this.#nameOf = reading("text", notation);
    this.#numberOf = reading("number", notation);
    this.#timeOf = remembered(reading("date", notation));
  }

  /**
   * The cells of one chunk, from all its rows.
   * @param places of the rows in the file
   */
  add(rows: unknown[][], index: number, places: ArrayLike<number>) {
    const numbers = new Float64Array(rows.length).fill(Number.NaN);
    const codes = this.#codeOf ? new Int32Array(rows.length).fill(-1) : undefined;
    for (let row = 0; row < rows.length; ++row) {
      const cell = rows[row]![index];
      const place = places[row]!;
      const name = this.#nameOf(cell);
      if (name === missing) continue;
      ++this.#filled;
      const shown = () => shownCell(cell);
      if (this.#kind !== undefined) {
        this.#addAs(this.#kind, cell, { name, row, place, numbers, codes });
        continue;
      }
      const number = this.#isDates ? unreadable : this.#numberOf(cell);
      if (number === unreadable) {
        this.#no.number.add(place, shown);
        if (this.#timeOf(cell) === unreadable) this.#no.date.add(place, shown);
      } else {
        numbers[row] = number as number; // if the name is present, so is the number
        this.#no.date.add(place, shown);
      }
      if (name === unreadable) this.#no.name.add(place, shown);
      else if (codes) codes[row] = this.#code(name);
    }
    this.#numberParts.push(numbers);
    if (codes) this.#codeParts.push(codes);
    this.#rows += rows.length;
    this.#forgetManyLabels();
  }

  /** A cell of a declared kind: one that is not of it counts as missing. */
  #addAs(
    kind: Kind,
    cell: unknown,
    at: {
      name: string | typeof unreadable;
      row: number;
      place: number;
      numbers: Float64Array;
      codes: Int32Array | undefined;
    },
  ) {
    const { name, row, place, numbers, codes } = at;
    const value = { text: () => name, number: this.#numberOf, date: this.#timeOf }[kind](cell);
    const as = kind === "text" ? "name" : kind;
    if (value === unreadable) this.#no[as].add(place, () => shownCell(cell));
    else if (kind === "number") numbers[row] = value as number;
    if (codes === undefined || (value === unreadable && !this.#isPerson)) return;
    // A day has one name, however it is written.
    const named = kind === "date" && !this.#isPerson ? shownTime(value as number) : name;
    if (named !== unreadable) codes[row] = this.#code(named);
    else if (kind !== "text") this.#no.name.add(place, () => shownCell(cell));
  }

  #code(cell: string) {
    const known = this.#codeOf as Map<string, number>;
    let code = known.get(cell);
    if (code === undefined) {
      code = this.#labels.length;
      known.set(cell, code);
      this.#labels.push(cell);
    }
    return code;
  }

  #forgetManyLabels() {
    if (!this.#codeOf || this.#isPerson) return;
    const isNumeric = this.#kind === undefined ? this.#has("number") : this.#kind === "number";
    if (this.#labels.length <= (isNumeric ? mostNumbers : mostTexts)) return;
    this.#codeOf = undefined;
    this.#codeParts = [];
    this.#labels = [];
  }

  /** Whether at least this share of its cells is of a kind. */
  #has(kind: "number" | "date", share = mostly) {
    return this.#filled > 0 && this.#filled - this.#no[kind].count >= share * this.#filled;
  }

  /** The facts for the page, and the values. */
  finish() {
    const kind = this.#kind;
    const isNumeric = kind === undefined ? this.#has("number") : kind === "number";
    const isDate = kind === undefined ? this.#has("date") : kind === "date";
    // A ranking may skip only cells that the page has reported.
    const isNamed = this.#isPerson || !isNumeric || this.#no.name.count === 0;
    const codes = this.#codeOf && isNamed && joined(new Int32Array(this.#rows), this.#codeParts);
    return {
      name: this.name,
      isNumeric,
      isDate,
      canRank: Boolean(codes),
      distinct: this.#labels.length,
      empty: this.#rows - this.#filled,
      unread: this.#unread(isNumeric, isDate, Boolean(codes)),
      numbers: isNumeric ? joined(new Float64Array(this.#rows), this.#numberParts) : undefined,
      codes: codes || undefined,
      labels: this.#labels,
    };
  }

  /**
   * Cells that do not count in the offered uses, and cells that prevent the use as numbers or dates
   * (`isTextFor`) and count as text.
   */
  #unread(isNumeric: boolean, isDate: boolean, isNamed: boolean): Unread[] {
    const told = (as: Unread["as"], isTextFor = false) => {
      const { count, first } = this.#no[as];
      return count === 0 ? [] : [{ as, count, of: this.#filled, first, isTextFor }];
    };
    const names = isNamed ? told("name") : [];
    if (isNumeric) return [...told("number"), ...names];
    if (isDate) return [...told("date"), ...names];
    if (this.#kind !== undefined) return names;
    const near = (["number", "date"] as const).find((kind) => this.#has(kind, partly));
    return [...names, ...(near === undefined ? [] : told(near, true))];
  }
}

/** The maximum number of texts that a column remembers the readings of. */
const mostRemembered = 10_000;

/** A reading of cells that repeats none of them: dates come again and again, and are slow to read. */
function remembered<T>(read: (cell: unknown) => T): (cell: unknown) => T {
  const known: Map<unknown, T> = new Map();
  return (cell) => {
    if (typeof cell !== "string") return read(cell);
    let value = known.get(cell);
    if (value === undefined) {
      value = read(cell);
      if (known.size < mostRemembered) known.set(cell, value);
    }
    return value;
  };
}

function joined<All extends Float64Array | Int32Array>(all: All, parts: ArrayLike<number>[]) {
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/**
 * Cells that do not count in the offered uses, and cells that prevent the use as numbers or dates (`isTextFor`)
 * and count as text.
 */
export type Unread = {
  as: "number" | "date" | "name";
  count: number;
  of: number;
  first: Fault[];
  isTextFor: boolean;
};
