import { checkOptions, choiceOption, kindOf, wholeOption } from "../core/options.js";
import { copiedJson } from "../core/read-once.js";
import { attached } from "../data/attached.js";
import { topRows } from "../data/histogram.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";

/**
 * The release of `sanitizePoints`: noisy counts of the released items; all others count as 0. Plain data,
 * independent of records and core.
 */
export class SanitizedPoints<Item = unknown> {
  #counts: Map<Item, number> = new Map();

  /** @param rows whole numbers, cut off at 0 */
  constructor(rows: Map<Item, number> | { item: Item; count: number }[]) {
    // The order of items must not depend on the order of the records.
    const { items, counts } = topRows(rows, Infinity, "throw");
    for (let i = 0; i < items.length; ++i) this.#counts.set(items[i] as Item, counts[i]!);
  }

  /** The released items, the most frequent first. */
  get items() {
    return [...this.#counts].map(([item, count]) => ({ item, count }));
  }

  /**
   * The noisy count of an item, 0 for an item that was withheld.
   * @param item text, a number, a BigInt or a boolean
   */
  count(item: Item): number {
    return this.#counts.get(item) ?? 0;
  }

  /**
   * The noisy number of records with one of several items (the class k-POINT): the sum, so the errors add up
   * too.
   * @param items each counted once
   */
  countOf(items: Iterable<Item>) {
    if (typeof items !== "object" || typeof items?.[Symbol.iterator] !== "function") {
      throw new TypeError(`items must be an iterable of items, got ${kindOf(items)}`);
    }
    let sum = 0;
    for (const item of new Set<Item>(attached(items, "items"))) sum += this.count(item);
    return sum;
  }

  /**
   * Synthetic records, without randomness: each named item's share of them is its share of `records`, off by less
   * than 1 / size. The rest is filled with `others` in turn, or with null. If the counts sum to more than
   * `records`, they are taken as shares of their sum.
   * @param size the number of synthetic records, 0 to 10,000,000
   * @param options `records`: the number of records, public or a noisy count; `others`: stand-ins for withheld items
   */
  sample<Other = null>(
    size: number,
    options: { records: number; others?: Iterable<Other> },
  ): (Item | Other)[] {
    const length = wholeOption("size", size, 0, 1e7);
    checkOptions("sample", options, ["records", "others"]);
    const { records: given, others = [] } = options;
    const records = wholeOption("records", given, 1, 2 ** 50);
    if (typeof others !== "object" || typeof others?.[Symbol.iterator] !== "function") {
      throw new TypeError(`others must be an iterable of items, got ${kindOf(others)}`);
    }
    const listed = [...(attached(others, "others") as Iterable<Other>)];
    const fillings = listed.length === 0 ? [null as Other] : listed;
    const named = this.items;
    const counted = named.reduce((sum, { count }) => sum + count, 0);
    const shares = largestRemainders(
      [...named.map(({ count }) => count), Math.max(0, records - counted)],
      length,
    );
    const rest = shares.pop()!;
    return [
      ...named.flatMap(({ item }, i) => Array<Item>(shares[i]!).fill(item)),
      ...Array.from({ length: rest }, (_, i) => fillings[i % fillings.length]!),
    ];
  }

  /** Plain JSON, for `SanitizedPoints.fromJSON`. */
  toJSON() {
    const items = this.items.map(({ item, count }) => ({ item: encodedValue(item), count }));
    return { type: "points", items };
  }

  /**
   * Parses a saved or published release.
   * @param saved the result of `toJSON`, or `JSON.parse` of its text
   * @throws {RangeError | TypeError} if it is something else
   */
  static fromJSON(saved: unknown): SanitizedPoints {
    const json = copiedJson(saved);
    checkOptions("SanitizedPoints.fromJSON", json, ["type", "items"]);
    choiceOption("type", json.type, ["points"]);
    if (!Array.isArray(json.items)) throw new TypeError("items must be an array");
    return new SanitizedPoints(
      new Map(
        Array.from(json.items as { item: unknown; count: number }[], (row): [unknown, number] => [
          decodedValue(row?.item, "item"),
          row?.count,
        ]),
      ),
    );
  }
}

/** Whole numbers in proportion to weights that sum to `total`: each is its part rounded down, or up if that is cut most. */
function largestRemainders(weights: number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => (BigInt(weight) * BigInt(total)) / BigInt(sum));
  const cut = weights.map((weight) => (BigInt(weight) * BigInt(total)) % BigInt(sum));
  const order = weights.map((_, i) => i).sort((a, b) => Number(cut[b]! - cut[a]!) || a - b);
  const whole = parts.map(Number);
  const left = total - whole.reduce((all, part) => all + part, 0);
  for (const place of order.slice(0, left)) whole[place]! += 1;
  return whole;
}
