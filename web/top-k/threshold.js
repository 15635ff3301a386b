import { describe, wholeOption } from "../core/options.js";
import { compareItems } from "../data/item-order.js";
import { percent, rounded } from "../ledger/record.js";

// The most frequent items by discovery: every item that occurs gets noise, and of those above a threshold the first k by
// their noisy counts are told. To sort and to cut is post-processing, so it is as private as discovery.

const mostItems = 1_000_000;

/** @param {{ variant: string }} read */
export const isAbove = ({ variant }) => variant === "threshold";

/**
 * What the core is asked.
 * @param {any} read
 * @param {{ perUser?: number, protects?: "records" | "users" }} [context]
 */
export function aboveRequest(read, { perUser = read.perUser, protects = "users" } = {}) {
  const { epsilon, delta, neighbors, confidence, noise, kBar } = read;
  wholeOption("k", read.k, 1, mostItems);
  if (perUser === Number.POSITIVE_INFINITY) {
    throw new RangeError(
      `perUser must be a whole number for variant: "threshold", got ${describe(perUser)}`,
    );
  }
  if (kBar !== undefined) {
    throw new TypeError(`kBar belongs to other variants than "threshold", got ${describe(kBar)}`);
  }
  const law = noise === "auto" ? undefined : noise;
  return { epsilon, delta, neighbors, confidence, perUser, protects, noise: law };
}

/**
 * For the record, beside what the core says.
 * @param {{ k: number }} read
 */
export const aboutAbove = ({ k }) => ({ variant: "threshold", k, reason: "asked for" });

/**
 * The k items with the highest noisy counts, equal ones in an order of the items.
 * @param {{ named: number[], values: number[] }} drawn
 * @param {any[]} items
 * @param {{ k: number, counts: boolean }} read
 */
export function itemsAbove({ named, values }, items, { k, counts }) {
  const found = Array.from(named, (number, place) => ({
    item: items[number],
    count: values[place],
  }));
  found.sort((a, b) => b.count - a.count || compareItems(a.item, b.item));
  return {
    items: found.slice(0, k).map(({ item, count }) => (counts ? { item, count } : { item })),
    complete: found.length >= k,
  };
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ k: number }} read
 */
export function aboveStatement({ accuracy, conditions, parameters, protects }, { k }) {
  const sure = percent(accuracy.confidence);
  const { perUser } = parameters;
  const places = perUser === 1 ? "one item" : `${rounded(perUser)} items`;
  const counted =
    protects === "records" ? "" : `, where each user counts once at each of at most ${places}`;
  return `For any one item, with ${sure} confidence: if it is returned, its noisy count is within ${rounded(accuracy.error)} ${protects} of the true one${counted}. An item of ${rounded(conditions.namedFrom)} ${protects} passes the threshold with ${sure} confidence; of the items that pass, the ${rounded(k)} with the highest noisy counts are returned.`;
}
