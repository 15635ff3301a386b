import { formatCount } from "./record.js";

// Which bound on what one user gives names most, by a guess of how many items (or groups) a user has.

const steps = [1, 2, 3, 5];

/** The bounds that are compared, up to what a user is guessed to have. */
export function boundsUpTo(guess: number): number[] {
  const bounds = new Set([guess]);
  for (let ten = 1; ten <= guess; ten *= 10) {
    for (const step of steps) if (step * ten < guess) bounds.add(step * ten);
  }
  return [...bounds].sort((a, b) => a - b);
}

/**
 * How many users there have to be for each that counts: of a user's items the bound leaves out some, and who is spread
 * gives a part to each.
 */
export const usersForOne = (perUser: number | "spread", guess: number) =>
  perUser === "spread" ? guess : Math.max(1, guess / perUser);

/**
 * Marks the first of those that name from the fewest users on.
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
