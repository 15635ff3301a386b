import { choice, optional, whole } from "../core/fields.js";
import { checkDomain, integers, reals } from "./domains.js";
import { missingOption } from "./missing.js";
import { perUserOption } from "./per-user.js";

/** @template T @typedef {import("../core/fields.js").Optional<T>} Optional */

/**
 * Which values there are.
 * @template T
 * @returns {Optional<import("./domains.js").Domain<T>>}
 */
export const domain = () => ({
  read: (_, value) => {
    checkDomain(value);
    return /** @type {any} */ (value);
  },
  usual: () => /** @type {any} */ (reals()),
  example: integers(0, 99),
  kind: "domain",
});

/** What becomes of values outside the domain. */
export const outside = () =>
  optional(choice(/** @type {const} */ (["clamp", "drop", "throw"])), "clamp");

/**
 * What becomes of missing values; by default they are left out, unless those outside make the call throw.
 * @returns {Optional<"drop" | "throw">}
 */
export const missing = () => ({
  kind: '"drop", "throw"',
  read: (_, value) => missingOption(value),
  usual: ({ outside }) => missingOption(undefined, outside),
});

/**
 * At how many items one user counts at most; Infinity for any number.
 * @returns {import("../core/fields.js").Needed<number>}
 */
export const perUser = () => ({
  read: (_, value) => perUserOption(value),
  example: 1,
  kind: "whole number or Infinity",
});

/**
 * The same, or "spread": each user is divided among the user's rows.
 * @returns {import("../core/fields.js").Needed<number | "spread">}
 */
export const perUserOrSpread = () => ({
  read: (_, value) => (value === "spread" ? value : perUserOption(value)),
  example: 1,
  kind: 'whole number, Infinity or "spread"',
});

/** How many quantiles stand for a column. */
export const points = () => optional(whole(31), 31);

/** What is alike in the declarations of all that read a column: what the core is told of a domain, and what the record says. */
export const aboutColumns = {
  request: (/** @type {any} */ { domain, ...read }) => ({ ...read, domain: domain.core }),
  parameters: (/** @type {any} */ { domain, outside }) => ({ domain: domain.name, outside }),
};
