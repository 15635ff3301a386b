import { type Fields, kindOf } from "../core/options.js";
import { compareItems } from "./item-order.js";
import { isDate } from "./missing.js";

/**
 * Rejects a value that no domain of numbers, BigInts or dates has. JavaScript compares values of any kind, but the
 * result means nothing.
 */
export function checkOrdered(name: string, x: unknown) {
  const isNumber = typeof x === "number" && !Number.isNaN(x);
  const isTime = isDate(x) && !Number.isNaN(x.getTime());
  if (isNumber || isTime || typeof x === "bigint") return;
  throw new TypeError(`${name} must be a number, a BigInt or a Date, got ${kindOf(x)}`);
}

/** Rejects any value that no domain releases; a released text is a place. */
export function checkReleased(name: string, value: unknown) {
  if (!isPlace(value)) checkOrdered(name, value);
}

/**
 * Whether a value of the domain lies at or below a released one.
 * @param x text if the released one is a place in text
 */
export function isUpTo(x: unknown, released: unknown) {
  if (isPlace(released)) return isBelow(x, released) || x === released.text;
  checkOrdered("x", x);
  return (x as number) <= (released as number);
}

/**
 * Whether a value of the domain lies below a released one.
 * @param x text if the released one is a place in text
 */
export function isBelow(x: unknown, released: unknown) {
  if (!isPlace(released)) {
    checkOrdered("x", x);
    return (x as number) < (released as number);
  }
  if (typeof x !== "string") throw new TypeError(`x must be text, got ${kindOf(x)}`);
  const { text, after } = released;
  // "after" lies behind all that begins so.
  if (x.startsWith(text)) return after;
  return compareItems(x, text) < 0;
}

function isPlace(value: unknown): value is { text: string; after: boolean } {
  return (
    typeof (value as Fields)?.text === "string" &&
    typeof (value as Record<string, unknown>).after === "boolean"
  );
}
