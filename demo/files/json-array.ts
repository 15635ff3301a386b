// A JSON array of objects to rows. Its elements are cut apart by JSON's own grammar, and a fault of the grammar
// stops the reading: what follows it could be another element than its writer meant.
import { Faults } from "./faults.js";
import { longestLine } from "./lines.js";
import { firstOf, jsonOf, namesIn, type Objects, objectIn, type Pieces, rowsOf } from "./ndjson.js";
import { lostFault } from "./records.js";

/** An array that breaks JSON's grammar. */
export class BrokenArray extends Error {}

/**
 * @param columns the necessary fields, of objects in objects by a path (`user.id`)
 * @param how the letter that replaces undecodable bytes, and costs its element
 * @yields null for a field that an object lacks
 * @throws {BrokenArray}
 */
export async function* readJsonArray(
  pieces: Pieces,
  columns: readonly string[],
  { lost }: { lost?: string } = {},
) {
  const malformed = new Faults();
  for await (const { objects, places, share } of objectsOf(pieces, malformed, lost)) {
    yield { ...rowsOf(objects, columns), places, malformed, share, isByRow: true };
  }
}

/** The fields of most objects, as of NDJSON. */
export const namesInJsonArray = (pieces: Pieces): Promise<string[]> =>
  namesIn(objectsOf(firstOf(pieces), new Faults(), undefined, false));

/** @param isWhole whether the array must end with the pieces */
async function* objectsOf(
  pieces: Pieces,
  malformed: Faults,
  lost?: string,
  isWhole = true,
): AsyncGenerator<Objects> {
  const elements = new Elements();
  let place = 0;
  for await (const { text, share } of pieces) {
    const objects = [];
    const places = [];
    for (const element of elements.push(text)) {
      place += 1;
      const value = jsonOf(element);
      if (value === undefined) throw broken(place, "is not JSON");
      const isLost = lost !== undefined && element.includes(lost);
      const object = isLost ? lostFault : objectIn(value);
      if (typeof object === "string") malformed.add(place, object);
      else {
        objects.push(object);
        places.push(place);
      }
    }
    yield { objects, places, share };
  }
  if (isWhole) elements.finish();
}

const broken = (place: number, what: string) =>
  new BrokenArray(
    `element ${place} ${what}, and where the next one begins is unknown; write one object a line (NDJSON), as \`jq -c '.[]'\` does`,
  );

/** The position within an array: what may come next. */
type Place = "start" | "first" | "element" | "next" | "after" | "end";

/** Cuts an array into the texts of its elements. */
class Elements {
  #place: Place = "start";
  #rest = "";
  #count = 0;
  #depth = 0;
  /** Whether the element is neither an object nor an array. */
  #isScalar = false;
  #isText = false;
  #isEscaped = false;

  /** @returns the elements that the text completes */
  push(text: string): string[] {
    const found: string[] = [];
    let begin = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (this.#place === "element") {
        if (!this.#ends(letter)) continue;
        // An object ends with its bracket, a number or a text before the next mark.
        found.push(this.#rest + text.slice(begin, this.#isScalar ? at : at + 1));
        this.#rest = "";
        this.#place = "after";
        if (!this.#isScalar) continue;
      }
      if (isSpace(letter)) continue;
      if (this.#takesMark(letter)) continue;
      this.#place = "element";
      this.#count += 1;
      begin = at;
      this.#start(letter);
    }
    if (this.#place === "element") this.#keep(text.slice(begin));
    return found;
  }

  /** @throws {BrokenArray} if the array has not ended */
  finish() {
    if (this.#place === "end") return;
    throw new BrokenArray(
      `the file ends within it, in or after element ${this.#count}; copy it again`,
    );
  }

  #start(letter: number) {
    this.#isScalar = letter !== brace && letter !== bracket;
    this.#depth = this.#isScalar ? 0 : 1;
    this.#isText = letter === quote;
  }

  /** Whether the element ends at or before this letter. */
  #ends(letter: number) {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (letter === backslash) this.#isEscaped = true;
      else if (letter === quote) this.#isText = false;
      return false;
    }
    if (letter === quote) this.#isText = true;
    else if (letter === brace || letter === bracket) this.#depth += 1;
    else if (letter === braceEnd || letter === bracketEnd) {
      if (this.#isScalar) return this.#depth === 0;
      this.#depth -= 1;
      return this.#depth === 0;
    } else if (this.#isScalar) return this.#depth === 0 && (letter === comma || isSpace(letter));
    return false;
  }

  /** Whether the letter is a mark between elements; the next place follows. */
  #takesMark(letter: number) {
    const next = marks[this.#place]?.[letter];
    if (next !== undefined) {
      this.#place = next;
      return true;
    }
    const isNext = this.#place === "first" || this.#place === "next";
    if (isNext && !marksOnly.includes(letter)) return false;
    if (isNext) throw broken(this.#count + 1, "is missing");
    throw broken(this.#count + 1, "does not follow a comma, or the array has ended before it");
  }

  #keep(text: string) {
    this.#rest += text;
    if (this.#rest.length > longestLine) throw broken(this.#count, "is too long");
  }
}

const codeOf = (letter: string) => letter.charCodeAt(0);
const [quote, backslash, comma] = [codeOf('"'), codeOf("\\"), codeOf(",")];
const [brace, braceEnd, bracket, bracketEnd] = [codeOf("{"), codeOf("}"), codeOf("["), codeOf("]")];

const isSpace = (letter: number) => letter === 32 || letter === 10 || letter === 13 || letter === 9;

/** Letters that begin no element. */
const marksOnly = [comma, braceEnd, bracketEnd];

/** The marks of each place, and the place that follows. */
const marks: Partial<Record<Place, Record<number, Place>>> = {
  start: { [bracket]: "first" },
  first: { [bracketEnd]: "end" },
  after: { [comma]: "next", [bracketEnd]: "end" },
};
