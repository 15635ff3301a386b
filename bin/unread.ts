// What of a file was not read, told to its owner: before anything is charged, or beside the answer if it is to be
// left out.
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
  /** that were read */
  rows: number;
  malformed: Faults;
  columns: Looked[];
  /** what faults are numbered by */
  place: "line" | "row";
  /** if a field of NDJSON that was asked for is in no object: those that there are */
  fields?: string[];
  absent: Looked[];
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/** @throws {Failure} if something was not read that is not to be left out */
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
      `  ${column} (${flag}): no object has such a field; there are ${unread.fields!.join(", ") || "none"}`,
    );
  }
  if (lines.length > 0) remedies.push("--unreadable drop leaves their rows out");
  if (written.malformed !== "drop" && unread.malformed.count > 0) {
    lines.push(
      `  ${counted(unread.malformed.count, "line is", "lines are")} not well formed`,
      ...firstOf(unread.malformed, "line", (what) => what),
    );
    const isQuote = unread.malformed.first.some(({ what }) => what.includes("quote"));
    if (isQuote) remedies.push("--multiline reads quoted fields that hold line breaks");
    remedies.push("--malformed drop leaves such lines out");
  }
  if (lines.length === 0) return;
  const head = `${path} cannot be read as it was asked for; nothing was charged`;
  const ways = [...new Set(remedies)].map((remedy) => `  ${remedy}`);
  throw new Failure([head, ...lines, "You can choose:", ...ways].join("\n"), unreadFile);
}

function firstOf({ first, count }: Faults, place: string, shown: (what: string) => string) {
  const lines = first.map((fault) => `    ${place} ${fault.place}: ${shown(fault.what)}`);
  return count > first.length ? [...lines, "    …"] : lines;
}

/** What would read the cells. */
function remediesOf({ cells, faults }: Looked) {
  const shown = faults.first.map(({ what }) => what);
  const remedies = [];
  const one = shown[0]!;
  if (cells !== "text" && !/\d/.test(one) && one.length <= 20 && !/[[{]/.test(one)) {
    remedies.push(`--null ${quoted(one)} takes it for an empty cell`);
  }
  if (cells === "text" && /^\d[\d.e+]*$/.test(one)) {
    remedies.push(
      "a float beyond 2^53 may stand for several numbers: write the column as text or DECIMAL(38, 0)",
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
 * What does not count, for the owner's eyes.
 * @param leftOut rows with a cell that cannot be read
 */
export function tellLeftOut({ rows, malformed, columns, absent }: Unread, leftOut: number) {
  const beside = `beside ${rows.toLocaleString("en")} rows`;
  if (malformed.count > 0) {
    const were = counted(malformed.count, "line was", "lines were");
    console.error(`${were} left out as not well formed, ${beside}.`);
  }
  if (leftOut > 0) {
    const were = counted(leftOut, "row was", "rows were");
    console.error(
      `${were} left out with a cell that cannot be read, of ${rows.toLocaleString("en")}.`,
    );
  }
  for (const { column, empty } of columns) {
    if (empty === 0 || absent.some((one) => one.column === column)) continue;
    const are = counted(empty, "cell is", "cells are");
    console.error(`${column}: ${are} empty (or a word for it, as NULL); those rows do not count.`);
  }
  for (const { column } of absent) console.error(`${column}: no object has such a field.`);
}
