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

/** The treatment of values outside the domain. */
export const outside = () => optional(choice(["clamp", "drop", "throw"] as const), "clamp");

/** The treatment of missing values; the default skips them, unless `outside` is "throw". */
export const missing = (): Optional<"drop" | "throw"> => ({
  kind: '"drop", "throw"',
  read: (_, value) => missingOption(value),
  fallback: ({ outside }: { outside?: "clamp" | "drop" | "throw" }) =>
    missingOption(undefined, outside),
});

/** The maximum number of items per user; Infinity for any number. */
export const perUser = (): Needed<number> => ({
  read: (_, value) => perUserOption(value),
  example: 1,
  kind: "whole number or Infinity",
});

/** A bound on items, or "spread": split each user evenly over their rows. */
export const perUserOrSpread = (): Needed<number | "spread"> => ({
  read: (_, value) => (value === "spread" ? value : perUserOption(value)),
  example: 1,
  kind: 'whole number, Infinity or "spread"',
});

/** The number of quantiles that represent a column. */
export const points = () => optional(whole(31), 31);

/** Declaration parts shared by functions that read a column. */
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
