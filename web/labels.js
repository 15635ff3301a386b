import { describe } from "./options.js";
import { flat } from "./values.js";

/**
 * Labels: 0 or 1, or false and true, one a record.
 * @typedef {ArrayLike<number> | ArrayLike<bigint> | ArrayLike<boolean> | Iterable<any>
 *   | { toArray(): any }} Labels
 */

/**
 * The values of either label, each in its own array.
 * @param {any} x values, one a record
 * @param {Labels} y
 * @returns {{ ones: any, zeros: any }}
 */
export function splitByLabel(x, y) {
  const values = flat(x, "x");
  const labels = flat(y, "y");
  if (values.length !== labels.length) {
    throw new RangeError(`y must be as many as x, ${values.length}, got ${labels.length}`);
  }
  let count = 0;
  const isOne = new Uint8Array(labels.length);
  for (let i = 0; i < isOne.length; ++i) count += isOne[i] = labelOf(labels[i]);
  const ones = likeOf(values, count);
  const zeros = likeOf(values, values.length - count);
  for (let i = 0, one = 0, zero = 0; i < isOne.length; ++i) {
    if (isOne[i]) ones[one++] = values[i];
    else zeros[zero++] = values[i];
  }
  return { ones, zeros };
}

/** @param {unknown} label */
function labelOf(label) {
  if (label === 1 || label === true || label === 1n) return 1;
  if (label === 0 || label === false || label === 0n) return 0;
  throw new TypeError(`y must be labels 0 or 1 (or false and true), got ${describe(label)}`);
}

/**
 * A typed array stays one of its kind.
 * @param {any} values
 * @param {number} length
 */
function likeOf(values, length) {
  return new (ArrayBuffer.isView(values) ? /** @type {any} */ (values.constructor) : Array)(length);
}
