/**
 * Rejects unknown option names of a function: such a mistake would otherwise stay silent.
 */
export function checkOptions(
  caller: string,
  options: unknown,
  known: string[],
): asserts options is Record<string, unknown> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${describe(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new TypeError(`${caller}: unknown option ${name}; ${hintFor(name, known)}`);
  }
}

/** The syntax of a domain, for callers who know bounds as numbers from other libraries. */
export const howToBound =
  "whole numbers from 0 to 1000 are integers(0, 1000), amounts with two decimals decimals(0, 1000, 2)";
const boundsElsewhere = ["bounds", "range", "min", "max", "lower", "upper", "lo", "hi"];

/** @param name an unknown option */
function hintFor(name: string, known: string[]) {
  const close = known.find((other) => isClose(name.toLowerCase(), other.toLowerCase()));
  if (close !== undefined) return `did you mean ${close}?`;
  if (known.includes("domain") && boundsElsewhere.includes(name)) {
    return `bounds belong in domain: ${howToBound}`;
  }
  return `known are ${known.join(", ")}`;
}

export function numberOption(name: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new TypeError(`${name} must be a number, got ${describe(value)}`);
  }
  return value;
}

/** Reads a whole number; the default range accepts every number that the core receives exactly. */
export function wholeOption(
  name: string,
  value: unknown,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const number = numberOption(name, value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${number}`);
  }
  return number;
}

export function choiceOption<T extends string>(
  name: string,
  value: unknown,
  allowed: readonly T[],
): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) {
    const list = allowed.map((one) => `"${one}"`).join(" or ");
    throw new RangeError(`${name} must be ${list}, got ${describe(value)}`);
  }
  return found;
}

export function flagOption(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new TypeError(`${name} must be true or false, got ${describe(value)}`);
}

/** A value that is not yet known to be an object; each of its fields is checked separately. */
export type Fields = Readonly<Record<string, unknown>> | null | undefined;

/** The fields of such a value; empty for null and undefined. */
export const fieldsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

/** A value that is not yet known to be iterable. */
export type Looped = Iterable<unknown> | null | undefined;

/** Describes a value for an error message: its kind, and the value if it is short. */
export function describe(value: unknown) {
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value))
    return `${value}`;
  return typeof value === "object" ? `an object (${classOf(value)})` : `a ${typeof value}`;
}

/** Reads the prototype alone: `constructor` may be a field of a record. */
function classOf(value: object) {
  try {
    const { constructor: made } = Object.getPrototypeOf(value);
    return typeof made === "function" ? made.name : "no class";
  } catch {
    return "no class"; // no class, or a proxy that hides it
  }
}

/**
 * Describes data by their kind alone. Messages end up in logs, so they must not show a record's contents.
 */
export function kindOf(value: unknown) {
  if (typeof value === "string") return "text";
  if (typeof value === "number" && !Number.isNaN(value)) return "a number";
  if (["bigint", "boolean"].includes(typeof value)) return `a ${typeof value}`;
  if (typeof (value as { then?: unknown } | undefined)?.then === "function") return "a Promise";
  return describe(value);
}

/** One letter too many, missing or other. */
function isClose(a: string, b: string) {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) ++start;
  const restA = a.slice(start);
  const restB = b.slice(start);
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1);
}
