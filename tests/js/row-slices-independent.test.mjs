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

/** A piece of c/2: one of two values by how many rows of a slice have it. One row moves one score by 1. */
function chances(slice, epsilon) {
  const ones = slice.filter(({ value }) => value === 1).length;
  const weights = [slice.length - ones, ones].map((score) => Math.exp(epsilon * score));
  return weights.map((weight) => weight / (weights[0] + weights[1]));
}

const orders = {
  low: ({ key }) => key,
  high: ({ key }) => -key,
  value: ({ value }) => value,
  "high value": ({ value }) => -value,
};

/** The probability of each four answers: A, B by A's answer, then A or B by both, and last A again. */
function lawOf(rows, { first, second }, epsilon = c / 2) {
  const [a, rest] = cut(rows, orders[first]);
  const law = [];
  for (const one of [0, 1]) {
    const [b] = cut(rest, orders[second[one]]);
    for (const two of [0, 1]) {
      const third = one === two ? a : b;
      for (const three of [0, 1]) {
        for (const four of [0, 1]) {
          const chance =
            chances(a, epsilon)[one] *
            chances(b, epsilon)[two] *
            chances(third, epsilon)[three] *
            chances(a, epsilon)[four];
          law.push(chance);
        }
      }
    }
  }
  return law;
}

const names = Object.keys(orders);
const sessions = names.flatMap((first) =>
  names.flatMap((zero) => names.map((one) => ({ first, second: [zero, one] }))),
);

/** The greatest log-ratio over all sessions and pairs of lists one row apart. */
function mostOver(epsilon) {
  let most = 0;
  for (const size of [0, 1, 2, 3]) {
    for (const list of listsOf(size)) {
      for (const row of kinds) {
        for (let place = 0; place <= size; ++place) {
          const more = list.toSpliced(place, 0, row);
          for (const session of sessions) {
            const [one, other] = [list, more].map((rows) => lawOf(rows, session, epsilon));
            one.forEach((chance, i) => {
              most = Math.max(most, Math.abs(Math.log(chance / other[i])));
            });
          }
        }
      }
    }
  }
  return most;
}

test("conversations on slices of up to three rows use 2 c of the 4 c that Theorem 3 states", () => {
  assert.ok(Math.abs(mostOver(c / 2) - 2 * c) < 1e-12);
});

test("control: four pieces that each cost 2.1 times the budget of a slice use more than 4 c", () => {
  assert.ok(mostOver(2.1 * c) > 4 * c);
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
