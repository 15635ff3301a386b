// Columns that grow chunk by chunk while a file is read. Every cell is touched once, and read by itself: what
// becomes of one is no matter of the others. What a column is offered for (is it numeric, does it hold
// dates, can it be ranked) is read off all of it and decides only what the page shows, which is not
// protected; never how a cell is read.

/** Beyond so many different values a column is not ranked: it holds names or measurements. */
const mostNumbers = 100_000;
const mostTexts = 1_000_000;

const datePattern = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/;

export class Column {
  #numberParts = [];
  #codeParts = [];
  #codeOf = new Map();
  #labels = [];
  #numeric = 0;
  #dates = 0;
  #filled = 0;
  #rows = 0;

  #isPerson;

  /** @param {string} name @param {{ isPerson?: boolean }} [how] whether it says whose row it is: all is kept then */
  constructor(name, { isPerson = false } = {}) {
    this.name = name;
    this.#isPerson = isPerson;
  }

  /** The cells of one chunk, from all its rows. */
  add(rows, index) {
    const numbers = new Float64Array(rows.length).fill(Number.NaN);
    const codes = this.#codeOf ? new Int32Array(rows.length).fill(-1) : undefined;
    for (let row = 0; row < rows.length; ++row) {
      const cell = textOf(rows[row][index]);
      if (cell === "") continue;
      ++this.#filled;
      const number = Number(cell);
      if (Number.isFinite(number)) {
        numbers[row] = number;
        ++this.#numeric;
      } else if (datePattern.test(cell)) ++this.#dates;
      if (this.#codeOf) codes[row] = this.#code(cell);
    }
    this.#numberParts.push(numbers);
    if (this.#codeOf) this.#codeParts.push(codes);
    this.#rows += rows.length;
    this.#forgetManyLabels();
  }

  #code(cell) {
    let code = this.#codeOf.get(cell);
    if (code === undefined) {
      code = this.#labels.length;
      this.#codeOf.set(cell, code);
      this.#labels.push(cell);
    }
    return code;
  }

  #forgetManyLabels() {
    if (!this.#codeOf || this.#isPerson) return;
    const isNumeric = this.#numeric >= 0.95 * this.#filled;
    if (this.#labels.length <= (isNumeric ? mostNumbers : mostTexts)) return;
    this.#codeOf = undefined;
    this.#codeParts = [];
    this.#labels = [];
  }

  /** What the page needs to know, and the values behind it. */
  finish() {
    const isNumeric = this.#filled > 0 && this.#numeric >= 0.95 * this.#filled;
    const codes = this.#codeOf && joined(Int32Array, this.#codeParts, this.#rows);
    return {
      name: this.name,
      isNumeric,
      isDate: this.#filled > 0 && this.#dates >= 0.95 * this.#filled,
      canRank: codes !== undefined,
      distinct: this.#labels.length,
      empty: this.#rows - this.#filled,
      numbers: isNumeric ? joined(Float64Array, this.#numberParts, this.#rows) : undefined,
      codes,
      labels: this.#labels,
    };
  }
}

/** A field as text; only those of CSV are text in the file. */
function textOf(cell) {
  if (typeof cell === "string") return cell.trim();
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? dateText(cell) : `${cell}`;
}

/** @param {Date} date */
function dateText(date) {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T00:00:00.000Z", "");
}

function joined(Kind, parts, length) {
  const all = new Kind(length);
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
