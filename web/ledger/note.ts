import { date, label } from "./fields.js";

/** What a caller notes on a release, in its record and in its ledger's entry: only what was given. */
export type Note = { label?: string; date?: string };

/**
 * Options, apart from those that the core is not told: what pays, and what is noted.
 * @param options as they were read
 */
export function splitNote<T extends { ledger?: unknown; label?: any; date?: any }>({
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
  return splitNote({ label: read("label", label()), date: read("date", date()) }).note;
}
