import { formatCount } from "./record.js";
import type { Claim } from "./release.js";

/**
 * The end of a statement that allows some errors and a share of all records: the number of records from which it
 * allows fewer than there are.
 * @param share of all records
 * @param records the noun for them
 */
export function nothingBelow(error: number, share: number, records: string) {
  return nothingUnder(Math.floor(error / (1 - share)) + 1, records);
}

const nothingUnder = (enough: number, records: string) =>
  ` This promises nothing for fewer than ${formatCount(enough)} ${records}.`;

/** The same where the core states that number, as the promise depends on how many records there are. */
export const promisesFrom = (conditions: Claim["conditions"], records: string) =>
  nothingUnder(conditions.promisesFrom as number, records);

/** The statement where the share alone is all of them. */
export const nothingPromised = (records: string) =>
  `No accuracy is promised with these options, however many ${records} there are.`;
