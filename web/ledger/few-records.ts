import { formatCount } from "./record.js";

/**
 * The end of a statement that allows some errors and a share of all records: the number of records from which it
 * allows fewer than there are.
 * @param share of all records
 * @param records the noun for them
 */
export function nothingBelow(error: number, share: number, records: string) {
  const enough = Math.floor(error / (1 - share)) + 1;
  return ` This promises nothing for fewer than ${formatCount(enough)} ${records}.`;
}

/** The statement where the share alone is all of them. */
export const nothingPromised = (records: string) =>
  `No accuracy is promised with these options, however many ${records} there are.`;
