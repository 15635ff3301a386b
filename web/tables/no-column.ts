import { describe } from "../core/options.js";

/**
 * The error for what is no column, in the words of whatever asked for it. Which columns there are is public.
 * @param names of those that there are
 */
export function noColumn(what: string, names: readonly string[], given: unknown) {
  return new TypeError(
    `${what} must be a column of the rows (${names.join(", ")}), got ${describe(given)}`,
  );
}
