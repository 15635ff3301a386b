/**
 * Checks the option names of one function: an unknown one is a mistake that would otherwise stay
 * silent.
 * @param {string} caller
 * @param {object} options
 * @param {string[]} known
 */
export function checkOptions(caller, options, known) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${describe(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new TypeError(`${caller}: there is no option ${name}; ${hintFor(name, known)}`);
  }
}

/** What to write for the bounds of data, which other libraries take as numbers. */
export const howToBound =
  "whole numbers from 0 to 1000 are integers(0, 1000), amounts with two decimals decimals(0, 1000, 2)";
const boundsElsewhere = ["bounds", "range", "min", "max", "lower", "upper", "lo", "hi"];

/**
 * @param {string} name an option that there is not
 * @param {string[]} known
 */
function hintFor(name, known) {
  const close = known.find((other) => isClose(name.toLowerCase(), other.toLowerCase()));
  if (close !== undefined) return `did you mean ${close}?`;
  if (known.includes("domain") && boundsElsewhere.includes(name)) {
    return `bounds belong into domain: ${howToBound}`;
  }
  return `known are ${known.join(", ")}`;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function numberOption(name, value) {
  if (typeof value !== "number") {
    throw new TypeError(`${name} must be a number, got ${describe(value)}`);
  }
  return value;
}

/**
 * Without a range one that reaches the core as it is.
 * @param {string} name
 * @param {unknown} value
 * @param {number} [least]
 * @param {number} [most]
 * @returns {number}
 */
export function wholeOption(name, value, least = 0, most = Number.MAX_SAFE_INTEGER) {
  const number = numberOption(name, value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${number}`);
  }
  return number;
}

/**
 * @template {string} T
 * @param {string} name
 * @param {unknown} value
 * @param {readonly T[]} allowed
 * @returns {T}
 */
export function choiceOption(name, value, allowed) {
  const found = allowed.find((one) => one === value);
  if (found === undefined) {
    const list = allowed.map((one) => `"${one}"`).join(" or ");
    throw new RangeError(`${name} must be ${list}, got ${describe(value)}`);
  }
  return found;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function flagOption(name, value) {
  if (typeof value === "boolean") return value;
  throw new TypeError(`${name} must be true or false, got ${describe(value)}`);
}

/**
 * A value as an error message shows it: its kind, and itself if it is short.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value))
    return `${value}`;
  return typeof value === "object" ? `an object (${classOf(value)})` : `a ${typeof value}`;
}

/**
 * By the class alone: `constructor` may be a field of somebody's record.
 * @param {object} value
 */
function classOf(value) {
  try {
    const { constructor: made } = Object.getPrototypeOf(value);
    return typeof made === "function" ? made.name : "no class";
  } catch {
    return "no class"; // none, or a proxy that does not say
  }
}

/**
 * The same of data: the kind only, never the thing. What somebody's record holds has no place in messages,
 * which end up in logs.
 * @param {unknown} value
 */
export function kindOf(value) {
  if (typeof value === "string") return "text";
  if (typeof value === "number" && !Number.isNaN(value)) return "a number";
  if (["bigint", "boolean"].includes(typeof value)) return `a ${typeof value}`;
  if (typeof (/** @type {any} */ (value)?.then) === "function") return "a Promise";
  return describe(value);
}

/**
 * One letter too many, missing or other.
 * @param {string} a
 * @param {string} b
 */
function isClose(a, b) {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) ++start;
  const restA = a.slice(start);
  const restB = b.slice(start);
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1);
}
