// The measurements of docs/guarantees/slices-over-rows.md that take nothing of the library: cuts and pieces are written
// here once more, and laws of whole conversations are computed. Nothing is drawn.
import assert from "node:assert/strict";
import test from "node:test";

const c = 1;
const kinds = [0, 1].flatMap((key) => [0, 1].map((value) => ({ key, value })));

/** All lists of a number of rows. */
const listsOf = (size, of = kinds) =>
  size === 0
    ? [[]]
    : listsOf(size - 1, of).flatMap((list) => of.map((row) => [...list, { ...row }]));

/** The first rows of an order, ties in the order of the list, and what remains. Rows without a key remain. */
function cut(rows, keyOf, length = 1) {
  const taken = rows
    .filter((row) => keyOf(row) !== null)
    .sort((a, b) => keyOf(a) - keyOf(b))
    .slice(0, length);
  return [taken, rows.filter((row) => !taken.includes(row))];
}

/** An exponential choice between two values by how many rows of a slice have each. One row moves one score by 1. */
function choice(slice, epsilon) {
  const ones = slice.filter(({ value }) => value === 1).length;
  const weights = [slice.length - ones, ones].map((score) => Math.exp(epsilon * score));
  return weights.map((weight) => weight / (weights[0] + weights[1]));
}

/** A sum of values, each -1 or 1, with discrete Laplace noise: below 0, 0 or above. One row moves it by 1. */
function noisySum(slice, epsilon) {
  const sum = slice.reduce((total, { value }) => total + (value === 1 ? 1 : -1), 0);
  const q = Math.exp(-epsilon);
  /** The probability of noise of at least `least`. */
  const tail = (least) => (least > 0 ? q ** least / (1 + q) : 1 - q ** (1 - least) / (1 + q));
  const [below, above] = [tail(1 + sum), tail(1 - sum)];
  return [below, 1 - below - above, above];
}

const orders = {
  low: ({ key }) => key,
  high: ({ key }) => -key,
  value: ({ value }) => value,
  "high value": ({ value }) => -value,
};

/**
 * The probability of each four answers: A, B by A's answer, then A or B by both answers, and last the other one. So each
 * slice is asked twice.
 */
function lawOf(rows, { first, second }, piece) {
  const [a, rest] = cut(rows, orders[first]);
  const ofA = piece(a);
  const last = ofA.length - 1;
  return ofA.flatMap((chanceOfOne, one) => {
    const [b] = cut(rest, orders[second[one === last ? 1 : 0]]);
    const ofB = piece(b);
    return ofB.flatMap((chanceOfTwo, two) => {
      const [third, fourth] = one === two ? [ofA, ofB] : [ofB, ofA];
      return third.flatMap((three) =>
        fourth.map((four) => chanceOfOne * chanceOfTwo * three * four),
      );
    });
  });
}

const names = Object.keys(orders);
const sessions = names.flatMap((first) =>
  names.flatMap((low) => names.map((high) => ({ first, second: [low, high] }))),
);

/** The greatest log-ratio over all sessions and pairs of lists one row apart, for pieces of `epsilon`. */
function mostOver(piece, epsilon) {
  const priced = (slice) => piece(slice, epsilon);
  let most = 0;
  for (const session of sessions) {
    const laws = new Map();
    const lawOfRows = (rows) => {
      const name = rows.map(({ key, value }) => 2 * key + value).join("");
      if (!laws.has(name)) laws.set(name, lawOf(rows, session, priced));
      return laws.get(name);
    };
    for (const list of [0, 1, 2, 3].flatMap((size) => listsOf(size))) {
      const less = lawOfRows(list);
      for (const row of kinds) {
        for (let place = 0; place <= list.length; ++place) {
          const more = lawOfRows(list.toSpliced(place, 0, row));
          less.forEach((chance, i) => {
            most = Math.max(most, Math.abs(Math.log(chance / more[i])));
          });
        }
      }
    }
  }
  return most;
}

/** The greatest log-ratio of a piece over pairs of slices of up to two rows, one row apart. */
function priceOf(piece, epsilon) {
  const ratios = [0, 1].flatMap((size) =>
    listsOf(size).flatMap((slice) =>
      kinds.flatMap((row) => {
        const more = piece([...slice, row], epsilon);
        return piece(slice, epsilon).map((chance, i) => Math.abs(Math.log(chance / more[i])));
      }),
    ),
  );
  return Math.max(...ratios);
}

const near = (one, other) => Math.abs(one - other) < 1e-12;

test("two pieces of each slice stay within its budget c", () => {
  for (const piece of [choice, noisySum]) assert.ok(2 * priceOf(piece, c / 2) <= c + 1e-12);
  assert.ok(near(2 * priceOf(noisySum, c / 2), c));
});

test("sessions on slices of up to three rows use 2 c by choices, by sums all of the 4 c that Theorem 3 states", () => {
  assert.ok(near(mostOver(choice, c / 2), 2 * c));
  assert.ok(near(mostOver(noisySum, c / 2), 4 * c));
});

test("control: sums of 0.51 c each, beyond the budget of a slice, use more than 4 c", () => {
  assert.ok(mostOver(noisySum, 0.51 * c) > 4 * c + 0.07);
});

/** Whether two lists are equal; or one is the other without a row. */
const isSame = (one, other) =>
  one.length === other.length && one.every((row, i) => row === other[i]);
const isWithout = (less, more, row) =>
  isSame(
    less,
    more.filter((one) => one !== row),
  );

/** Lemma 1: (i) equal slices, or (ii) N and N + 1, and (iii) N and N of lists one row apart. */
function isOfLemma1(list, more, row, length, cutOf) {
  const [[slice, rest], [slice2, rest2]] = [list, more].map((rows) => cutOf(rows, length));
  if (!slice2.includes(row)) return isSame(slice, slice2) && isWithout(rest, rest2, row);
  const [longer, less] = cutOf(more, length + 1);
  if (!isWithout(slice, longer, row) || !isSame(rest, less)) return false;
  const out = slice.find((one) => !slice2.includes(one));
  if (out === undefined) return isWithout(slice, slice2, row) && isSame(rest, rest2);
  const others = (rows) => rows.filter((one) => one !== row && one !== out);
  return isSame(others(slice), others(slice2)) && isWithout(rest, rest2, out);
}

/** Whether the lemma holds for every list of up to six rows, every row put in anywhere and every length. */
function holds(cutOf) {
  const keys = [0, 1, null].map((key) => ({ key }));
  return [0, 1, 2, 3, 4, 5, 6].every((size) =>
    listsOf(size, keys).every((list) =>
      keys.every((kind) =>
        Array.from({ length: size + 1 }, (_, place) => place).every((place) => {
          const row = { ...kind };
          const more = list.toSpliced(place, 0, row);
          return Array.from({ length: size + 2 }, (_, length) => length).every((length) =>
            isOfLemma1(list, more, row, length, cutOf),
          );
        }),
      ),
    ),
  );
}

test("Lemma 1 holds for every list of up to six rows, every row put in anywhere and every length", () => {
  assert.ok(holds((rows, length) => cut(rows, ({ key }) => key, length)));
});

test("control: Lemma 1 fails for an order that looks at the number of rows", () => {
  const sign = (rows) => (rows.length % 2 === 0 ? 1 : -1);
  const turned = (rows, length) =>
    cut(rows, ({ key }) => (key === null ? null : sign(rows) * key), length);
  assert.ok(!holds(turned));
});
