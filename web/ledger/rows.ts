/** Many things at once as the core takes and gives them: rows of numbers, and the distinct texts (bindings/rows.hpp). */
export interface Rows {
  numbers: ArrayLike<number>;
  texts: string[];
}

/** Writes the fields of rows behind each other, in the order of the core's description. */
export class RowsWriter implements Rows {
  numbers: number[] = [];
  texts: string[] = [];
  #places = new Map<string, number>();

  number(value: number) {
    this.numbers.push(value);
  }

  text(value: string) {
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.texts.push(value) - 1;
      this.#places.set(value, place);
    }
    this.numbers.push(place);
  }

  /** @returns whether it is there, and its fields follow */
  optional(value: unknown): boolean {
    this.numbers.push(value === undefined ? 0 : 1);
    return value !== undefined;
  }
}

/** Reads them in the same order. */
export class RowsReader {
  #rows;
  #next = 0;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get ended(): boolean {
    return this.#next === this.#rows.numbers.length;
  }

  number(): number {
    return this.#rows.numbers[this.#next++]!;
  }

  text<T extends string = string>(): T {
    return this.#rows.texts[this.number()] as T;
  }

  optional(): boolean {
    return this.number() !== 0;
  }
}
