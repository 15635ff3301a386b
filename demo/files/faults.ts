// The unreadable parts of a file, for its owner: their number, and the first of them.

/** The number of faults to show. */
export const mostFirst = 3;

export interface Fault {
  /** number of the line, or of the row in a file without lines, from 1 on */
  place: number;
  /** the reason, or the cell */
  what: string;
}

/** Counts, and keeps the first. */
export class Faults {
  count = 0;
  first: Fault[] = [];

  add(place: number, what: string | (() => string), many = 1) {
    this.count += many;
    if (this.first.length >= mostFirst) return;
    this.first.push({ place, what: typeof what === "string" ? what : what() });
  }
}
