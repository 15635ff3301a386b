// Values that are hard to read, and neighbouring inputs made of them.

export const missing = [null, undefined, Number.NaN, new Date("no")];
export const oddNumbers = [-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -7, 99];
export const oddTexts = ["", "\0", "a\0b", "\ud800", "\udc00\ud800", "__proto__", "NaN"];

/**
 * Pairs of lists with and without one record, put at the start, in the middle or at the end. The list without
 * it also appears reversed, since records are unordered.
 */
export function withAndWithout(lists, ones) {
  return lists.flatMap((list) =>
    ones.flatMap((one) => [
      ...[...new Set([0, list.length >> 1, list.length])].map((place) => [
        list,
        list.toSpliced(place, 0, one),
      ]),
      [list.toReversed(), [...list, one]],
    ]),
  );
}

/** Lists in which one record has one value or another. */
export function changed(lists, ones) {
  return lists.flatMap((list) =>
    ones.slice(1).map((one, i) => [
      [...list, ones[i]],
      [...list, one],
    ]),
  );
}

/** Neighbouring lists as makers of data in one form; equal lists share their maker. */
export function inForm(pairs, form = (list) => list) {
  const makers = new Map();
  const makerOf = (list) => {
    const found = [...makers].find(([known]) => same(known, list));
    if (found) return found[1];
    const make = () => form(list);
    makers.set(list, make);
    return make;
  };
  return pairs.map((pair) => pair.map(makerOf));
}

const same = (a, b) => a.length === b.length && a.every((one, i) => Object.is(one, b[i]));
