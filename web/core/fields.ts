import { checkOptions, choiceOption, flagOption, numberOption, wholeOption } from "./options.js";

/**
 * The reader of one option of a function. A function's options are a class of such fields: names, kinds,
 * defaults and, in the comments above them, their meaning. Its type (`OptionsOf`), reader (`readOptions`) and
 * documentation come from that class. `example` is a valid value for example calls, and `kind` describes the
 * value in words.
 */
export type Needed<T> = {
  read: (name: string, value: unknown) => T;
  fallback?: undefined;
  example?: unknown;
  kind?: string;
};

/** An optional field: `usual` returns its default, given the options before it. */
export type Optional<T> = {
  read: (name: string, value: unknown) => T;
  fallback: (before: never) => T;
  example?: unknown;
  kind?: string;
};

/** The type that a field reads. */
export type Read<Field> = Field extends { read: (name: string, value: unknown) => infer T }
  ? T
  : never;

/** The options that some fields describe, as a caller writes them. */
export type OptionsOf<F> = {
  [Name in keyof F as F[Name] extends Optional<unknown> ? never : Name]: Read<F[Name]>;
} & {
  [Name in keyof F as F[Name] extends Optional<unknown> ? Name : never]?: Read<F[Name]> | undefined;
};

/**
 * `With` for options that have the option `Name`, else `Without`. The option's type is inferred as `Value`, which
 * is never by default. Overloads would choose too, but the compiler names no option of theirs.
 */
export type OptionsBy<Name extends string, Value, Without, With> = [Value] extends [never]
  ? Without
  : // This branch is never taken: it shows the compiler the option to infer `Value` from.
    [Value] extends [never]
    ? { [Option in Name]: Value }
    : With;

/** Options as they were read: all of them. */
export type Request<F> = { [Name in keyof F]: Read<F[Name]> };

type AnyField = Needed<unknown> | Optional<unknown>;

/** The fields of each class: to make them takes longer than to read options by them. */
const made = new WeakMap<object, { names: string[]; fields: [string, AnyField][] }>();

function fieldsOfClass(Fields: new () => object) {
  let found = made.get(Fields);
  if (found === undefined) {
    const fields = Object.entries<AnyField>(new Fields() as Record<string, AnyField>);
    found = { names: fields.map(([name]) => name), fields };
    made.set(Fields, found);
  }
  return found;
}

/**
 * Reads each option once.
 * @param within prefix of the names in errors, for options inside of an option
 * @throws {RangeError | TypeError}
 */
export function readOptions<F extends object>(
  caller: string,
  Fields: new () => F,
  options: unknown,
  within = "",
): Request<F> {
  const { names, fields } = fieldsOfClass(Fields);
  checkOptions(caller, options, names);
  const request: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of fields) {
    const value = options[name];
    request[name] =
      value === undefined && fallback ? fallback(request as never) : read(within + name, value);
  }
  return request as Request<F>;
}

/** Makes a field optional. */
export const optional = <T, D extends T | undefined>(
  field: Needed<T>,
  fallback: D,
): Optional<T | D> => ({ ...field, fallback: () => fallback });

/** A field that the function checks itself. */
export const anything = <T>(): Needed<T> => ({ read: (_, value) => value as T });

export const number = (example = 1): Needed<number> => ({
  read: numberOption,
  example,
  kind: "number",
});

/** A delta, the addend of a guarantee. */
export const delta = () => number(1e-3);

/**
 * A number with a property.
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

/** A whole number, whose range the core checks. */
export const whole = (example = 1): Needed<number> => ({
  example,
  read: wholeOption,
  kind: "whole number",
});

/** A whole number in a range that the core would check too late. */
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

/**
 * One of several names.
 * @param renamed the new name by the former one, which is refused with it
 */
export const choice = <T extends string>(
  allowed: readonly T[],
  renamed: Record<string, T> = {},
): Needed<T> => ({
  example: allowed[0],
  kind: allowed.map((one) => `"${one}"`).join(", "),
  read(name, value) {
    const now = typeof value === "string" && Object.hasOwn(renamed, value) && renamed[value];
    if (!now) return choiceOption(name, value, allowed);
    throw new RangeError(`${name} must be "${now}", its new name, got "${value}"`);
  },
});

/** The neighbouring data sets. */
export const neighbors = () => optional(choice(["add-remove", "replace"] as const), "add-remove");

/** The distribution of noise. */
export const noise = () => optional(choice(["auto", "laplace", "gaussian"] as const), "auto");

/** How often an algorithm shrinks the domain. */
export const levels = () => optional({ ...whole(), example: undefined }, undefined);

/** The confidence of an accuracy statement. */
export const confidence = () => optional(number(0.9), 0.95);
