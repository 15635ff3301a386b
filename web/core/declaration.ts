import { type Request, readOptions } from "./fields.js";

/** A valid call. */
export interface Example {
  /** the arguments that hold data */
  data?: unknown[];
  /** public ones between them and the options, which come first in `accuracy` */
  asked?: unknown[];
  /** options that differ from the examples of their fields */
  options?: object;
}

/**
 * The declaration of a public function: once, for its reader, its type, its documentation and the calls that
 * tests make of it.
 */
export class Declaration<F extends object> {
  name;
  Fields;
  example;

  constructor({
    name,
    Fields,
    example = {},
  }: {
    /** the function, as callers and errors know it */
    name: string;
    /** its options */
    Fields: new () => F;
    example?: Example;
  }) {
    this.name = name;
    this.Fields = Fields;
    this.example = example;
  }

  /** @throws {RangeError | TypeError} */
  read(options: unknown): Request<F> {
    return readOptions(this.name, this.Fields, options);
  }
}
