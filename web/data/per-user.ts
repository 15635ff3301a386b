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
 * The bound on items per user as the core takes it.
 * @returns undefined for any number
 */
export function limitOf(perUser: number | "spread"): number | undefined {
  return perUser === Number.POSITIVE_INFINITY || perUser === "spread" ? undefined : perUser;
}

/**
 * The contribution bound that a histogram states, as those of `boundContributions` do.
 * @returns undefined if it states none
 */
export function boundOf(rows: unknown): number | undefined {
  const perUser = Array.isArray(rows) ? undefined : (rows as Fields)?.perUser;
  return perUser === undefined ? undefined : perUserOption(perUser);
}

/**
 * Rejects a histogram that may count a user more than once, for releases that protect records.
 * @param name its name in errors
 */
export function checkOneEach(rows: unknown, name: string) {
  const bound = boundOf(rows) ?? 1;
  if (bound === 1) return;
  throw new RangeError(
    `${name} must count each user once (boundContributions with perUser: 1), got perUser ${describe(bound)}`,
  );
}
