import { kindOf } from "../core/options.js";

const kinds = ["string", "number", "bigint", "boolean"];

/**
 * Objects compare by their place in memory, and have no natural order.
 * @param name the column's name in errors
 */
export function checkItem(item: unknown, name = "rows") {
  if (kinds.includes(typeof item)) return;
  const hint =
    name === "rows" && typeof item === "object"
      ? "; counts are rows { item, count }, users rows { user, item }, by these names"
      : "";
  throw new TypeError(
    `${name} must hold items that are text, numbers, BigInts or booleans, got ${kindOf(item)} among them${hint}`,
  );
}
