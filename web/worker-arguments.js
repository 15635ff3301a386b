import { makingOf } from "./domains.js";
import { ExactColumn } from "./exact-column.js";
import { columnIn, flat } from "./values.js";

/**
 * What stands for an object that cannot cross: a domain, which is made again on the other side, a column
 * of decimals or points in time, whose whole numbers do cross, or one that lives there already.
 * @typedef {{ path: (string | number)[], domain?: import("./domains.js").Making,
 *   worth?: import("./exact-column.js").Worth, object?: ObjectName }} Reference
 * @typedef {{ id: number, part?: [group: number, index: number] }} ObjectName
 */

/** Arrays up to this length may hold domains or columns; longer ones are data. */
const short = 64;

/**
 * Arguments as they can cross to the worker.
 * @param {any[]} args
 * @param {(value: object) => ObjectName | undefined} nameOf of objects that live in the worker
 * @returns {{ args: any[], references: Reference[] }}
 * @throws {TypeError} for functions and detached buffers
 */
export function packArguments(args, nameOf) {
  /** @type {Reference[]} */
  const references = [];
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
      // Read by its type here: the other side sees words only.
      const column = columnIn(value, nameAt(path));
      if (column !== value) return pack(column, path);
      return value.length > short
        ? value
        : value.map((/** @type {any} */ one, /** @type {number} */ index) =>
            pack(one, [...path, index]),
          );
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [key, pack(one, [...path, key])]));
  };
  return { args: args.map((value, index) => pack(value, [index])), references };
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
  const array = /** @type {Uint8Array} */ (flat(view, name));
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
