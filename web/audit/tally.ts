import type { Leaf } from "./leaves.js";
import { type Outcome, tellTraits } from "./traits.js";

/** The number of runs on the first input, and on the second. */
export type Counts = [number, number];

/** A leaf that came out, and how often. */
export type Seen = Leaf & { counts: Counts };

/** Everything that came out of some runs: leaves by path and name, members of lists by path and words. */
export class Tally {
  ones: Map<string, Map<string, Seen>> = new Map();
  members: Map<string, Map<string, Counts>> = new Map();

  /** @param side the input that it came of */
  add(outcome: Outcome, side: 0 | 1) {
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
const none = (): Counts => [0, 0];

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
