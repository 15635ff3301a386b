import { checkOptions, choiceOption, flagOption, numberOption, wholeOption } from "./options.js";

/**
 * How one option of a function is read. A function's options are a class of such fields: their names,
 * kinds and defaults, and in what stands above them what they mean; its type (`OptionsOf`), its reader
 * (`readOptions`) and its documentation come from there. `example` is a value of it, for valid calls, `kind`
 * what it is, in words.
 */
export type Needed<T> = {
  read: (name: string, value: unknown) => T;
  fallback?: undefined;
  example?: unknown;
  kind?: string;
};

/** One that may be left out: `usual` says what it is then, given those before it. */
export type Optional<T> = {
  read: (name: string, value: unknown) => T;
  fallback: (before: never) => T;
  example?: unknown;
  kind?: string;
};

/** What a field reads. */
export type Read<Field> = Field extends { read: (name: string, value: unknown) => infer T }
  ? T
  : never;

/** The options that some fields describe, as a caller writes them. */
export type OptionsOf<F> = {
  [Name in keyof F as F[Name] extends Optional<unknown> ? never : Name]: Read<F[Name]>;
} & {
  [Name in keyof F as F[Name] extends Optional<unknown> ? Name : never]?: Read<F[Name]> | undefined;
};

/** Options as they were read: all of them. */
export type Request<F> = { [Name in keyof F]: Read<F[Name]> };

/**
 * Reads each option once.
 * @param within what stands before their names in errors, for options inside of one
 * @throws {RangeError | TypeError}
 */
export function readOptions<F extends object>(
  caller: string,
  Fields: new () => F,
  options: unknown,
  within = "",
): Request<F> {
  const fields = new Fields();
  checkOptions(caller, options, Object.keys(fields));
  const request: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of Object.entries<Needed<unknown> | Optional<unknown>>(
    fields as Record<string, Needed<unknown>>,
  )) {
    const value = options[name];
    request[name] =
      value === undefined && fallback ? fallback(request as never) : read(within + name, value);
  }
  return request as Request<F>;
}

/** The same field, which may be left out. */
export const optional = <T, D extends T | undefined>(
  field: Needed<T>,
  fallback: D,
): Optional<T | D> => ({ ...field, fallback: () => fallback });

/** One that the function looks at by itself. */
export const anything = <T>(): Needed<T> => ({ read: (_, value) => value as T });

export const number = (example = 1): Needed<number> => ({
  read: numberOption,
  example,
  kind: "number",
});

/** A small chance that more is lost than epsilon. */
export const delta = () => number(1e-3);

/**
 * One of some numbers only.
 * @param which as errors say it
 */
export const numberThat = (
  which: string,
  holds: (number: number) => boolean,
  example?: number,
): Needed<number> => ({
  example,
  kind: `number ${which}`,
  read: (name, value) => {
    const number = numberOption(name, value);
    if (holds(number)) return number;
    throw new RangeError(`${name} must be a number ${which}, got ${number}`);
  },
});

/** Of which the core knows the range. */
export const whole = (example = 1): Needed<number> => ({
  example,
  read: wholeOption,
  kind: "whole number",
});

/** Where the core cannot refuse in time. */
export const wholeWithin = (
  least: number,
  most: number,
  example: number = least,
): Needed<number> => ({
  example,
  kind: "whole number",
  read: (name, value) => wholeOption(name, value, least, most),
});

export const flag = (): Needed<boolean> => ({
  read: flagOption,
  example: false,
  kind: "true or false",
});

export const choice = <T extends string>(allowed: readonly T[]): Needed<T> => ({
  example: allowed[0],
  kind: allowed.map((one) => `"${one}"`).join(", "),
  read: (name, value) => choiceOption(name, value, allowed),
});

/** What two neighbouring data sets are. */
export const neighbors = () => optional(choice(["add-remove", "replace"] as const), "add-remove");

/** The law of noise. */
export const noise = () => optional(choice(["auto", "laplace", "gaussian"] as const), "auto");

/** Of an accuracy statement. */
export const confidence = () => optional(number(0.9), 0.95);
