import { describe } from "../core/options.js";

/**
 * The error for an unknown column, in the words of its caller. Which columns there are is public.
 * @param names the names of all columns
 */
export function noColumn(what: string, names: readonly string[], given: unknown) {
  return new TypeError(
    `${what} must be a column of the rows (${names.join(", ")}), got ${describe(given)}`,
  );
}
