import type { Leaf } from "./leaves.js";
import { rangesOf } from "./ranges.js";
import { setsOf, short } from "./sets.js";
import type { Counts, Tally } from "./tally.js";
import { type Outcome, tellTraits } from "./traits.js";

/** The facts of an outcome at one path: its leaf, if any, and the statements that hold of its list. */
export type Traits = { leaf: Leaf | undefined; had: Set<string> };

export interface Event {
  /** its subject */
  path: string;
  /** such as "is at most 3" */
  words: string;
  holds: (traits: Traits) => boolean;
}

/** A candidate event, and the number of compared runs on each input in which it occurred. */
export type Rival = { counts: Counts; make: () => Event };

/** The most promising rival so far; absent before the first. */
type Best = { promise: number; gap: number; make?: () => Event; likelier?: 0 | 1 };

/**
 * The event that promises the greatest bound. The explored runs supply the events, and separate runs compare
 * them: an event that fits the first runs by chance must repeat.
 * @param runs on each input, of either
 * @returns and the input on which it is more frequent
 */
export function bestEvent(
  explored: Tally,
  compared: Tally,
  runs: number,
  terms: { delta: number; alpha: number },
): { event: Event; likelier: 0 | 1 } {
  let best: Best = { promise: 0, gap: -1 };
  for (const { make, counts } of rivals(explored, compared, runs)) {
    for (const likelier of [0, 1] as const) {
      const more = counts[likelier];
      const less = counts[(1 - likelier) as 0 | 1];
      const promise = promiseOf(more, less, runs, terms);
      const gap = (more - less) / Math.sqrt(more + less + 1);
      if (promise > best.promise || (promise === best.promise && gap > best.gap)) {
        best = { make, likelier, promise, gap };
      }
    }
  }
  return { event: best.make!(), likelier: best.likelier! };
}

function* rivals(explored: Tally, compared: Tally, runs: number): Generator<Rival> {
  for (const [path, leaves] of explored.ones) {
    const again = compared.ones.get(path) ?? new Map();
    yield* rangesOf(path, leaves, again);
    yield* setsOf(path, leaves, again, runs);
  }
  for (const [path, members] of explored.members) {
    for (const words of members.keys()) {
      const [first, second] = compared.members.get(path)?.get(words) ?? [0, 0];
      const rests = [runs - first, runs - second] as const;
      yield { counts: [first, second], make: () => memberEvent(path, words, true) };
      yield { counts: [...rests], make: () => memberEvent(path, words, false) };
    }
  }
}

function memberEvent(path: string, words: string, wanted: boolean): Event {
  const shown = short(words);
  const positive = shown.replace(/^contain/, "contains").replace(/^have/, "has");
  return {
    path,
    words: wanted ? positive : `does not ${shown}`,
    holds: ({ had }) => had.has(words) === wanted,
  };
}

/**
 * A rough forecast of the test's bound if these frequencies persist, by Wilson's interval, somewhat too wide.
 */
function promiseOf(
  more: number,
  less: number,
  runs: number,
  { delta, alpha }: { delta: number; alpha: number },
) {
  const squared = 2 * Math.log(2 / alpha); // at least the normal law's quantile, squared
  const end = (count: number, sign: 1 | -1) => {
    const spread = Math.sqrt(squared * (count * (1 - count / runs) + squared / 4));
    return (count + squared / 2 + sign * spread) / (runs + squared);
  };
  const low = end(more, -1) - delta;
  return low <= 0 ? 0 : Math.max(0, Math.log(low / end(less, 1)));
}

export function happens(event: Event, outcome: Outcome) {
  const traits: Traits = { leaf: undefined, had: new Set() };
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
