import { date, label } from "./fields.js";

/**
 * What a caller notes on a release, in its record and in its ledger's entry: only what was given.
 * @typedef {{ label?: string, date?: string }} Note
 */

/**
 * Options, apart from those that the core is not told: what pays, and what is noted.
 * @template {{ ledger?: any, label?: any, date?: any }} T
 * @param {T} options as they were read
 * @returns {{ request: Omit<T, "ledger" | "label" | "date">, ledger: T["ledger"], note: Note }}
 */
export function apart({ ledger, label, date, ...request }) {
  const note = { ...(label !== undefined && { label }), ...(date !== undefined && { date }) };
  return { request, ledger, note };
}

/**
 * The note of a saved ledger's entry.
 * @param {any} entry
 * @returns {Note}
 */
export function savedNote(entry) {
  const read = (/** @type {"label" | "date"} */ name, /** @type {any} */ field) =>
    entry?.[name] === undefined ? undefined : field.read(`entries.${name}`, entry[name]);
  return apart({ label: read("label", label()), date: read("date", date()) }).note;
}
