import { tellTraits } from "./traits.js";

/** In how many runs on the first input and on the second. @typedef {[number, number]} Counts */

/** A leaf that came out, and how often. @typedef {import("./leaves.js").Leaf & { counts: Counts }} Seen */

/** Everything that came out of some runs: leaves by path and name, members of lists by path and words. */
export class Tally {
  /** @type {Map<string, Map<string, Seen>>} */
  ones = new Map();
  /** @type {Map<string, Map<string, Counts>>} */
  members = new Map();

  /**
   * @param {import("./traits.js").Outcome} outcome
   * @param {0 | 1} side the input that it came of
   */
  add(outcome, side) {
    tellTraits(outcome, {
      one: (path, leaf) => {
        const seen = entry(entry(this.ones, path, newMap), leaf.name, () => ({
          ...leaf,
          counts: [0, 0],
        }));
        ++seen.counts[side];
      },
      has: (path, words) => {
        ++entry(entry(this.members, path, newMap), words, none)[side];
      },
    });
  }
}

const newMap = () => new Map();
/** @returns {Counts} */
const none = () => [0, 0];

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
function entry(map, key, make) {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
