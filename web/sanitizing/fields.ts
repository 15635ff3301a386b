import { confidence, neighbors, number, type Optional, optional, whole } from "../core/fields.js";
import type { Domain } from "../data/domains.js";
import { domain, missing, outside } from "../data/fields.js";
import { date, label, ledger } from "../ledger/fields.js";

/** Options shared by both methods of `sanitizeThresholds`. */
export class ColumnFields<T = number> {
  /** the possible values, of at most 64 bits; default: `reals()` */
  domain: Optional<Domain<T>> = domain();
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** as for `median`; default "clamp" */
  outside = outside();
  /** as for `median` */
  missing = missing();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/** A public guess of the number of records, which decides the number of quantiles. */
export const guessedRecords = () => optional({ ...whole(1000), example: undefined }, undefined);
