// What of a file was not read, for its owner's eyes: how many there were, and the first of them.

/** How many of them are shown. */
export const mostFirst = 3;

/**
 * @typedef {object} Fault
 * @property {number} place number of the line, or of the row in a file without lines, from 1 on
 * @property {string} what the reason, or the cell
 */

/** Counts, and keeps the first. */
export class Faults {
  count = 0;
  /** @type {Fault[]} */
  first = [];

  /**
   * @param {number} place
   * @param {string | (() => string)} what
   * @param {number} [many]
   */
  add(place, what, many = 1) {
    this.count += many;
    if (this.first.length >= mostFirst) return;
    this.first.push({ place, what: typeof what === "string" ? what : what() });
  }
}
