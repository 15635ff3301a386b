import { date, label } from "./fields.js";

/** The caller's note on a release, for its record and its ledger entry: only the given fields. */
export type Note = { label?: string; date?: string };

/**
 * Separates the options that the core does not take: the ledger and the note.
 * @param options as they were read
 */
export function apart<T extends { ledger?: unknown; label?: any; date?: any }>({
  ledger,
  label,
  date,
  ...request
}: T): { request: Omit<T, "ledger" | "label" | "date">; ledger: T["ledger"]; note: Note } {
  const note = { ...(label !== undefined && { label }), ...(date !== undefined && { date }) };
  return { request, ledger, note };
}

/** The note of a saved ledger's entry. */
export function savedNote(entry: any): Note {
  const read = (name: "label" | "date", field: any) =>
    entry?.[name] === undefined ? undefined : field.read(`entries.${name}`, entry[name]);
  return apart({ label: read("label", label()), date: read("date", date()) }).note;
}
