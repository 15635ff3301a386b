import { checkOptions, choiceOption, flagOption, numberOption, wholeOption } from "./options.js";

/**
 * How one option of a function is read. A function's options are a class of such fields: their names,
 * kinds and defaults, and in what stands above them what they mean; its type (`OptionsOf`), its reader
 * (`readOptions`) and its documentation come from there. `example` is a value of it, for valid calls, `kind`
 * what it is, in words.
 * @template T
 * @typedef {{ read: (name: string, value: unknown) => T, usual?: undefined, example?: unknown, kind?: string }} Needed
 */
/**
 * One that may be left out: `usual` says what it is then, given those before it.
 * @template T
 * @typedef {{ read: (name: string, value: unknown) => T, usual: (before: any) => T, example?: unknown,
 *   kind?: string }} Optional
 */
/**
 * What a field reads.
 * @template Field
 * @typedef {Field extends { read: (name: string, value: unknown) => infer T } ? T : never} Read
 */
/**
 * The options that some fields describe, as a caller writes them.
 * @template F
 * @typedef {{ [Name in keyof F as F[Name] extends Optional<any> ? never : Name]: Read<F[Name]> }
 *   & { [Name in keyof F as F[Name] extends Optional<any> ? Name : never]?: Read<F[Name]> | undefined }} OptionsOf
 */
/**
 * Options as they were read: all of them.
 * @template F
 * @typedef {{ [Name in keyof F]: Read<F[Name]> }} Request
 */

/**
 * Reads each option once.
 * @template {object} F
 * @param {string} caller
 * @param {new () => F} Fields
 * @param {any} options
 * @param {string} [within] what stands before their names in errors, for options inside of one
 * @returns {Request<F>}
 * @throws {RangeError | TypeError}
 */
export function readOptions(caller, Fields, options, within = "") {
  const fields = new Fields();
  checkOptions(caller, options, Object.keys(fields));
  /** @type {any} */
  const request = {};
  for (const [name, { read, usual }] of Object.entries(fields)) {
    const value = options[name];
    request[name] = value === undefined && usual ? usual(request) : read(within + name, value);
  }
  return request;
}

/**
 * The same field, which may be left out.
 * @template T
 * @template {T | undefined} D
 * @param {Needed<T>} field
 * @param {D} usual
 * @returns {Optional<T | D>}
 */
export const optional = (field, usual) => ({ ...field, usual: () => usual });

/**
 * One that the function looks at by itself.
 * @returns {Needed<any>}
 */
export const anything = () => ({ read: (_, value) => value });

/**
 * @param {number} [example]
 * @returns {Needed<number>}
 */
export const number = (example = 1) => ({ read: numberOption, example, kind: "number" });

/** A small chance that more is lost than epsilon. */
export const delta = () => number(1e-3);

/**
 * One of some numbers only.
 * @param {string} which as errors say it
 * @param {(number: number) => boolean} holds
 * @param {number} [example]
 * @returns {Needed<number>}
 */
export const numberThat = (which, holds, example) => ({
  example,
  kind: `number ${which}`,
  read: (name, value) => {
    const number = numberOption(name, value);
    if (holds(number)) return number;
    throw new RangeError(`${name} must be a number ${which}, got ${number}`);
  },
});

/**
 * Of which the core knows the range.
 * @param {number} [example]
 * @returns {Needed<number>}
 */
export const whole = (example = 1) => ({ example, read: wholeOption, kind: "whole number" });

/**
 * Where the core cannot refuse in time.
 * @param {number} least
 * @param {number} most
 * @param {number} [example]
 * @returns {Needed<number>}
 */
export const wholeWithin = (least, most, example = least) => ({
  example,
  kind: "whole number",
  read: (name, value) => wholeOption(name, value, least, most),
});

/** @returns {Needed<boolean>} */
export const flag = () => ({ read: flagOption, example: false, kind: "true or false" });

/**
 * @template {string} T
 * @param {readonly T[]} allowed
 * @returns {Needed<T>}
 */
export const choice = (allowed) => ({
  example: allowed[0],
  kind: allowed.map((one) => `"${one}"`).join(", "),
  read: (name, value) => choiceOption(name, value, allowed),
});

/** What two neighbouring data sets are. */
export const neighbors = () =>
  optional(choice(/** @type {const} */ (["add-remove", "replace"])), "add-remove");

/** The law of noise. */
export const noise = () =>
  optional(choice(/** @type {const} */ (["auto", "laplace", "gaussian"])), "auto");

/** Of an accuracy statement. */
export const confidence = () => optional(number(0.9), 0.95);
