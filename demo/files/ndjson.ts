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

/**
 * @param columns the necessary fields
 * @param how the letter that replaces undecodable bytes, and costs its line
 * @yields null for a field that a line lacks
 */
export async function* readNdjson(
  pieces: Pieces,
  columns: readonly string[],
  { lost }: { lost?: string } = {},
) {
  const header = [...new Set(columns)];
  const reader = new ObjectReader(lost);
  for await (const { objects, places, share } of objectsOf(pieces, reader)) {
    const rows = objects.map((object) => header.map((name) => fieldOf(object, name)));
    const there = header.filter((name) => objects.some((object) => Object.hasOwn(object, name)));
    yield { header, rows, places, malformed: reader.malformed, share, fields: new Set(there) };
  }
}

/** The maximum number of letters to search for the names of fields, and of returned names. */
const [mostLooked, mostNames] = [2 ** 23, 500];

/**
 * The fields of most objects, for a person to choose from, within the first megabytes.
 * @returns the names, in the order of their first appearance
 */
export async function namesInNdjson(pieces: Pieces): Promise<string[]> {
  const counts: Map<string, number> = new Map();
  let looked = 0;
  const watched = async function* () {
    for await (const piece of pieces) {
      looked += piece.text.length;
      yield piece;
      if (looked >= mostLooked) return;
    }
  };
  for await (const { objects } of objectsOf(watched(), new ObjectReader())) {
    for (const object of objects) {
      for (const name of Object.keys(object)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const often = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostNames);
  const told = new Set(often.map(([name]) => name));
  return [...counts.keys()].filter((name) => told.has(name));
}

async function* objectsOf(pieces: Pieces, reader: ObjectReader) {
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
function objectOf(line: string): Record<string, unknown> | string {
  const value = jsonOf(line);
  if (value === undefined) return "not a JSON object";
  if (Array.isArray(value)) return "a JSON array, not an object";
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : "a JSON value, not an object";
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

const fieldOf = (object: Record<string, unknown>, name: string) =>
  singleOf(Object.hasOwn(object, name) ? object[name] : null);

/** Marks a list or an object as unreadable. */
export function singleOf(value: unknown) {
  if (typeof value !== "object" || value === null || value instanceof Cell) return value;
  return new Unread(Array.isArray(value) ? "[a list]" : "{an object}");
}
