// Columns that grow chunk by chunk while the page reads a file. It reads each cell once and alone, without
// influence on the others. The uses that the page offers for a column (numbers, dates, a ranking) depend on all of
// it. They decide only the display, which is outside of the guarantee; each cell keeps its reading.
import { type Fault, Faults } from "../files/faults.js";
import type { Notation } from "../files/notation.js";
import { missing, reading, shownCell, unreadable } from "../files/readings.js";

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
  /** Whether its owner declared it as dates, such as 20260329. */
  #isDates;
  #nameOf;
  #numberOf;
  #timeOf;

  /** @param how whether it is the column of the person, which keeps all texts, and how its cells are written */
  constructor(
    name: string,
    { isPerson = false, notation = {} }: { isPerson?: boolean; notation?: Notation } = {},
  ) {
    this.name = name;
    this.#isPerson = isPerson;
    this.#isDates = notation.dates !== undefined;
    this.#nameOf = reading("text", notation);
    this.#numberOf = reading("number", notation);
    this.#timeOf = reading("date", notation);
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
    if (this.#labels.length <= (this.#has("number") ? mostNumbers : mostTexts)) return;
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
    const isNumeric = this.#has("number");
    const isDate = this.#has("date");
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
    const near = (["number", "date"] as const).find((kind) => this.#has(kind, partly));
    return [...names, ...(near === undefined ? [] : told(near, true))];
  }
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
