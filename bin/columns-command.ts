// `logstar columns`: what a file holds, for its owner, and the options of a question about it.
import { basename } from "node:path";
import type { Source } from "../demo/files/bytes.js";
import type { Faults } from "../demo/files/faults.js";
import { type How as FileHow, namesOf, readRows } from "../demo/files/formats.js";
import { shownCell } from "../demo/files/readings.js";
import { NotText } from "../demo/files/text.js";
import type { FileOptions } from "./data-options.js";
import { Failure } from "./failures.js";
import { LookedColumn } from "./looked-column.js";
import { notationsOf, optionsFor, quoted, type WrittenNotation } from "./notations.js";
import { table } from "./print.js";
import { Progress } from "./progress.js";
import { inWords } from "./read-table.js";
import { openedAt } from "./sources.js";
import { totalIn } from "./unread.js";

/** The rows to show, and the letters of a cell. */
const [mostRows, mostLetters] = [3, 16];

interface Look {
  columns: LookedColumn[];
  rows: number;
  first: string[][];
  last: string[];
  malformed: Faults | undefined;
  unit: "line" | "row";
}

export async function showColumns(file: string, written: FileOptions & WrittenNotation) {
  const { source, name, close } = await openedAt(file);
  if ("pieces" in source) {
    await close();
    throw new Failure(
      "columns reads a file twice, and a pipe comes once; write it to a file first",
    );
  }
  const told = { ...written, name };
  try {
    const isText = await isDecodable(source, told);
    if (!isText) {
      written.encoding = told.encoding = "windows-1252";
      console.error("The file is not UTF-8: it is read with --encoding windows-1252.");
    }
    const names = await namesOf(source, told);
    const progress = new Progress(file);
    const seen = await look(readRows(source, { ...told, columns: names, isStrict: false }), {
      notationOf: notationsOf(written, names),
      progress,
    });
    progress.end();
    console.log(linesOf(file, seen, wordsOf(written)).join("\n"));
  } catch (error) {
    throw inWords(file, error);
  } finally {
    await close();
  }
}

/** Whether all bytes are text of the declared encoding, or of UTF-8. */
async function isDecodable(source: Source, how: FileHow) {
  try {
    for await (const _ of readRows(source, { ...how, columns: [] }));
    return true;
  } catch (error) {
    if (error instanceof NotText && how.encoding === undefined) return false;
    throw error;
  }
}

async function look(
  batches: ReturnType<typeof readRows>,
  { notationOf, progress }: { notationOf: ReturnType<typeof notationsOf>; progress: Progress },
): Promise<Look> {
  const seen: Look = {
    ...{ columns: [], rows: 0, first: [], last: [] },
    ...{ malformed: undefined, unit: "line" },
  };
  for await (const { header, rows, places, malformed, share, isByRow } of batches) {
    if (seen.columns.length === 0) {
      seen.columns = header.map((name) => new LookedColumn(name.trim(), notationOf(name.trim())));
    }
    rows.forEach((row, at) => {
      seen.columns.forEach((column, place) => column.add(row[place], places[at]!));
    });
    const shown = (row: unknown[]) => row.map((cell) => (cell === null ? "" : shownCell(cell)));
    seen.first.push(...rows.slice(0, mostRows - seen.first.length).map(shown));
    seen.last = rows.length > 0 ? shown(rows.at(-1)!) : seen.last;
    seen.rows += rows.length;
    seen.malformed = malformed;
    if (isByRow) seen.unit = "row";
    progress.show(share, seen.rows);
  }
  return seen;
}

/** Options of reading that were written, to be repeated in a question. */
function wordsOf(written: FileOptions & WrittenNotation) {
  const { format, multiline, encoding, headerLine, sheet, malformed } = written;
  const { decimal, thousands, affix, negative, dates, unreadable, null: empty } = written;
  const one = { format, encoding, "header-line": headerLine, sheet, malformed };
  const several = { decimal, thousands, affix, negative, dates, unreadable, null: empty };
  return [
    ...(multiline ? ["--multiline"] : []),
    ...Object.entries(one).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name} ${quoted(`${value}`)}`],
    ),
    ...Object.entries(several).flatMap(([name, values = []]) =>
      values.map((value) => `--${name} ${quoted(value)}`),
    ),
  ];
}

function linesOf(file: string, seen: Look, words: string[]) {
  const { columns, rows } = seen;
  const head = ["column", "reads as", "cells", "empty", "distinct"];
  const about = columns.map((column) => [
    column.name || "(no name)",
    column.kind,
    cellsOf(column),
    column.counts.empty.toLocaleString("en"),
    column.distinct,
  ]);
  const firsts = [columns.map(({ name }) => name), ...seen.first];
  return [
    "This is for the eyes of the data's owner: nothing here is protected.",
    "",
    `${basename(file)}: ${rows.toLocaleString("en")} rows`,
    ...table([head, ...about]),
    ...["", "The first rows:"],
    ...table(firsts.map((row) => row.map(shortened))),
    ...faultsOf(seen),
    ...titleOf(columns),
    ...totalOf(seen),
    ...["", "A question, ready to paste (with what you know beforehand in place of capitals):"],
    ...questionsOf(file, columns, words),
  ];
}

const shortened = (cell: string) =>
  cell.length > mostLetters ? `${cell.slice(0, mostLetters - 1)}…` : cell;

/** How many cells there are of each kind. */
const cellsOf = ({ counts }: LookedColumn) =>
  (["number", "date", "boolean", "text", "unreadable"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString("en")} ${kind}`)
    .join(", ");

/** Parts that a question would stop at, with the options that read them. */
function faultsOf({ columns, malformed, unit }: Look) {
  const lines: string[] = [];
  for (const column of columns) {
    const { name, kind, counts, unreadable, odd, suggestions } = column;
    const shown = kind === "text" ? unreadable.first : [...unreadable.first, ...odd];
    const isMixed = kind !== "text" && counts.text > 0;
    if (!isMixed && suggestions.length === 0 && shown.length === 0) continue;
    const others = isMixed ? `${counts.text.toLocaleString("en")} cells are no ${kind}` : "";
    lines.push(`  ${name}: ${others || (suggestions.length > 0 ? "text that may be more" : "")}`);
    for (const { place, what } of shown)
      lines.push(`    ${unit} ${place}: ${JSON.stringify(what)}`);
    for (const found of suggestions) {
      const isDate = found.notation.dates !== undefined;
      const as = isDate ? new Date(found.reads).toISOString().slice(0, 16) : found.reads;
      lines.push(`    ${optionsFor(found, name)} reads the first as ${as}`);
    }
  }
  if (malformed !== undefined && malformed.count > 0) {
    lines.push(`  ${malformed.count.toLocaleString("en")} malformed lines`);
    for (const { place, what } of malformed.first) lines.push(`    line ${place}: ${what}`);
    lines.push("    --malformed drop skips them");
  }
  return lines.length === 0 ? [] : ["", "To look at:", ...lines];
}

/** A first line that names few columns may be a title. */
function titleOf(columns: LookedColumn[]) {
  const named = columns.filter(({ name }) => name !== "").length;
  if (columns.length < 2 || named > columns.length / 2) return [];
  return ["", "The first line may be a title: --header-line 3 reads the names in line 3."];
}

function totalOf({ last }: Look) {
  const word = totalIn(last);
  if (word === undefined) return [];
  const remedy = `--null ${quoted(word.trim())} reads it as an empty cell`;
  return [
    "",
    `The last row may be a total (${word.trim()}): ${remedy}, so that its row does not count.`,
  ];
}

const likelyUser =
  /^(.*[ _-])?(id|user|person|patient|employee|customer|member|client)s?([ _-]?id)?$/i;

/** A question for a column of each kind. */
function questionsOf(file: string, columns: LookedColumn[], words: string[]) {
  const user = columns.find(({ name }) => likelyUser.test(name))?.name ?? "COLUMN";
  const rest = ["--user", quoted(user), "--epsilon 0.5 --ledger budget.json"].join(" ");
  const asked = (column: LookedColumn | undefined, ask: (name: string) => string) => {
    if (column === undefined) return [];
    const [found] = column.suggestions;
    const more = found === undefined ? [] : [optionsFor(found)];
    const options = [ask(quoted(column.name)), ...words, ...more, rest];
    return [`  logstar ${options.join(" ")}`];
  };
  const others = columns.filter(({ name }) => name !== user);
  const isDate = ({ kind, suggestions }: LookedColumn) =>
    kind === "date" || suggestions.some(({ notation }) => notation.dates !== undefined);
  const isNumber = (column: LookedColumn) =>
    !isDate(column) && (column.kind === "number" || column.suggestions.length > 0);
  const path = quoted(file);
  const lines = [
    ...asked(
      others.find(isNumber),
      (name) => `median ${path} --column ${name} --domain LOW,HIGH,DIGITS`,
    ),
    ...asked(
      others.find(isDate),
      (name) => `median ${path} --column ${name} --domain dates:FROM,TO`,
    ),
    ...asked(
      others.find(({ kind }) => kind === "boolean"),
      (name) => `mean ${path} --column ${name} --domain 0,1,0`,
    ),
  ];
  return lines.length > 0 ? lines : [`  logstar count ${[path, ...words, rest].join(" ")}`];
}
