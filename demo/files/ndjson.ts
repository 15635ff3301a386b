// One JSON object a line to rows. The caller names the columns: a line's record depends on that line alone. The
// first line is a person's like any other.
import { parse } from "lossless-json";
import { Cell, Unread } from "./cells.js";
import { exactNumber } from "./digits.js";
import { Faults } from "./faults.js";
import { Lines } from "./lines.js";
import { longFault, lostFault } from "./records.js";

/** of a file, as `textOf` gives them */
export type Pieces = AsyncIterable<{ text: string; share: number }>;

/** Objects of a piece, and for each the number of its line or of its place in an array. */
export type Objects = { objects: Fields[]; places: number[]; share: number };

/** A record of JSON. */
type Fields = Record<string, unknown>;

/**
 * @param columns the necessary fields, of objects in objects by a path (`user.id`)
 * @param how the letter that replaces undecodable bytes, and costs its line
 * @yields null for a field that a line lacks
 */
export async function* readNdjson(
  pieces: Pieces,
  columns: readonly string[],
  { lost }: { lost?: string } = {},
) {
  const reader = new ObjectReader(lost);
  for await (const { objects, places, share } of objectsOf(pieces, reader)) {
    yield { ...rowsOf(objects, columns), places, malformed: reader.malformed, share };
  }
}

/** The cells of objects, and which of the columns some object has. */
export function rowsOf(objects: Fields[], columns: readonly string[]) {
  const header = [...new Set(columns)];
  const paths = header.map((name) => name.split("."));
  const fields: Set<string> = new Set();
  const rows = objects.map((object) =>
    header.map((name, at) => {
      const value = Object.hasOwn(object, name) ? object[name] : valueAt(object, paths[at]!);
      if (value === undefined) return null;
      fields.add(name);
      return singleOf(value);
    }),
  );
  return { header, rows, fields };
}

/** The value at a path; a list on the way has none, and is unreadable. */
function valueAt(object: Fields, path: string[]): unknown {
  let value: unknown = object;
  for (const part of path) {
    if (Array.isArray(value)) return value;
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !(value instanceof Cell);

/** The maximum number of letters to search for the names of fields, and of returned names. */
const [mostLooked, mostNames] = [2 ** 23, 500];

/**
 * The fields of most objects, for a person to choose from, within the first megabytes.
 * @returns the names, in the order of their first appearance
 */
export const namesInNdjson = (pieces: Pieces): Promise<string[]> =>
  namesIn(objectsOf(firstOf(pieces), new ObjectReader()));

/** The pieces within which names are searched. */
export async function* firstOf(pieces: Pieces) {
  let looked = 0;
  for await (const piece of pieces) {
    looked += piece.text.length;
    yield piece;
    if (looked >= mostLooked) return;
  }
}

/** The fields of most objects. */
export async function namesIn(batches: AsyncIterable<Objects>): Promise<string[]> {
  const counts: Map<string, number> = new Map();
  for await (const { objects } of batches) {
    for (const object of objects) {
      for (const name of pathsIn(object)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const often = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostNames);
  const told = new Set(often.map(([name]) => name));
  return [...counts.keys()].filter((name) => told.has(name));
}

/** The names of its fields; of objects in it, the paths of theirs. */
function pathsIn(object: Fields, before = ""): string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) && !Array.isArray(value) && Object.keys(value).length > 0
      ? pathsIn(value, `${before}${name}.`)
      : [`${before}${name}`],
  );
}

async function* objectsOf(pieces: Pieces, reader: ObjectReader): AsyncGenerator<Objects> {
  const lines = new Lines();
  let share = 1;
  for await (const piece of pieces) {
    share = piece.share;
    yield { ...reader.read(lines.push(piece.text)), share };
  }
  yield { ...reader.read(lines.finish()), share };
}

class ObjectReader {
  malformed = new Faults();
  #place = 0;
  #lost;

  constructor(lost?: string) {
    this.#lost = lost;
  }

  read(lines: (string | symbol)[]) {
    const objects = [];
    const places = [];
    for (const line of lines) {
      this.#place += 1;
      if (typeof line === "string" && line.trim() === "") continue; // no record
      const object = typeof line === "string" ? this.#objectOf(line) : longFault;
      if (typeof object === "string") this.malformed.add(this.#place, object);
      else {
        objects.push(object);
        places.push(this.#place);
      }
    }
    return { objects, places };
  }

  #objectOf(line: string) {
    const isLost = this.#lost !== undefined && line.includes(this.#lost);
    return isLost ? lostFault : objectOf(line);
  }
}

/** An object, or the fault of its line. */
function objectOf(line: string): Fields | string {
  const value = jsonOf(line);
  return value === undefined ? "not a JSON object" : objectIn(value);
}

/** A value as a record, or the reason why it cannot be one. */
export function objectIn(value: unknown): Fields | string {
  if (Array.isArray(value)) return "a JSON array, not an object";
  return isObject(value) ? value : "a JSON value, not an object";
}

/** Lines in which JavaScript's own parser could round a number: 16 digits and points in a row, or a power of 10. */
const mayRound = /[\d.]{16}|\d[eE]/;

/**
 * A JSON text, its numbers by their digits.
 * @returns undefined if it is not JSON
 */
export function jsonOf(text: string): unknown {
  try {
    const value = JSON.parse(text);
    if (!mayRound.test(text)) return value;
    // The last of two fields with one name counts, as for JavaScript's own parser.
    return parse(text, undefined, {
      parseNumber: exactNumber,
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch {
    return undefined;
  }
}

/** Marks a list or an object as unreadable. */
export function singleOf(value: unknown) {
  if (typeof value !== "object" || value === null || value instanceof Cell) return value;
  return new Unread(Array.isArray(value) ? "[a list]" : "{an object}");
}
