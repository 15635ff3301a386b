// The unreadable parts of a file, for its owner: before a charge, or beside the answer if the command skips
// them.
import type { Faults } from "../demo/files/faults.js";
import { Failure, unreadFile } from "./failures.js";

export type Looked = {
  column: string;
  flag: string;
  words: string;
  cells: string;
  faults: Faults;
  empty: number;
};

export interface Unread {
  /** the number of rows read */
  rows: number;
  malformed: Faults;
  columns: Looked[];
  /** the unit by which faults are numbered */
  place: "line" | "row";
  /** if no object of NDJSON has a requested field: the existing fields */
  fields?: string[];
  absent: Looked[];
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/** @throws {Failure} if something is unreadable and `written` does not skip it */
export function checkRead(
  path: string,
  unread: Unread,
  written: { unreadable?: string; malformed?: string },
) {
  const lines = [];
  const remedies = [];
  const isStopping = written.unreadable !== "drop";
  for (const looked of isStopping ? unread.columns : []) {
    if (looked.faults.count === 0) continue;
    const of = counted(unread.rows, "cell", "cells");
    lines.push(
      `  ${looked.column} (${looked.flag}): ${looked.faults.count.toLocaleString("en")} of ${of} cannot be read as ${looked.words}`,
      ...firstOf(looked.faults, unread.place, (what) => JSON.stringify(what)),
    );
    remedies.push(...remediesOf(looked));
  }
  for (const { column, flag } of isStopping ? unread.absent : []) {
    lines.push(
      `  ${column} (${flag}): no object has this field; the fields are ${unread.fields!.join(", ") || "none"}`,
    );
  }
  if (lines.length > 0) remedies.push("--unreadable drop skips their rows");
  if (written.malformed !== "drop" && unread.malformed.count > 0) {
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
  throw new Failure([head, ...lines, "You can choose:", ...ways].join("\n"), unreadFile);
}

function firstOf({ first, count }: Faults, place: string, shown: (what: string) => string) {
  const lines = first.map((fault) => `    ${place} ${fault.place}: ${shown(fault.what)}`);
  return count > first.length ? [...lines, "    …"] : lines;
}

/** Options that would read the cells. */
function remediesOf({ cells, faults }: Looked) {
  const shown = faults.first.map(({ what }) => what);
  const remedies = [];
  const one = shown[0]!;
  if (cells !== "text" && !/\d/.test(one) && one.length <= 20 && !/[[{]/.test(one)) {
    remedies.push(`--null ${quoted(one)} reads it as an empty cell`);
  }
  if (cells === "text" && /^\d[\d.e+]*$/.test(one)) {
    remedies.push(
      "a float beyond 2^53 may represent several numbers: write the column as text or DECIMAL(38, 0)",
    );
  }
  if (cells === "number" && shown.every((text) => /^\d{4}-\d{2}/.test(text))) {
    remedies.push("--domain dates:2020-01-01,2026-12-31 reads dates");
  }
  return remedies;
}

/** As a shell takes it. */
const quoted = (text: string) =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Reports the skipped rows and lines to the data's owner.
 * @param leftOut rows with an unreadable cell
 */
export function tellLeftOut({ rows, malformed, columns, absent }: Unread, leftOut: number) {
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
  for (const { column } of absent) console.error(`${column}: no object has this field.`);
}
