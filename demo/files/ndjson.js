// One JSON object a line to rows: what becomes of a line depends on that line and on the first one, whose
// names are the columns and public.
import { Lines } from "./lines.js";

/**
 * @param {AsyncIterable<{ text: string, share: number }>} pieces of a file, as `textOf` gives them
 * @yields {import("./csv.js").Batch} a field that a line lacks is null
 * @throws {Error} if the first line cannot name columns
 */
export async function* readNdjson(pieces) {
  const lines = new Lines();
  const reader = new ObjectReader();
  let share = 1;
  for await (const piece of pieces) {
    share = piece.share;
    yield { ...reader.read(lines.push(piece.text)), share };
  }
  yield { ...reader.read(lines.finish()), share };
}

class ObjectReader {
  /** @type {string[]} */
  #header = [];
  #leftOut = 0;

  /** @param {(string | symbol)[]} lines */
  read(lines) {
    const rows = [];
    for (const line of lines) {
      if (typeof line === "string" && line.trim() === "") continue; // no record
      const object = typeof line === "string" ? objectOf(line) : undefined;
      if (this.#header.length === 0) {
        this.#header = Object.keys(object ?? {});
        if (this.#header.length === 0) {
          throw new Error(
            "The first line has to name the columns, but it is no JSON object with fields.",
          );
        }
      }
      if (object === undefined) this.#leftOut += 1;
      else rows.push(this.#header.map((name) => fieldOf(object, name)));
    }
    return { header: this.#header, rows, leftOut: this.#leftOut };
  }
}

/** @param {string} line */
function objectOf(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What is no single value is none.
 * @param {any} object
 * @param {string} name
 */
function fieldOf(object, name) {
  const value = Object.hasOwn(object, name) ? object[name] : null;
  return typeof value === "object" ? null : value;
}
