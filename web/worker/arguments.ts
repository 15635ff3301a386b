import { attached } from "../data/attached.js";
import { makingOf } from "../data/domains.js";
import { ExactColumn } from "../data/exact-column.js";
import { columnIn } from "../data/values.js";
import { kindOfUnclonable } from "./unclonable.js";

/**
 * What stands for an object that cannot cross: a domain, which is made again on the other side, a column
 * of decimals or points in time, whose whole numbers do cross, one that lives there already, or data that
 * cannot be read, which fail there when they are: whether they can depends on the data, so it must not
 * show before a ledger was charged.
 * @typedef {{ path: (string | number)[], domain?: import("../data/domains.js").Making,
 *   worth?: import("../data/exact-column.js").Worth, object?: ObjectName, unreadable?: object }} Reference
 * @typedef {{ id: number, part?: import("../ledger/groups.js").PartName }} ObjectName
 */

/**
 * Arguments on their way, and what was thrown when some were read: the caller catches the same again, if it is still
 * thrown when they are read there.
 * @typedef {{ args: any[], references: Reference[], thrown: unknown[] }} Packed
 */

/** Arrays up to this length may hold domains or columns; longer ones are data. */
const short = 64;

/**
 * Arguments as they can cross to the worker.
 * @param {any[]} args
 * @param {(value: object) => ObjectName | undefined} nameOf of objects that live in the worker
 * @returns {Packed}
 * @throws {TypeError} for functions in place of an argument or option, and for detached buffers
 */
export function packArguments(args, nameOf) {
  /** @type {Reference[]} */
  const references = [];
  /** @type {unknown[]} */
  const thrown = [];
  /** @type {(path: (string | number)[], error: unknown) => undefined} */
  const unreadable = (path, error) => {
    references.push({ path, unreadable: keptHere(error, thrown) });
  };
  /** @type {(value: any, path: (string | number)[]) => any} */
  const pack = (value, path) => {
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
    if (typeof value.toArray === "function" || Symbol.iterator in value) {
      let column;
      try {
        // Read by its type here: the other side sees words only.
        column = columnIn(value, nameAt(path));
      } catch (error) {
        return unreadable(path, error);
      }
      if (column !== value) return pack(column, path);
      if (value.length > short) return value;
      const known = references.length;
      try {
        return value.map((/** @type {any} */ one, /** @type {number} */ index) =>
          pack(one, [...path, index]),
        );
      } catch (error) {
        references.length = known; // of what is inside
        return unreadable(path, error);
      }
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [key, pack(one, [...path, key])]));
  };
  return { args: args.map((value, index) => pack(value, [index])), references, thrown };
}

/**
 * What stands on the other side for something that was thrown here.
 * @param {unknown} error
 * @param {unknown[]} thrown where it is kept
 */
function keptHere(error, thrown) {
  const here = thrown.push(error) - 1;
  const plain = error instanceof Error ? error : new Error();
  return { name: plain.name, message: plain.message, stack: plain.stack, here };
}

/**
 * What the caller is to catch: what was thrown on this side, with what was noted of it on the other.
 * @param {any} error from there
 * @param {unknown[]} thrown
 */
export function thrownHere(error, thrown) {
  const own = thrown[error?.here];
  if (!(own instanceof Error)) return error?.here in thrown ? own : error;
  try {
    own.message = error.message;
  } catch {
    // Read-only: it says more than the note.
  }
  return own;
}

/**
 * Packed arguments that turned out not to be clonable: the same without what is not.
 * @param {Packed} packed
 * @returns {Packed}
 */
export function withoutUnclonable({ args, references, thrown }) {
  const more = [...references];
  /** @type {(value: any, path: (string | number)[]) => any} */
  const keep = (value, path) => {
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
  return { args: args.map((value, index) => keep(value, [index])), references: more, thrown };
}

/**
 * What cannot be cloned is a mistake in the arguments. The platform's error shows it, and it may be what somebody's
 * record holds: only its type is told.
 * @param {any} error
 * @param {any} value of which it was
 * @param {(string | number)[]} path
 */
export function crossing(error, value, path) {
  const kind = error?.name === "DataCloneError" ? kindOfUnclonable(value) : undefined;
  if (kind === undefined) return error;
  const name = nameAt(path);
  return new TypeError(
    typeof value === "object"
      ? `${name} must hold what can cross to the worker, got ${kind} among it`
      : `${name} must be what can cross to the worker, got ${kind}`,
  );
}

/** @param {any} value */
function isHolder(value) {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/**
 * The buffers that typed arrays among packed arguments fill.
 * @param {any} value
 * @returns {Set<ArrayBuffer>}
 */
export function buffersOf(value, found = new Set()) {
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

/**
 * A view of a part of a buffer would take the whole buffer with it.
 * @param {ArrayBufferView} view
 * @param {string} name
 */
function whole(view, name) {
  if (view instanceof DataView) return view;
  const array = /** @type {Uint8Array} */ (attached(view, name));
  const fills = array.byteLength === array.buffer.byteLength;
  return fills ? array : Uint8Array.prototype.slice.call(array);
}

/** @param {object} value */
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * By the option or column: names inside of a list are those of a record.
 * @param {(string | number)[]} path
 */
function nameAt([argument, ...inside]) {
  const first = inside.findIndex((key) => typeof key === "number");
  const names = first < 0 ? inside : inside.slice(0, first);
  return `${names.at(-1) ?? ["values", "options"][Number(argument)] ?? "options"}`;
}
