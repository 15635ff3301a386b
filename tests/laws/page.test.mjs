// The page draws the laws that the library samples.
import assert from "node:assert/strict";
import test from "node:test";
import { decimals, learnThreshold, load, median, quantile } from "../../build/enumerating/index.js";
import { everyNumber, pointsOf } from "../../build/programs/demo/data/domain-points.js";
import { splitByLabel, thresholdLaw } from "../../build/programs/demo/data/labelled.js";
import { lawOfRank, rankLaw } from "../../build/programs/demo/data/rank-law.js";
import { distinctValues } from "../../build/programs/demo/data/sorted-column.js";
import { enumerate } from "./enumerate.mjs";

await load();

const numbers = Float64Array.from([2, 2, 3, 5, 5, 5, 6, 9, 11, 30]);
const range = { type: "range", low: 0, high: 20, digits: 0 };
const keys = Array.from({ length: 21 }, (_, key) => key);
/** Bins of one value. */
const edges = Float64Array.from({ length: 22 }, (_, i) => i - 0.5);

function lawOf(q, epsilon, none) {
  const distinct = distinctValues(numbers, pointsOf(range));
  return rankLaw(numbers, distinct, { q, epsilon, domain: range, none, edges });
}

/** The law by its definition, value by value. */
function byDefinition(exponent) {
  const weights = keys.map((key) => Math.exp(exponent(key)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

const inside = Array.from(numbers, (number) => Math.min(number, 20));
const below = (key) => inside.filter((number) => number < key).length;
const upTo = (key) => inside.filter((number) => number <= key).length;

function chanceOf(law, key) {
  const bin = law.edges.findIndex((edge, i) => edge < key && key < law.edges[i + 1]);
  return bin < 0 ? 0 : law.bins[bin];
}

function assertSame(law, expected) {
  for (const key of keys) {
    assert.ok(Math.abs(chanceOf(law, key) - expected[key]) < 1e-12, `value ${key}`);
  }
}

test("the median's law equals its definition", () => {
  const expected = byDefinition((key) => 0.4 * Math.min(upTo(key), inside.length - below(key)));
  assertSame(lawOf(0.5, 0.4), expected);
});

test("a law with abstention equals its definition", () => {
  const law = lawOf(0.5, 0.4, { drawEpsilon: 0.4, noneScore: 12 });
  const weights = keys.map((key) =>
    Math.exp(0.4 * Math.min(upTo(key), inside.length - below(key))),
  );
  const answers = weights.reduce((sum, weight) => sum + weight, 0);
  assert.ok(Math.abs(law.none - Math.exp(0.4 * 12) / (Math.exp(0.4 * 12) + answers)) < 1e-12);
  assertSame(
    law,
    weights.map((weight) => weight / answers),
  );
  assert.equal(lawOf(0.5, 0.4).none, 0);
});

test("a quantile's law equals its definition", () => {
  const rank = 0.9 * inside.length;
  const error = (key) => Math.max(0, below(key) - rank, rank - upTo(key));
  assertSame(
    lawOf(0.9, 0.7),
    byDefinition((key) => (-0.7 * error(key)) / (2 * 0.9)),
  );
});

test("a threshold's law equals its definition", () => {
  const y = Uint8Array.from([0, 0, 1, 0, 0, 1, 1, 1, 1, 1]);
  const asked = { epsilon: 0.5, ones: "above", domain: range, edges };
  const law = thresholdLaw(splitByLabel({ x: numbers, y }), asked);
  const errors = (key) => inside.filter((x, i) => (x > key ? 1 : 0) !== y[i]).length;
  const none = Math.exp(-0.5 * 4); // every value above the threshold: four labels 0 are wrong
  const weights = keys.map((key) => Math.exp(-0.5 * errors(key)));
  const total = none + weights.reduce((sum, weight) => sum + weight, 0);
  // The rule without a threshold is at the low end of the picture, with the gap before the records.
  for (const key of keys.slice(2)) {
    assert.ok(Math.abs(chanceOf(law, key) - weights[key] / total) < 1e-12, `value ${key}`);
  }
  assert.equal(law.leastErrors, Math.min(4, ...keys.map(errors)));
});

/** The permitted difference of two laws at a value: cut tails and rounding. */
const rounding = 1e-10;

/** The probability of each answer of the library, through every outcome of its draws; an abstention is null. */
async function lawOfLibrary(answer) {
  const { mass, outputs } = await enumerate(answer);
  return new Map([...outputs].map(([key, output]) => [output, mass.get(key)]));
}

function assertDrawn(law, expected, drawn = keys) {
  for (const key of drawn) {
    const chance = law.get(key) ?? 0;
    assert.ok(Math.abs(chance - expected(key)) < rounding, `value ${key}: ${chance}`);
  }
}

const domain = decimals(0, 20, 0);

test("the library draws by the laws on the page", async () => {
  const medianLaw = lawOf(0.5, 0.4);
  const drawn = await lawOfLibrary(
    () => median(numbers, { epsilon: 0.4, domain, abstain: false }).value,
  );
  assertDrawn(drawn, (key) => chanceOf(medianLaw, key));
  const high = lawOf(0.9, 0.7);
  assertDrawn(
    await lawOfLibrary(
      () => quantile(numbers, 0.9, { epsilon: 0.7, domain, abstain: false }).value,
    ),
    (key) => chanceOf(high, key),
  );
  assert.throws(() => assertDrawn(drawn, (key) => chanceOf(high, key)));
});

test("the library abstains as often as the law on the page states", async () => {
  for (const [q, epsilon] of [
    [0.5, 0.4],
    [0.9, 10],
  ]) {
    const draw = () => quantile(numbers, q, { epsilon, domain, abstain: true });
    const drawn = await lawOfLibrary(() => draw().value);
    const law = lawOf(q, epsilon, draw().record.parameters);
    assert.ok(law.none > 0.05 && law.none < 0.95, `${law.none}`);
    assert.ok(Math.abs(drawn.get(null) - law.none) < rounding, `${drawn.get(null)}`);
    assertDrawn(drawn, (key) => (1 - law.none) * chanceOf(law, key));
  }
});

test("the library draws thresholds by the law on the page", async () => {
  const y = Uint8Array.from([0, 0, 1, 0, 0, 1, 1, 1, 1, 1]);
  const law = thresholdLaw(splitByLabel({ x: numbers, y }), {
    epsilon: 0.5,
    ones: "above",
    domain: range,
    edges,
  });
  const options = { x: numbers, y, ones: "above", epsilon: 0.5, domain };
  // A threshold above all values is at the high end of the picture, and constant for the library.
  const drawn = await lawOfLibrary(() => {
    const { threshold, constant } = learnThreshold(options).value;
    return constant === 0 ? 20 : threshold;
  });
  assertDrawn(drawn, (key) => chanceOf(law, key), keys.slice(2));
});

test("without bounds, points are counted like all doubles", () => {
  const { between } = everyNumber;
  assert.equal(between(1, 2), 2 ** 52 - 1);
  assert.equal(between(0, Number.MIN_VALUE), 0);
  assert.equal(between(-Number.MIN_VALUE, Number.MIN_VALUE), 1);
  assert.equal(between(-2, -1), 2 ** 52 - 1);
  assert.equal(between(-0, 0), 0);
  assert.equal(between(-1, 1), 2 * 1023 * 2 ** 52 - 1);
});

test("the interval on the page has 95 of 100 draws", () => {
  const law = lawOf(0.5, 2);
  const expected = byDefinition((key) => 2 * Math.min(upTo(key), inside.length - below(key)));
  const sum = (from, to) => expected.slice(from, to + 1).reduce((all, one) => all + one, 0);
  assert.ok(sum(law.from, law.to) >= 0.95);
  assert.ok(sum(0, law.from - 1) <= 0.025 && sum(law.to + 1, 20) <= 0.025);
});

test("the page weighs values of wide domains by magnitude, as the library does", async () => {
  const wide = { type: "range", low: -100, high: 5000, digits: 0 };
  const values = Float64Array.from([1, 3, 700, 4000]);
  const domain = decimals(-100, 5000, 0);
  const bins = Float64Array.from({ length: 5102 }, (_, i) => i - 100.5);
  const distinct = distinctValues(values, pointsOf(wide));
  for (const [q, ask] of [
    [0.5, () => median(values, { epsilon: 1, domain, abstain: false }).value],
    [0.9, () => quantile(values, 0.9, { epsilon: 1, domain, abstain: false }).value],
  ]) {
    const shown = lawOfRank(values, distinct, { q, epsilon: 1, domain: wide }).sumBy(bins).bins;
    const drawn = await lawOfLibrary(ask);
    assert.ok(drawn.size > 4096);
    shown.forEach((chance, i) => {
      assert.ok(Math.abs((drawn.get(i - 100) ?? 0) - chance) < rounding, `${q}: ${i - 100}`);
    });
  }
});
