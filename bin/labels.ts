// The name of an answer in the ledger: its question, and the file or the table that was asked.
import { basename } from "node:path";
import { readLedger } from "./ledger-file.js";
import type { Written } from "./options.js";
import { titleOf } from "./print.js";
import { type Question, questions } from "./questions.js";

/** The letters of a title and of the data's name that fit into a label together. */
const [mostOfTitle, mostLetters] = [130, 60];

/** The name of the data: of a file, a table, or the first letters of a query. */
export function sourceName(
  file: string | undefined,
  { from, query }: { from?: string; query?: string },
) {
  const name = file === undefined ? (from ?? query ?? "") : basename(file);
  const words = name.replace(/\s+/g, " ").trim();
  return shortened(words, mostLetters);
}

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** The name and the date of an answer, unless the user has given others. */
export function labelled(
  options: { label?: unknown; date?: unknown },
  question: Question,
  written: Written,
  source: string,
) {
  options.label ??= `${shortened(titleOf(question, written), mostOfTitle)}, ${source}`;
  options.date ??= new Date().toISOString().slice(0, "2026-03-02".length);
}

/** The data of a label that `labelled` made. */
function sourceIn(label: string) {
  const isOwn = questions.some(({ name }) => new RegExp(`^${name}( of .*| by .*)?, `).test(label));
  return isOwn ? label.slice(label.indexOf(", ") + ", ".length) : undefined;
}

/** The ledger is for one set of people: other data than the last time may be an error. */
export async function tellOther(path: string, source: string) {
  const { label = "" } = (await readLedger(path)).entries.at(-1) ?? {};
  const last = sourceIn(label);
  if (last === undefined || label.endsWith(`, ${source}`)) return;
  console.error(
    `${path}: the last question was about ${last}; use one ledger for one set of people.`,
  );
}
