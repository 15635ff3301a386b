import { attached } from "../data/attached.js";
import { makingOf } from "../data/domains.js";
import { ExactColumn } from "../data/exact-column.js";
import { columnIn } from "../data/values.js";
import { plainError } from "./errors.js";

/**
 * What stands for an object that cannot cross: a domain, which is made again on the other side, a column
 * of decimals or points in time, whose whole numbers do cross, one that lives there already, or data that
 * cannot be read, which fail there when they are: whether they can depends on the data, so it must not
 * show before a ledger was charged.
 * @typedef {{ path: (string | number)[], domain?: import("../data/domains.js").Making,
 *   worth?: import("../data/exact-column.js").Worth, object?: ObjectName, unreadable?: object }} Reference
 * @typedef {{ id: number, part?: import("../ledger/groups.js").PartName }} ObjectName
 */

/** Arrays up to this length may hold domains or columns; longer ones are data. */
const short = 64;

/**
 * Arguments as they can cross to the worker.
 * @param {any[]} args
 * @param {(value: object) => ObjectName | undefined} nameOf of objects that live in the worker
 * @returns {{ args: any[], references: Reference[] }}
 * @throws {TypeError} for functions in place of an argument or option, and for detached buffers
 */
export function packArguments(args, nameOf) {
  /** @type {Reference[]} */
  const references = [];
  /** @type {(path: (string | number)[], error: unknown) => undefined} */
  const unreadable = (path, error) => {
    references.push({ path, unreadable: plainError(error) });
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
  return { args: args.map((value, index) => pack(value, [index])), references };
}

/**
 * Packed arguments that turned out not to be clonable: the same without what is not.
 * @param {{ args: any[], references: Reference[] }} packed
 * @returns {{ args: any[], references: Reference[] }}
 */
export function withoutUnclonable({ args, references }) {
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
      if (typeof value !== "object") throw crossing(error);
      more.push({ path, unreadable: plainError(crossing(error)) });
    }
  };
  return { args: args.map((value, index) => keep(value, [index])), references: more };
}

/**
 * What cannot be cloned is a mistake in the arguments.
 * @param {any} error
 */
export function crossing(error) {
  if (error?.name !== "DataCloneError") return error;
  return new TypeError(`an argument cannot cross to the worker: ${error.message}`, {
    cause: error,
  });
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

/** @param {(string | number)[]} path */
function nameAt(path) {
  return path.length === 1
    ? (["values", "options"][Number(path[0])] ?? "options")
    : `${path.at(-1)}`;
}
