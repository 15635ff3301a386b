/** A value for comparison. Its name is its text form, which identifies it. */
export interface Leaf {
  name: string;
  /** the kind of values that it is ordered among */
  order?: "number" | "date";
  /** the number that orders it */
  size?: number | bigint;
}

/** A value that is compared whole. */
type Atom =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | ((...args: never) => unknown);

/** A value of which lists and objects are the parts. */
export type Plain = Atom | unknown[] | { [key: string]: unknown };

/**
 * A value as lists, objects and leaves, as JSON would represent it. Typed arrays, maps and sets become lists.
 * BigInts, dates, NaN and infinities remain values.
 */
export function plainOf(value: unknown): Plain {
  if (isLeaf(value)) return value;
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Array.from(value as Uint8Array);
  }
  if (value instanceof Map) return Array.from(value, ([key, held]) => ({ key, value: held }));
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const object = value as { [key: string]: unknown };
  return typeof object.toJSON === "function" ? plainOf(object.toJSON()) : object;
}

export function isLeaf(value: unknown): value is Atom {
  return typeof value !== "object" || value === null || value instanceof Date;
}

export function leafOf(value: unknown): Leaf {
  if (typeof value === "number") {
    const name = Object.is(value, -0) ? "-0" : `${value}`;
    return Number.isNaN(value) ? { name } : { name, order: "number", size: value };
  }
  if (typeof value === "bigint") return { name: `${value}n`, order: "number", size: value };
  if (typeof value === "string") return { name: JSON.stringify(value) };
  if (value instanceof Date) {
    const size = value.getTime();
    return Number.isNaN(size)
      ? { name: "an invalid date" }
      : { name: value.toISOString(), order: "date", size };
  }
  return { name: typeof value === "function" ? "a function" : String(value) };
}
