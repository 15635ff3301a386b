import { kindOf } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";

/**
 * A released value as plain JSON.
 * @param value a number, text, BigInt, Date, boolean, null, undefined, or a place in text
 */
export function encodedValue(value: unknown) {
  if (typeof value === "bigint") return { bigint: String(value) };
  if (value instanceof Date) return { date: value.toISOString() };
  if (typeof value === "number" && !Number.isFinite(value)) return { number: String(value) };
  return value === undefined ? { undefined: true } : value;
}

/**
 * The value that `encodedValue` encoded.
 * @param name its name in errors
 */
export function decodedValue(json: unknown, name: string): unknown {
  if (json === null || ["string", "boolean"].includes(typeof json)) return json;
  if (typeof json === "number" && Number.isFinite(json)) return json;
  const {
    bigint,
    number,
    undefined: isUndefined,
    date,
    text,
    after,
  } = (json ?? {}) as Record<string, unknown>;
  if (typeof bigint === "string" && /^-?\d+$/.test(bigint)) return BigInt(bigint);
  if (["NaN", "Infinity", "-Infinity"].includes(number as string)) return Number(number);
  if (isUndefined === true) return undefined;
  if (typeof date === "string" && !Number.isNaN(Date.parse(date))) return new Date(date);
  if (typeof text === "string" && typeof after === "boolean") return { text, after };
  throw new TypeError(`${name} must be the output of toJSON, got ${kindOf(json)}`);
}

/** A copy of saved data, which may still be text. */
export function parsedJson(saved: unknown): any {
  if (typeof saved !== "string") return copiedJson(saved);
  try {
    return JSON.parse(saved);
  } catch {
    throw new TypeError(`saved text must be JSON, got ${kindOf(saved)}`);
  }
}
