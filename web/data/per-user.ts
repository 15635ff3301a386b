import { call } from "../core/load.js";
import { describe, type Fields, wholeOption } from "../core/options.js";

/** @returns Infinity for any number */
export function perUserOption(perUser: unknown): number {
  if (perUser === Number.POSITIVE_INFINITY) return perUser;
  const number = wholeOption("perUser", perUser);
  call("checkPerUser", number);
  return number;
}

/**
 * The same as the core takes it.
 * @returns nothing for any number
 */
export function limitOf(perUser: number | "spread"): number | undefined {
  return perUser === Number.POSITIVE_INFINITY || perUser === "spread" ? undefined : perUser;
}

/**
 * How many of the counts of a histogram one user is in at most, if it says so, as those of
 * `boundContributions` do.
 * @returns nothing if it does not say
 */
export function boundOf(rows: unknown): number | undefined {
  const perUser = Array.isArray(rows) ? undefined : (rows as Fields)?.perUser;
  return perUser === undefined ? undefined : perUserOption(perUser);
}

/**
 * Refuses a histogram in which a user counts more than once, where one record is what is protected.
 * @param name what errors call it
 */
export function checkOneEach(rows: unknown, name: string) {
  const bound = boundOf(rows) ?? 1;
  if (bound === 1) return;
  throw new RangeError(
    `${name} must count each user once (boundContributions with perUser: 1), got perUser ${describe(bound)}`,
  );
}
