import { fieldsOf } from "../core/options.js";
import { date, label } from "./fields.js";

/** The caller's note on a release, for its record and its ledger entry: only the given fields. */
export type Note = { label?: string; date?: string };

/** Options with which a release may be noted. */
export type Noted = { ledger?: unknown; label?: unknown; date?: unknown };

/** Of a release without a note: nobody changes a note. */
const none: Note = {};

/** @param options as they were read */
export function noteOf({ label, date }: Noted): Note {
  if (label === undefined && date === undefined) return none;
  return {
    ...(label !== undefined && { label: label as string }),
    ...(date !== undefined && { date: date as string }),
  };
}

/**
 * Separates the options that the core does not take: the ledger and the note.
 * @param options as they were read
 */
export function splitNote<T extends Noted>({
  ledger,
  label,
  date,
  ...request
}: T): { request: Omit<T, "ledger" | "label" | "date">; ledger: T["ledger"]; note: Note } {
  return { request, ledger, note: noteOf({ label, date }) };
}

const fields = { label: label(), date: date() };

/** The note of a saved ledger's entry. */
export function savedNote(entry: unknown): Note {
  const saved = fieldsOf(entry);
  const read = (name: "label" | "date") =>
    saved[name] === undefined ? undefined : fields[name].read(`entries.${name}`, saved[name]);
  return noteOf({ label: read("label"), date: read("date") });
}
