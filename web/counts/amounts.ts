import type { Needed } from "../core/fields.js";
import { describe } from "../core/options.js";
import {
  checkDomain,
  type Domain,
  domainOf,
  integers,
  type Making,
  makingOf,
  wholeNumbers,
} from "../data/domains.js";
import { answeredRequest, type GroupRead } from "./by-group.js";

/** Rows are added up within +-2^62, wherever the domain ends. */
const furthest = 2n ** 62n;

/** The minimum and maximum of the values to add: whole numbers, or decimals. */
export const amounts = (): Needed<Domain<number | bigint>> => ({
  kind: "domain of whole numbers or decimals",
  example: integers(0, 99),
  read: (name, value) => {
    checkDomain(value);
    if (["integers", "decimals"].includes(makingOf(value)?.maker ?? "")) return value;
    throw new TypeError(
      `${name} must be of integers() or decimals() for values to add, got ${describe(value.name)}`,
    );
  },
});

/** The core's parameters for sums by group: the domain as whole numbers, in units of the domain's resolution. */
export function amountsRequest(read: GroupRead) {
  const { domain } = read;
  if (domain === undefined) return answeredRequest(read);
  const { maker, of } = makingOf(domain) as Making;
  const parts = maker === "decimals" ? 10 ** (of[2] as number) : 1;
  return { ...answeredRequest(read), of: { ...domain.core, parts } };
}

/** The range of single rows of a total: clamping applies to the total, not to each row. */
export function ofSingleRows(domain: Domain<unknown>) {
  const { maker, of } = makingOf(domain) as Making;
  const range = { low: -furthest, high: furthest };
  return domainOf(maker, of, { ...domain, core: wholeNumbers(range.low, range.high), range });
}
