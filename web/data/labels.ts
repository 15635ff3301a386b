import { kindOf } from "../core/options.js";

/**
 * Labels: 0 or 1, or false and true, one a record. A missing label (null, undefined, NaN) removes its record.
 */
export type Labels =
  | ArrayLike<number>
  | ArrayLike<bigint>
  | ArrayLike<boolean>
  | Iterable<unknown>
  | { toArray(): unknown };

export function labelOf(label: unknown): 0 | 1 {
  if (label === 1 || label === true || label === 1n) return 1;
  if (label === 0 || label === false || label === 0n) return 0;
  throw new TypeError(`y must be labels 0 or 1 (or false and true), got ${kindOf(label)}`);
}
