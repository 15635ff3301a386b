// Columns that grow while a file is read, by what their cells have to be. What becomes of a cell is a matter
// of that cell alone; one that is not what it has to be is missing.

/** A column of numbers: 8 bytes a cell. */
class Numbers {
  #cells = new Float64Array(1024);
  #count = 0;
  #read;

  /** @param {(cell: unknown) => number} read */
  constructor(read) {
    this.#read = read;
  }

  /** @param {unknown} cell */
  push(cell) {
    if (this.#count === this.#cells.length) {
      const cells = new Float64Array(2 * this.#count);
      cells.set(this.#cells);
      this.#cells = cells;
    }
    this.#cells[this.#count] = this.#read(cell);
    this.#count += 1;
  }

  finish() {
    return this.#cells.subarray(0, this.#count);
  }
}

/** How many different texts are looked up, so that each is kept once; of more, each cell keeps its own. */
const mostTexts = 2 ** 22;

/** A column of text, in which what occurs many times is kept once. */
class Texts {
  /** @type {(string | null)[]} */
  #cells = [];
  /** @type {Map<string, string>} */
  #known = new Map();

  /** @param {unknown} cell */
  push(cell) {
    const text = textOf(cell);
    this.#cells.push(text === null ? null : (this.#known.get(text) ?? this.#kept(text)));
  }

  /** @param {string} text */
  #kept(text) {
    // A copy of its own: what is cut out of a line holds on to all that was read with it.
    const own = Buffer.from(text, "utf16le").toString("utf16le");
    if (this.#known.size < mostTexts) this.#known.set(own, own);
    return own;
  }

  finish() {
    return this.#cells;
  }
}

/** A column of whole numbers of any size, or of Dates. */
class Objects {
  /** @type {(bigint | Date | null)[]} */
  #cells = [];
  #read;

  /** @param {(cell: unknown) => bigint | Date | null} read */
  constructor(read) {
    this.#read = read;
  }

  /** @param {unknown} cell */
  push(cell) {
    this.#cells.push(this.#read(cell));
  }

  finish() {
    return this.#cells;
  }
}

/** @type {Record<string, () => { push(cell: unknown): void, finish(): any }>} */
const kinds = {
  number: () => new Numbers(numberOf),
  date: () => new Numbers(timeOf),
  dates: () => new Objects((cell) => new Date(timeOf(cell))),
  label: () => new Numbers(labelOf),
  order: () => new Numbers(orderOf),
  text: () => new Texts(),
  bigint: () => new Objects(bigOf),
};

/**
 * A column to be filled.
 * @param {string} cells what they have to be: "number", "date" (milliseconds since 1970), "dates" (objects), "label"
 *   (0 and 1), "order" (numbers or dates), "text" or "bigint"
 */
export const columnOf = (cells) => kinds[cells]();

/** @param {unknown} cell */
function numberOf(cell) {
  if (typeof cell === "string") return cell.trim() === "" ? Number.NaN : Number(cell);
  if (typeof cell === "number") return cell;
  return typeof cell === "bigint" ? Number(cell) : Number.NaN;
}

/** Dates as ISO 8601 has them, with or without a time; without a zone they are UTC. */
const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** Milliseconds since 1970. @param {unknown} cell */
function timeOf(cell) {
  if (cell instanceof Date) return cell.getTime();
  if (typeof cell !== "string") return Number.NaN;
  const [, day, time, zone = "Z"] = isoDate.exec(cell.trim()) ?? [];
  // Engines take the 30th of February for the 2nd of March.
  const start = day === undefined ? undefined : new Date(day);
  if (!start || Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    return Number.NaN;
  return Date.parse(time === undefined ? day : `${day}T${time}${zone.toUpperCase()}`);
}

/** What comes first: a date, or else a number. @param {unknown} cell */
function orderOf(cell) {
  const time = timeOf(cell);
  return Number.isNaN(time) ? numberOf(cell) : time;
}

const labels = new Map([
  ...["1", "true", "yes"].map((text) => /** @type {const} */ ([text, 1])),
  ...["0", "false", "no"].map((text) => /** @type {const} */ ([text, 0])),
]);

/** @param {unknown} cell */
const labelOf = (cell) => labels.get((textOf(cell) ?? "").toLowerCase()) ?? Number.NaN;

/** @param {unknown} cell */
function textOf(cell) {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString();
  const text = `${cell}`.trim();
  return text === "" || (typeof cell === "number" && Number.isNaN(cell)) ? null : text;
}

/** @param {unknown} cell */
function bigOf(cell) {
  if (typeof cell === "bigint") return cell;
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? BigInt(cell) : null;
  return typeof cell === "string" && /^[+-]?\d+$/.test(cell.trim()) ? BigInt(cell.trim()) : null;
}
