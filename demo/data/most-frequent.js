// The head of a ranking, chosen as the library chooses it: by count, and ties by the item alone.
import { compareItems, firstItems } from "../../dist/item-order.js";

/**
 * @param {{ codes: Int32Array, labels: string[] }} column
 * @param {number} limit
 * @returns {{ item: string, count: number }[]}
 */
export function mostFrequent({ codes, labels }, limit) {
  const counts = new Float64Array(labels.length);
  for (const code of codes) if (code >= 0) ++counts[code];
  const border = counts.length > limit ? counts.slice().sort()[counts.length - limit] : 0;
  const above = [];
  const tied = [];
  labels.forEach((item, code) => {
    if (counts[code] > border) above.push({ item, count: counts[code] });
    else if (counts[code] === border) tied.push(item);
  });
  above.sort((a, b) => b.count - a.count || compareItems(a.item, b.item));
  const last = firstItems(tied, limit - above.length);
  return [...above, ...last.map((item) => ({ item, count: border }))];
}
