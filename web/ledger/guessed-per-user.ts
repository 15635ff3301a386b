import { formatCount } from "./record.js";

// Compares contribution bounds by the users that they need, for a guess of how many items (or groups) a user
// has.

const steps = [1, 2, 3, 5];

/** The candidate bounds, up to the guess. */
export function boundsUpTo(guess: number): number[] {
  const bounds = new Set([guess]);
  for (let ten = 1; ten <= guess; ten *= 10) {
    for (const step of steps) if (step * ten < guess) bounds.add(step * ten);
  }
  return [...bounds].sort((a, b) => a - b);
}

/**
 * The number of users that yields one counted user for each item: the bound skips some items of a user, and
 * "spread" gives a fraction to each.
 */
export const usersForOne = (perUser: number | "spread", guess: number) =>
  perUser === "spread" ? guess : Math.max(1, guess / perUser);

/**
 * Marks the first way that needs the fewest users.
 * @param what they name, "items"
 */
export function leastOf<Way extends { namedFrom: number }>(
  ways: Way[],
  what: string,
): (Way & { chosen: boolean; why: string })[] {
  const least = Math.min(...ways.map(({ namedFrom }) => namedFrom));
  const best = ways.findIndex(({ namedFrom }) => namedFrom === least);
  return ways.map((one, place) => ({
    ...one,
    chosen: place === best,
    why:
      place === best
        ? `it names ${what} from the fewest users on, ${formatCount(least)}`
        : `it names ${what} from ${formatCount(one.namedFrom)} users on, not ${formatCount(least)}`,
  }));
}
