import { fieldsOf } from "../core/options.js";
import { date, label } from "./fields.js";

/** The caller's note on a release, for its record and its ledger entry: only the given fields. */
export type Note = { label?: string; date?: string };

/**
 * Separates the options that the core does not take: the ledger and the note.
 * @param options as they were read
 */
/** Options with which a release may be noted. */
export type Noted = { ledger?: unknown; label?: unknown; date?: unknown };

export function splitNote<T extends Noted>({
  ledger,
  label,
  date,
  ...request
}: T): { request: Omit<T, "ledger" | "label" | "date">; ledger: T["ledger"]; note: Note } {
  const note: Note = {
    ...(label !== undefined && { label: label as string }),
    ...(date !== undefined && { date: date as string }),
  };
  return { request, ledger, note };
}

const fields = { label: label(), date: date() };

/** The note of a saved ledger's entry. */
export function savedNote(entry: unknown): Note {
  const saved = fieldsOf(entry);
  const read = (name: "label" | "date") =>
    saved[name] === undefined ? undefined : fields[name].read(`entries.${name}`, saved[name]);
  return splitNote({ label: read("label"), date: read("date") }).note;
}
