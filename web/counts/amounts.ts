import { describe } from "../core/options.js";
import { checkDomain, domainOf, integers, makingOf, wholeNumbers } from "../data/domains.js";
import { answeredRequest } from "./by-group.js";

/** Rows are added up within +-2^62, wherever the domain ends. */
const furthest = 2n ** 62n;

/**
 * The least and the greatest of what is added up: whole numbers, or decimals.
 * @returns {import("../core/fields.js").Needed<import("../data/domains.js").Domain<number | bigint>>}
 */
export const amounts = () => ({
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

/**
 * What the core is told of groups whose values are added up: the domain as whole numbers of so many parts of one.
 * @param {any} read
 */
export function amountsRequest(read) {
  const { domain } = read;
  if (domain === undefined) return answeredRequest(read);
  const { maker, of } = /** @type {import("../data/domains.js").Making} */ (makingOf(domain));
  const parts = maker === "decimals" ? 10 ** of[2] : 1;
  return { ...answeredRequest(read), of: { ...domain.core, parts } };
}

/**
 * What single rows of a total may be: they are brought into the domain together, not each.
 * @param {import("../data/domains.js").Domain<any>} domain
 */
export function ofSingleRows(domain) {
  const { maker, of } = /** @type {import("../data/domains.js").Making} */ (makingOf(domain));
  const range = { low: -furthest, high: furthest };
  return domainOf(maker, of, { ...domain, core: wholeNumbers(range.low, range.high), range });
}
