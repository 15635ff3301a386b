/**
 * The order of items that breaks ties between equal counts. It depends on the two items only, never on their
 * positions: the proof of limited-domain top-k needs that (docs/guarantees/top-k.md). Kinds first, then numbers
 * by value, NaN last, text by its UTF-8 bytes. Lists, which name groups of several columns, go by their first
 * items that differ.
 * @param b another item: the two are never the same
 * @returns negative if a comes first
 */
export function compareItems(a: unknown, b: unknown): number {
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  if (typeof a === "string") return compareText(a, b as string);
  if (Array.isArray(a)) return compareLists(a, b as unknown[]);
  if (Number.isNaN(a)) return 1;
  return (a as number) < (b as number) || Number.isNaN(b) ? -1 : 1;
}

/**
 * Compares many items with one.
 * @returns whether another item comes later
 */
export function isBehind(one: unknown): (item: unknown) => boolean {
  const slowly = (item: unknown) => compareItems(item, one) > 0;
  if (typeof one !== "string" || /[\ud800-\uffff]/.test(one)) return slowly;
  // JavaScript's own order of text differs only where both units that are not the same are surrogates or above.
  return (item) => (typeof item === "string" ? item > one : slowly(item));
}

function compareLists(a: unknown[], b: unknown[]) {
  const place = a.findIndex((item, i) => i >= b.length || !isSame(item, b[i]));
  if (place === -1) return -1;
  return place >= b.length ? 1 : compareItems(a[place], b[place]);
}

/** Compares items as the keys of a Map. */
function isSame(a: unknown, b: unknown) {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function compareText(a: string, b: string) {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; ++i) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return utf8Rank(left) - utf8Rank(right);
  }
  return a.length - b.length;
}

/**
 * Surrogates encode the code points above all others, although their own numbers are lower.
 * @param unit of UTF-16
 */
function utf8Rank(unit: number) {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
