import type { Optional } from "../core/fields.js";
import { describe } from "../core/options.js";
import { isoTime } from "../data/iso-time.js";
import { isDate } from "../data/missing.js";
import type { AnyLedger } from "./ledger.js";

/** The ledger to charge, which throws if it is exhausted; `chargeLedger` checks its type. */
export const ledger = (): Optional<AnyLedger | undefined> => ({
  read: (_, value) => value as AnyLedger,
  fallback: () => undefined,
  kind: "ledger",
});

/** The maximum length of a label in UTF-16 code units. */
const mostUnits = 200;

/** The caller's own words for a release. */
export const label = (): Optional<string | undefined> => ({
  kind: `text of up to ${mostUnits} characters`,
  example: "weekly report",
  fallback: () => undefined,
  read: (name, value) => {
    if (typeof value !== "string") {
      throw new TypeError(`${name} must be text, got ${describe(value)}`);
    }
    if (value.length === 0 || value.length > mostUnits) {
      throw new RangeError(
        `${name} must be text of 1 to ${mostUnits} characters, got ${value.length}`,
      );
    }
    return value;
  },
});

/** The caller's date: the library reads no clock. Kept as ISO 8601 text. */
export const date = (): Optional<string | Date | undefined> => ({
  kind: "Date, ISO 8601 text",
  example: "2026-03-02",
  fallback: () => undefined,
  read: (name, value) => {
    const isOne = isDate(value);
    if (!isOne && typeof value !== "string") {
      throw new TypeError(`${name} must be a Date or ISO 8601 text, got ${describe(value)}`);
    }
    const text = isOne ? isoOf(value) : value;
    if (isIsoDate(text)) return text;
    throw new RangeError(
      `${name} must be a Date or ISO 8601 text as 2026-03-02 or 2026-03-02T09:30:00Z, got ${describe(text)}`,
    );
  },
});

const isoOf = (date: Date) => (Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString());

/** A day, or a time with its zone. */
const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const isIsoDate = (text: string) => iso.test(text) && !Number.isNaN(isoTime(text));
