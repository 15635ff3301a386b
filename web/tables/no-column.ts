import { describe } from "../core/options.js";

/**
 * The error for what is no column, in the words of whatever asked for it. Which columns there are is public.
 * @param {string} what
 * @param {readonly string[]} names of those that there are
 * @param {unknown} given
 */
export function noColumn(what, names, given) {
  return new TypeError(
    `${what} must be a column of the rows (${names.join(", ")}), got ${describe(given)}`,
  );
}
