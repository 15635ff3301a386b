import { attached } from "../data/attached.js";
import { type Making, makingOf } from "../data/domains.js";
import { ExactColumn, type Worth } from "../data/exact-column.js";
import { SteppedColumn } from "../data/stepped-column.js";
import { columnIn } from "../data/values.js";
import type { PartName } from "../ledger/groups.js";
import type { AccountFacts } from "./claimed-account.js";
import type { PlainError } from "./errors.js";
import { isLong } from "./pieces.js";
import { kindOfUnclonable } from "./unclonable.js";

/**
 * Placeholder for an argument that cannot cross. The worker makes a domain again, wraps the whole numbers of a
 * column of decimals or points in time, and looks up an object that lives there. A long array has crossed before, in
 * pieces: `long` is its place among them. Unreadable data throw there
 * when they are read: whether they are readable depends on the data, so the error must follow the charge.
 */
export type Reference = {
  path: (string | number)[];
  domain?: Making;
  worth?: Worth;
  object?: ObjectName;
  long?: number;
  unreadable?: PlainError;
};

/** With `account` one that the page's thread charges, and its place among those of the task. */
export type ObjectName = { id: number; part?: PartName; account?: AccountFacts };

/**
 * Arguments on their way, the long arrays among them, the columns that are still to be read, and the errors of reading
 * some: if the other side throws one again, the caller catches the original.
 */
export type Packed = {
  args: unknown[];
  references: Reference[];
  long: unknown[][];
  later: { path: (string | number)[]; column: SteppedColumn }[];
  thrown: unknown[];
};

/** Arrays up to this length may hold domains or columns; longer ones are data. */
const short = 64;

/**
 * Arguments as they can cross to the worker.
 * @param nameOf of objects that live in the worker
 * @throws {TypeError} for functions in place of an argument or option, and for detached buffers
 */
export function packArguments(
  args: unknown[],
  nameOf: (value: object) => ObjectName | undefined,
): Packed {
  const references: Reference[] = [];
  const long: unknown[][] = [];
  const later: Packed["later"] = [];
  const thrown: unknown[] = [];
  const unreadable: (path: (string | number)[], error: unknown) => undefined = (path, error) => {
    references.push({ path, unreadable: keptHere(error, thrown) });
  };
  const pack: (value: unknown, path: (string | number)[]) => unknown = (value, path) => {
    if (typeof value === "function") {
      throw new TypeError(
        `${nameAt(path)} must not be a function: functions do not cross to the worker`,
      );
    }
    if (typeof value !== "object" || value === null) return value;
    const [domain, object] = [makingOf(value), nameOf(value)];
    if (domain !== undefined || object !== undefined) {
      references.push({ path, domain, object });
      return undefined;
    }
    if (ArrayBuffer.isView(value)) return whole(value, nameAt(path));
    if (value instanceof ExactColumn) {
      references.push({ path, worth: value.worth });
      return value.whole;
    }
    if (value instanceof Map || value instanceof Set) return value;
    if (value instanceof SteppedColumn && value.isForLater) {
      later.push({ path, column: value });
      return undefined;
    }
    if (
      typeof (value as { toArray?: unknown }).toArray === "function" ||
      Symbol.iterator in value
    ) {
      let column: ReturnType<typeof columnIn>;
      try {
        // Read by its type here: the other side sees words only.
        column = columnIn(value, nameAt(path));
      } catch (error) {
        return unreadable(path, error);
      }
      if (column !== value) return pack(column, path);
      let own: unknown[] | undefined;
      try {
        own = isLong(value) ? value.slice() : undefined; // the caller's may change
      } catch (error) {
        return unreadable(path, error);
      }
      if (own !== undefined) {
        references.push({ path, long: long.push(own) - 1 });
        return undefined;
      }
      if ((value as unknown[]).length > short) return value;
      const known = references.length;
      try {
        return (value as unknown[]).map((one, index) => pack(one, [...path, index]));
      } catch (error) {
        references.length = known; // references inside of it
        return unreadable(path, error);
      }
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [key, pack(one, [...path, key])]));
  };
  const packed = args.map((value, index) => pack(value, [index]));
  return { args: packed, references, long, later, thrown };
}

/**
 * Placeholder on the other side for an error of this side.
 * @param thrown where it is kept
 */
export function keptHere(error: unknown, thrown: unknown[]) {
  const here = thrown.push(error) - 1;
  const plain = error instanceof Error ? error : new Error();
  return { name: plain.name, message: plain.message, stack: plain.stack, here };
}

/** A thrown value that came back. `here`: its place among the errors of this side. */
export type Returned = (Error & { here?: number }) | null | undefined;

/**
 * The error for the caller: the original of this side, with the note of the other side.
 * @param error from there
 */
export function thrownHere(error: Returned, thrown: unknown[]) {
  const own = thrown[error?.here as number];
  if (!(own instanceof Error)) return (error?.here as number) in thrown ? own : error;
  try {
    own.message = (error as Error).message;
  } catch {
    // Read-only: it says more than the note.
  }
  return own;
}

/** Packed arguments without the parts that cannot be cloned. */
export function withoutUnclonable({ args, references, thrown, ...rest }: Packed): Packed {
  const more = [...references];
  const keep: (value: unknown, path: (string | number)[]) => unknown = (value, path) => {
    if (typeof value === "object" && value !== null && isPlain(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([key, one]) => [key, keep(one, [...path, key])]));
    }
    if (Array.isArray(value) && value.length <= short && value.some(isHolder)) {
      return value.map((one, index) => keep(one, [...path, index]));
    }
    try {
      if (!ArrayBuffer.isView(value)) structuredClone(value);
      return value;
    } catch (error) {
      const told = crossing(error, value, path);
      if (typeof value !== "object") throw told;
      more.push({ path, unreadable: keptHere(told, thrown) });
    }
  };
  const kept = args.map((value, index) => keep(value, [index]));
  return { args: kept, references: more, thrown, ...rest };
}

/**
 * A value that cannot be cloned is a mistake in the arguments. The error of the platform shows the value, which
 * may come from a record. So this error names only its type.
 * @param value of which it was
 */
export function crossing(error: unknown, value: unknown, path: (string | number)[]) {
  const kind =
    (error as Error | undefined)?.name === "DataCloneError" ? kindOfUnclonable(value) : undefined;
  if (kind === undefined) return error;
  const name = nameAt(path);
  return new TypeError(
    typeof value === "object"
      ? `${name} must hold what can cross to the worker, got ${kind} among it`
      : `${name} must be what can cross to the worker, got ${kind}`,
  );
}

/** Puts an error in the place of a long array with a value that cannot be cloned. */
export function refuseLong(packed: Packed, place: number, values: unknown[], error: unknown) {
  const reference = packed.references.find(({ long }) => long === place) as Reference;
  reference.long = undefined;
  reference.unreadable = keptHere(crossing(error, values, reference.path), packed.thrown);
}

function isHolder(value: unknown) {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** The buffers that typed arrays among packed arguments fill. */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    const fills = value.byteLength === value.buffer.byteLength;
    if (fills && value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value)) {
    if (value.length <= short) for (const one of value) buffersOf(one, found);
  } else if (typeof value === "object" && value !== null && isPlain(value)) {
    for (const one of Object.values(value)) buffersOf(one, found);
  }
  return found;
}

/** A view of a part of a buffer would take the whole buffer with it. */
function whole(view: ArrayBufferView, name: string) {
  if (view instanceof DataView) return view;
  const array = attached(view, name) as Uint8Array;
  const fills = array.byteLength === array.buffer.byteLength;
  return fills ? array : Uint8Array.prototype.slice.call(array);
}

function isPlain(value: object) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** By the option or column: names inside of a list are names of a record. */
export function nameAt([argument, ...inside]: (string | number)[]) {
  const first = inside.findIndex((key) => typeof key === "number");
  const names = first < 0 ? inside : inside.slice(0, first);
  return `${names.at(-1) ?? ["values", "options"][Number(argument)] ?? "options"}`;
}
