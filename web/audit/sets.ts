import type { Event, Rival } from "./events.js";
import type { Counts, Seen } from "./tally.js";

/** Values that occur less often count as one. */
const often = 5;
/** The maximum number of values with a name. */
const most = 1000;
/** The maximum number of values in an event's words. */
const named = 8;

/**
 * Sets of the values at a path: those with the highest ratios of frequencies, any number of them, in either
 * direction. Rare values count as one member, and so does the absence of a value.
 * @param runs on each input, explored and compared
 */
export function* setsOf(
  path: string,
  explored: Map<string, Seen>,
  compared: Map<string, Seen>,
  runs: number,
): Generator<Rival> {
  const known = [...explored.values()]
    .filter(({ counts }) => counts[0] + counts[1] >= often)
    .sort((a, b) => b.counts[0] + b.counts[1] - a.counts[0] - a.counts[1])
    .slice(0, most);
  const names = new Set(known.map(({ name }) => name));
  const before = countsOf(names, explored, runs);
  const again = countsOf(names, compared, runs);
  const sorted = [...before].sort(([, a], [, b]) => ratio(b) - ratio(a)).map(([name]) => name);
  for (const list of [sorted, [...sorted].reverse()]) {
    const sum: Counts = [0, 0];
    for (const [i, name] of list.slice(0, -1).entries()) {
      const counts = again.get(name) as Counts;
      sum[0] += counts[0];
      sum[1] += counts[1];
      yield { counts: [...sum], make: () => setEvent(path, new Set(list.slice(0, i + 1)), names) };
    }
  }
}

/** Names for rare values and for an absent one: no value has this text form. */
const rare = "(anything else)";
const nothing = "(nothing)";

function countsOf(
  names: Set<string>,
  leaves: Map<string, Seen>,
  runs: number,
): Map<string, Counts> {
  const result: Map<string, Counts> = new Map([...names].map((name) => [name, [0, 0]]));
  const others: Counts = [0, 0];
  const left: Counts = [runs, runs];
  for (const { name, counts } of leaves.values()) {
    const into = result.get(name) ?? others;
    for (const side of [0, 1]) {
      into[side]! += counts[side]!;
      left[side]! -= counts[side]!;
    }
  }
  return result.set(rare, others).set(nothing, left);
}

function ratio([first, second]: Counts) {
  return (first + 1) / (second + 1);
}

/** @param names all values with a name */
function setEvent(path: string, set: Set<string>, names: Set<string>): Event {
  return {
    path,
    words: set.has(rare) ? wordsWithout(set, names) : wordsOf(set),
    holds: ({ leaf }) => {
      if (leaf === undefined) return set.has(nothing);
      return set.has(names.has(leaf.name) ? leaf.name : rare);
    },
  };
}

function wordsOf(set: Set<string>) {
  const values = [...set].filter((name) => name !== nothing);
  const parts = values.length > 0 ? [`is ${listed(values)}`] : [];
  if (set.has(nothing)) parts.push("is not there");
  return parts.join(" or ");
}

function wordsWithout(set: Set<string>, names: Set<string>) {
  const others = [...names].filter((name) => !set.has(name));
  const parts = set.has(nothing) ? [] : ["is there"];
  if (others.length > 0) parts.push(`is not ${listed(others)}`);
  return parts.join(" and ");
}

function listed(names: string[]) {
  const isNumber = (name: string) => !Number.isNaN(Number(name));
  const sorted = names.every(isNumber) ? names.sort((a, b) => Number(a) - Number(b)) : names;
  const shown = sorted.slice(0, named).map(short);
  const more = names.length - shown.length;
  if (more > 0) shown.push(`one of ${more} more`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}` : shown[0];
}

export function short(words: string) {
  return words.length > 120 ? `${words.slice(0, 120)}...` : words;
}
