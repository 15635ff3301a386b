// The unreadable parts of a file, for its owner: before a charge, or beside the answer if the command skips
// them.
import type { Faults } from "../demo/files/faults.js";
import { dateSuggestions, numberSuggestions } from "../demo/files/suggestions.js";
import { Failure } from "./failures.js";
import { type Column, optionsFor, quoted } from "./notations.js";

export type Looked = {
  column: string;
  flag: string;
  words: string;
  cells: string;
  notation: Column;
  faults: Faults;
  empty: number;
  /** whether a time without a zone was read as one of UTC */
  isUtc: boolean;
};

export interface Unread {
  /** the number of rows read */
  rows: number;
  malformed: Faults;
  columns: Looked[];
  /** the unit by which faults are numbered */
  place: "line" | "row";
  /** if no object of NDJSON has a requested field: the existing fields */
  fields?: string[] | undefined;
  absent: Looked[];
  /** the user of the last row, if it is a word for a total */
  total: string | undefined;
}

const totals = /^(grand[ -])?(total|sum|summe|gesamt|suma|somme|totale|totaal)s?:?$/i;

/** The word for a total in the last row of a file: that row belongs to no person. */
export const totalIn = (row: string[]) => row.find((cell) => totals.test(cell.trim()));

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/**
 * @param isSkipping whether malformed lines are skipped
 * @throws {Failure} if something is unreadable and no option skips it
 */
export function checkRead(path: string, unread: Unread, isSkipping: boolean) {
  const lines = [];
  const remedies = [];
  for (const looked of unread.columns) {
    if (looked.faults.count === 0 || looked.notation.isDropping) continue;
    const of = counted(unread.rows, "cell", "cells");
    lines.push(
      `  ${looked.column} (${looked.flag}): ${looked.faults.count.toLocaleString("en")} of ${of} cannot be read as ${looked.words}`,
      ...firstOf(looked.faults, unread.place, (what) => JSON.stringify(what)),
    );
    remedies.push(...remediesOf(looked, isOneWritten(unread.columns)));
  }
  for (const { column, flag, notation } of unread.absent) {
    if (notation.isDropping) continue;
    lines.push(
      `  ${column} (${flag}): no object has this field${unread.fields === undefined ? "" : `; the fields are ${unread.fields.join(", ") || "none"}`}`,
    );
  }
  if (lines.length > 0) remedies.push("--unreadable drop skips their rows");
  if (!isSkipping && unread.malformed.count > 0) {
    lines.push(
      `  ${counted(unread.malformed.count, "line is", "lines are")} malformed`,
      ...firstOf(unread.malformed, "line", (what) => what),
    );
    const isQuote = unread.malformed.first.some(({ what }) => what.includes("quote"));
    if (isQuote) remedies.push("--multiline reads quoted fields with line breaks");
    remedies.push("--malformed drop skips such lines");
  }
  if (lines.length === 0) return;
  const head = `${path} has unreadable parts; the ledger is not charged`;
  const ways = [...new Set(remedies)].map((remedy) => `  ${remedy}`);
  throw new Failure([head, ...lines, "You can choose:", ...ways].join("\n"));
}

function firstOf({ first, count }: Faults, place: string, shown: (what: string) => string) {
  const lines = first.map((fault) => `    ${place} ${fault.place}: ${shown(fault.what)}`);
  return count > first.length ? [...lines, "    …"] : lines;
}

/** Whether one column at most has a notation: its options then need no name. */
const isOneWritten = (columns: Looked[]) =>
  columns.filter(({ cells }) => !["text", "user", "label"].includes(cells)).length < 2;

/**
 * Options that would read the cells.
 * @param isOne whether they need no name of a column
 */
function remediesOf({ column, flag, cells, faults, notation }: Looked, isOne: boolean) {
  const shown = faults.first.map(({ what }) => what);
  const remedies = [];
  const one = shown[0]!;
  const name = isOne ? undefined : column;
  const isNumber = ["number", "order", "bigint"].includes(cells);
  const isName = ["text", "user"].includes(cells);
  for (const found of isNumber ? numberSuggestions(shown, notation) : []) {
    remedies.push(`${optionsFor(found, name)} reads ${JSON.stringify(one)} as ${found.reads}`);
  }
  const domain = cells === "number" ? "--domain dates:2020-01-01,2026-12-31 " : "";
  for (const found of isName ? [] : dateSuggestions(shown, notation)) {
    const day = new Date(found.reads).toISOString().replace("T00:00:00.000Z", "");
    remedies.push(`${domain}${optionsFor(found, name)} reads ${JSON.stringify(one)} as ${day}`);
  }
  if (!isName && !/\d/.test(one) && one.length <= 20 && !/[[{]/.test(one)) {
    remedies.push(`--null ${quoted(one)} reads it as an empty cell`);
  }
  if (one === "{an object}") {
    remedies.push(
      `${flag} ${quoted(column)}.FIELD reads a field of the object, such as ${column}.id`,
    );
  }
  if (isName && /^\d[\d.e+]*$/.test(one)) {
    remedies.push(
      "a float beyond 2^53 may represent several numbers: write the column as text or DECIMAL(38, 0)",
    );
  }
  if (cells === "number" && shown.every((text) => /^\d{4}-\d{2}/.test(text))) {
    remedies.push("--domain dates:2020-01-01,2026-12-31 reads dates");
  }
  return remedies;
}

/**
 * Reports the skipped rows and lines to the data's owner.
 * @param leftOut rows with an unreadable cell
 */
export function tellLeftOut({ rows, malformed, columns, absent, total }: Unread, leftOut: number) {
  const read = `read ${rows.toLocaleString("en")} rows`;
  if (malformed.count > 0) {
    const lines = counted(malformed.count, "malformed line", "malformed lines");
    console.error(`Skipped ${lines} and ${read}.`);
  }
  if (leftOut > 0) {
    const skipped = counted(leftOut, "row", "rows");
    console.error(`Skipped ${skipped} with an unreadable cell, of ${rows.toLocaleString("en")}.`);
  }
  for (const { column, empty } of columns) {
    if (empty === 0 || absent.some((one) => one.column === column)) continue;
    const are = counted(empty, "cell is", "cells are");
    console.error(
      `${column}: ${are} empty (or contain a word such as NULL); their rows do not count.`,
    );
  }
  for (const { column, isUtc } of columns) {
    if (isUtc) console.error(`${column}: times without a zone are read as UTC.`);
  }
  if (total !== undefined) {
    console.error(
      `The last row's user is "${total}": if it is a total and no person, --null ${quoted(total)} leaves it out.`,
    );
  }
  for (const { column } of absent) console.error(`${column}: no object has this field.`);
}
