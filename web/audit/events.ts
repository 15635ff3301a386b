import { rangesOf } from "./ranges.js";
import { setsOf, short } from "./sets.js";
import { tellTraits } from "./traits.js";

/**
 * What an outcome says at one path: the leaf there, if there is one, and what is true of the list.
 * @typedef {{ leaf: import("./leaves.js").Leaf | undefined, had: Set<string> }} Traits
 */

/**
 * @typedef {object} Event
 * @property {string} path what it is about
 * @property {string} words such as "is at most 3"
 * @property {(traits: Traits) => boolean} holds
 */

/**
 * An event that may be made, and in how many of the compared runs on each input it was seen.
 * @typedef {{ counts: import("./tally.js").Counts, make: () => Event }} Rival
 */

/** @typedef {import("./tally.js").Tally} Tally */

/**
 * The event that promises the greatest bound. It is made of what came out of the explored runs and
 * compared with its rivals by others: what was put together to look good must look good again.
 * @param {Tally} explored
 * @param {Tally} compared
 * @param {number} runs on each input, of either
 * @param {{ delta: number, alpha: number }} terms
 * @returns {{ event: Event, likelier: 0 | 1 }} and on which input it is expected more often
 */
export function bestEvent(explored, compared, runs, terms) {
  /** @type {any} */
  let best = { promise: 0, gap: -1 };
  for (const { make, counts } of rivals(explored, compared, runs)) {
    for (const likelier of /** @type {const} */ ([0, 1])) {
      const more = counts[likelier];
      const less = counts[1 - likelier];
      const promise = promiseOf(more, less, runs, terms);
      const gap = (more - less) / Math.sqrt(more + less + 1);
      if (promise > best.promise || (promise === best.promise && gap > best.gap)) {
        best = { make, likelier, promise, gap };
      }
    }
  }
  return { event: best.make(), likelier: best.likelier };
}

/**
 * @param {Tally} explored
 * @param {Tally} compared
 * @param {number} runs
 * @returns {Generator<Rival>}
 */
function* rivals(explored, compared, runs) {
  for (const [path, leaves] of explored.ones) {
    const again = compared.ones.get(path) ?? new Map();
    yield* rangesOf(path, leaves, again);
    yield* setsOf(path, leaves, again, runs);
  }
  for (const [path, members] of explored.members) {
    for (const words of members.keys()) {
      const [first, second] = compared.members.get(path)?.get(words) ?? [0, 0];
      const rests = /** @type {const} */ ([runs - first, runs - second]);
      yield { counts: [first, second], make: () => memberEvent(path, words, true) };
      yield { counts: [...rests], make: () => memberEvent(path, words, false) };
    }
  }
}

/**
 * @param {string} path
 * @param {string} words
 * @param {boolean} wanted
 * @returns {Event}
 */
function memberEvent(path, words, wanted) {
  const shown = short(words);
  const positive = shown.replace(/^contain/, "contains").replace(/^have/, "has");
  return {
    path,
    words: wanted ? positive : `does not ${shown}`,
    holds: ({ had }) => had.has(words) === wanted,
  };
}

/**
 * Roughly what the test will come to, were the frequencies what they are here: by Wilson's interval,
 * somewhat too wide.
 * @param {number} more
 * @param {number} less
 * @param {number} runs
 * @param {{ delta: number, alpha: number }} terms
 */
function promiseOf(more, less, runs, { delta, alpha }) {
  const squared = 2 * Math.log(2 / alpha); // at least the normal law's quantile, squared
  const end = (/** @type {number} */ count, /** @type {1 | -1} */ sign) => {
    const spread = Math.sqrt(squared * (count * (1 - count / runs) + squared / 4));
    return (count + squared / 2 + sign * spread) / (runs + squared);
  };
  const low = end(more, -1) - delta;
  return low <= 0 ? 0 : Math.max(0, Math.log(low / end(less, 1)));
}

/**
 * @param {Event} event
 * @param {import("./traits.js").Outcome} outcome
 */
export function happens(event, outcome) {
  /** @type {Traits} */
  const traits = { leaf: undefined, had: new Set() };
  tellTraits(outcome, {
    one: (path, leaf) => {
      if (path === event.path) traits.leaf = leaf;
    },
    has: (path, words) => {
      if (path === event.path) traits.had.add(words);
    },
  });
  return event.holds(traits);
}
