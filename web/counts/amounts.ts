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

/** The least and the greatest of what is added up: whole numbers, or decimals. */
export const amounts = (): Needed<Domain<number | bigint>> => ({
  kind: "domain of whole numbers or decimals",
  example: integers(0, 99),
  read: (name, value) => {
    checkDomain(value);
    if (["integers", "decimals"].includes(makingOf(value)?.maker ?? "")) return value;
    throw new TypeError(
      `${name} must be of integers() or decimals() for what is added up, got ${describe(value.name)}`,
    );
  },
});

/** What the core is told of groups whose values are added up: the domain as whole numbers of so many parts of one. */
export function amountsRequest(read: GroupRead) {
  const { domain } = read;
  if (domain === undefined) return answeredRequest(read);
  const { maker, of } = makingOf(domain) as Making;
  const parts = maker === "decimals" ? 10 ** (of[2] as number) : 1;
  return { ...answeredRequest(read), of: { ...domain.core, parts } };
}

/** What single rows of a total may be: they are brought into the domain together, not each. */
export function ofSingleRows(domain: Domain<unknown>) {
  const { maker, of } = makingOf(domain) as Making;
  const range = { low: -furthest, high: furthest };
  return domainOf(maker, of, { ...domain, core: wholeNumbers(range.low, range.high), range });
}
