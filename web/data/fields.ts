import { choice, type Needed, type Optional, optional, whole } from "../core/fields.js";
import { checkDomain, type Domain, integers, reals } from "./domains.js";
import { missingOption } from "./missing.js";
import { perUserOption } from "./per-user.js";

/** Which values there are. */
export const domain = <T>(): Optional<Domain<T>> => ({
  read: (_, value) => {
    checkDomain(value);
    return value as Domain<unknown> as Domain<T>;
  },
  fallback: () => reals() as Domain<unknown> as Domain<T>,
  example: integers(0, 99),
  kind: "domain",
});

/** What becomes of values outside the domain. */
export const outside = () => optional(choice(["clamp", "drop", "throw"] as const), "clamp");

/** What becomes of missing values; by default they are left out, unless those outside make the call throw. */
export const missing = (): Optional<"drop" | "throw"> => ({
  kind: '"drop", "throw"',
  read: (_, value) => missingOption(value),
  fallback: ({ outside }: { outside?: "clamp" | "drop" | "throw" }) =>
    missingOption(undefined, outside),
});

/** At how many items one user counts at most; Infinity for any number. */
export const perUser = (): Needed<number> => ({
  read: (_, value) => perUserOption(value),
  example: 1,
  kind: "whole number or Infinity",
});

/** The same, or "spread": each user is divided among the user's rows. */
export const perUserOrSpread = (): Needed<number | "spread"> => ({
  read: (_, value) => (value === "spread" ? value : perUserOption(value)),
  example: 1,
  kind: 'whole number, Infinity or "spread"',
});

/** How many quantiles stand for a column. */
export const points = () => optional(whole(31), 31);

/** What is alike in the declarations of all that read a column: what the core is told of a domain, and what the record says. */
export const aboutColumns = {
  request: <R extends { domain: Domain<unknown> }>({ domain, ...read }: R) => ({
    ...read,
    domain: domain.core,
  }),
  parameters: ({ domain, outside }: { domain: Domain<unknown>; outside: unknown }) => ({
    domain: domain.name,
    outside,
  }),
};
