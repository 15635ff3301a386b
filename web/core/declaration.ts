import { readOptions } from "./fields.js";

/**
 * A valid call.
 * @typedef {object} Example
 * @property {any[]} [data] the arguments that hold data
 * @property {any[]} [asked] public ones between them and the options, which come first in `accuracy`
 * @property {object} [options] those that are not as their fields' examples say
 */

/**
 * A public function as it is declared: once, for its reader, its type, its documentation and the calls that
 * tests make of it.
 * @template {object} F
 */
export class Declaration {
  /**
   * @param {object} declared
   * @param {string} declared.name the function, as callers and errors know it
   * @param {new () => F} declared.Fields its options
   * @param {Example} [declared.example]
   */
  constructor({ name, Fields, example = {} }) {
    this.name = name;
    this.Fields = Fields;
    this.example = example;
  }

  /**
   * @param {any} options
   * @returns {import("./fields.js").Request<F>}
   * @throws {RangeError | TypeError}
   */
  read(options) {
    return readOptions(this.name, this.Fields, options);
  }
}
