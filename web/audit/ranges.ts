import type { Event, Rival } from "./events.js";
import type { Leaf } from "./leaves.js";
import type { Counts, Seen } from "./tally.js";

/** The approximate number of range ends. */
const ends = 64;

/** Ranges of the numbers, or dates, that were seen at a path: up to a value, above one, between two. */
export function* rangesOf(
  path: string,
  explored: Map<string, Seen>,
  compared: Map<string, Seen>,
): Generator<Rival> {
  for (const order of ["number", "date"] as const) {
    const cuts = cutsOf([...explored.values()].filter((leaf) => leaf.order === order));
    if (cuts.length < 2) continue;
    const sums = sumsUpTo(cuts, compared, order);
    for (let low = -1; low < cuts.length; ++low) {
      for (let high = low + 1; high <= cuts.length; ++high) {
        const [below, upTo] = [sums[low + 1]!, sums[high + 1]!];
        const make = () => rangeEvent(path, order, cuts[low], cuts[high]);
        yield { counts: [upTo[0] - below[0], upTo[1] - below[1]], make };
      }
    }
  }
}

/**
 * Values at equal shares of the runs, and some at either end that few runs reach: an event there may use a
 * small delta.
 */
function cutsOf(leaves: Seen[]) {
  const sorted = leaves.sort((a, b) => compare(a, b));
  const total = sorted.reduce((sum, { counts }) => sum + counts[0] + counts[1], 0);
  const wanted = Array.from({ length: ends }, (_, i) => (i * total) / ends);
  for (let few = 1; few < total / ends; few *= 2) wanted.push(few, total - few);
  wanted.sort((a, b) => a - b);
  const cuts: Seen[] = [];
  let passed = 0;
  let next = 0;
  for (const leaf of sorted) {
    passed += leaf.counts[0] + leaf.counts[1];
    if (passed <= wanted[next]!) continue;
    while (passed > wanted[next]!) ++next;
    if (cuts.length === 0 || compare(leaf, cuts.at(-1) as Seen) > 0) cuts.push(leaf);
  }
  return cuts;
}

/** @returns the first is 0, the next up to the first cut, the last of all */
function sumsUpTo(cuts: Seen[], compared: Map<string, Seen>, order: "number" | "date"): Counts[] {
  const sums: Counts[] = Array.from({ length: cuts.length + 2 }, () => [0, 0]);
  for (const leaf of compared.values()) {
    if (leaf.order !== order) continue;
    const found = sums[1 + placeOf(leaf, cuts)]!;
    found[0] += leaf.counts[0];
    found[1] += leaf.counts[1];
  }
  for (let i = 1; i < sums.length; ++i) {
    sums[i]![0] += sums[i - 1]![0];
    sums[i]![1] += sums[i - 1]![1];
  }
  return sums;
}

/** @returns the number of cuts below it */
function placeOf(leaf: Seen, cuts: Seen[]): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (compare(cuts[half]!, leaf) < 0) low = half + 1;
    else high = half;
  }
  return low;
}

/** @param b both with a size */
function compare(a: Leaf, b: Leaf) {
  const [x, y] = [a.size!, b.size!];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * @param low it is above this
 * @param high and at most this
 */
function rangeEvent(
  path: string,
  order: "number" | "date",
  low: Seen | undefined,
  high: Seen | undefined,
): Event {
  const parts = [];
  if (low !== undefined) parts.push(`above ${low.name}`);
  if (high !== undefined) parts.push(`at most ${high.name}`);
  return {
    path,
    words: `is ${parts.length > 0 ? parts.join(" and ") : `a ${order}`}`,
    holds: ({ leaf }) =>
      leaf !== undefined &&
      leaf.order === order &&
      (low === undefined || compare(leaf, low) > 0) &&
      (high === undefined || compare(leaf, high) <= 0),
  };
}
