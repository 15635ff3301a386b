// Realistic data, at a place and a scale that are drawn with them.
import { Random } from "./random.mjs";

/**
 * Each gives a sampler of single numbers, around 1 or above 0. `isMoved`: it keeps its shape elsewhere.
 * `isTied`: so many values are equal that both good and poor answers miss by 0.
 */
const numberShapes = [
  { name: "log-normal", isMoved: true, of: (random) => () => Math.exp(random.normal()) },
  { name: "even", isMoved: true, of: (random) => () => random.between(0, 1) },
  { name: "clustered", isMoved: true, of: clusters },
  {
    name: "tied",
    isTied: true,
    isMoved: true,
    of: (random) => () => Math.ceil(4 * Math.exp(random.normal())) / 4,
  },
  { name: "heavy-tailed", isMoved: true, of: (random) => () => random.between(0, 1) ** (-1 / 1.1) },
  { name: "multi-scale", isMoved: false, of: (random) => () => 10 ** random.between(-3, 3) },
  { name: "zero-inflated", isTied: true, isMoved: false, of: zeroInflated },
];

function clusters(random) {
  const centres = Array.from({ length: 5 }, () => random.between(0, 1));
  return () => random.one(centres) + 0.005 * random.normal();
}

function zeroInflated(random) {
  const share = random.between(0.1, 0.7);
  return () => (random.between(0, 1) < share ? 0 : Math.exp(random.normal()));
}

/**
 * A sampler of numbers of any size.
 * @param {Random} random
 * @param {typeof numberShapes[number]} shape
 */
function anywhere(random, { isMoved, of }) {
  const draw = of(random);
  const scale = 10 ** random.between(-3, 6) * (random.below(4) === 0 ? -1 : 1);
  const place = isMoved && random.below(2) === 0 ? 10 ** random.between(-1, 2) : 0;
  return () => scale * (place + draw());
}

/**
 * A sampler of whole numbers from 0 to `most`.
 * @param {Random} random
 * @param {typeof numberShapes[number]} shape
 * @param {number} most
 */
function within(random, { isMoved, of }, most) {
  const draw = of(random);
  const scale = 10 ** random.between(2, Math.log10(most) - 0.5);
  const place = isMoved && random.below(2) === 0 ? random.between(0, most / 2) : 0;
  return () => Math.min(most, Math.max(0, Math.round(place + scale * draw())));
}

const syllables = [
  "ka",
  "ri",
  "n",
  "mo",
  "le",
  "st",
  "an",
  "be",
  "do",
  "el",
  "fi",
  "gu",
  "ha",
  "in",
];
const word = (random, longest) =>
  Array.from({ length: 1 + random.below(longest) }, () => random.one(syllables)).join("");

/** Words that recur, the first ones most. */
function vocabulary(random, size, longest) {
  const words = Array.from({ length: size }, () => word(random, longest));
  return () => words[Math.floor(size * random.between(0, 1) ** 2)];
}

/** Each gives a sampler of texts of at most 32 bytes. */
const textShapes = {
  names(random) {
    const first = vocabulary(random, 60, 3);
    const last = vocabulary(random, 200, 4);
    return () => `${first()} ${last()}${random.below(100)}`;
  },
  words: (random) => vocabulary(random, 5000, 4),
  paths(random) {
    const folder = vocabulary(random, 20, 3);
    return () => `/srv/${folder()}/${folder()}/${random.below(1000)}.txt`;
  },
  "web addresses"(random) {
    const place = vocabulary(random, 50, 3);
    return () => `https://www.${place()}.org/${word(random, 3)}`;
  },
  "dates as text"(random) {
    const from = random.between(0, 1.5e12);
    const span = 10 ** random.between(9, 11.5);
    return () => new Date(from + span * random.between(0, 1)).toISOString().slice(0, 10);
  },
};

/** All kinds of texts in turn. */
const texts = Object.entries(textShapes).map(([name, of]) => ({ name, of }));

const day = 86_400_000;
const since1900 = Date.UTC(1900, 0, 1);

/**
 * A kind of data: `shapes` are used in turn, and `of(random, shape)` is a sampler of one value.
 * @typedef {{ shapes: any[], of: (random: Random, shape: any) => () => any }} Kind
 */

/** @type {Record<string, Kind>} */
export const kinds = {
  numbers: { shapes: numberShapes, of: anywhere },
  "numbers, a guess": { shapes: numberShapes, of: anywhere },
  "decimals 0 to 1e6": { shapes: numberShapes, of: cents },
  "integers 0 to 1e9": { shapes: numberShapes, of: (random, shape) => within(random, shape, 1e9) },
  ages: { shapes: numberShapes, of: ages },
  dates: { shapes: numberShapes, of: days },
  texts: { shapes: texts, of: (random, { of }) => of(random) },
};

function cents(random, shape) {
  const draw = within(random, shape, 1e8);
  return () => draw() / 100;
}

function ages(random) {
  const middle = random.between(20, 60);
  return () => Math.min(120, Math.max(0, Math.round(middle + 15 * random.normal())));
}

function days(random, shape) {
  const draw = within(random, shape, 73_000);
  return () => new Date(since1900 + draw() * day);
}

/**
 * A data set of a kind, determined by its name and number.
 * @param {string} name the kind
 * @param {number} number the data set, which decides the shape
 * @param {number} n
 */
export function dataSet(name, number, n) {
  const random = new Random(`${name}, ${n} records, ${number}`);
  const { shapes, of } = kinds[name];
  const draw = of(random, shapes[number % shapes.length]);
  return { values: Array.from({ length: n }, draw), random };
}
