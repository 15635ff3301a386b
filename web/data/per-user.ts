import { call } from "../core/load.js";
import { describe, wholeOption } from "../core/options.js";

/**
 * @param {unknown} perUser
 * @returns {number} Infinity for any number
 */
export function perUserOption(perUser) {
  if (perUser === Number.POSITIVE_INFINITY) return perUser;
  const number = wholeOption("perUser", perUser);
  call("checkPerUser", number);
  return number;
}

/**
 * The same as the core takes it.
 * @param {number | "spread"} perUser
 * @returns {number | undefined} nothing for any number
 */
export function limitOf(perUser) {
  return perUser === Number.POSITIVE_INFINITY || perUser === "spread" ? undefined : perUser;
}

/**
 * How many of the counts of a histogram one user is in at most, if it says so, as those of
 * `boundContributions` do.
 * @param {any} rows
 * @returns {number | undefined} nothing if it does not say
 */
export function boundOf(rows) {
  const perUser = Array.isArray(rows) ? undefined : rows?.perUser;
  return perUser === undefined ? undefined : perUserOption(perUser);
}

/**
 * Refuses a histogram in which a user counts more than once, where one record is what is protected.
 * @param {any} rows
 * @param {string} name what errors call it
 */
export function checkOneEach(rows, name) {
  const bound = boundOf(rows) ?? 1;
  if (bound === 1) return;
  throw new RangeError(
    `${name} must count each user once (boundContributions with perUser: 1), got perUser ${describe(bound)}`,
  );
}
