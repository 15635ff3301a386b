// The options of a command that say where the data are, and how they are written.
import type { Command } from "commander";
import { formats } from "../demo/files/file-kind.js";
import { isEncoding } from "../demo/files/text.js";
import { Failure } from "./failures.js";
import { collected } from "./lists.js";

/** The options of a file, as commander reads them. */
export interface FileOptions {
  format?: string;
  multiline?: boolean;
  encoding?: string;
  headerLine?: number;
  sheet?: string;
  malformed?: "drop";
}

/** How a file is read, and how its cells are written. */
export function fileOptions(command: Command) {
  command
    .option(
      "--format <format>",
      `${formats.join(", ")}; by default by its first bytes, then by its name's ending`,
      formatOf,
    )
    .option(
      "--multiline",
      "quoted fields contain line breaks: a stray quote then affects other rows",
    )
    .option(
      "--encoding <label>",
      "the encoding of a text file other than UTF-8: windows-1252, shift_jis, utf-16le, ...",
      encodingOf,
    )
    .option(
      "--header-line <number>",
      "the number of the line (or of a workbook's row) that names the columns; default: the first with text",
      lineOf,
    )
    .option("--sheet <name>", "the sheet of a workbook, by its name or number; default: the first")
    .option(
      "--malformed <word>",
      '"drop" skips malformed lines; by default such a line stops the command',
      dropOf,
    );
  for (const [flags, about] of Object.entries(cellOptions)) {
    command.option(flags, about, collected);
  }
}

/** Options of cells: for all columns, or as COLUMN=VALUE for one. */
const cellOptions = {
  "--decimal <mark>":
    "the mark before the fraction of a number: , in 1234,50; COLUMN=, for one column",
  "--thousands <mark>": "the mark between groups of digits: , in 1,234.50; or a space, or '",
  "--affix <text>": "text in front of or behind a number, such as $ or %; may be repeated",
  "--negative <word>": '"parentheses" reads (12) as -12, as accounting writes it',
  "--dates <form>": "the form of dates, %d.%m.%Y in letters of strftime; by default ISO 8601",
  "--null <text>":
    "another word for an empty cell, in addition to NULL, NA, N/A and NaN; may be repeated",
  "--unreadable <word>":
    '"drop" skips rows with an unreadable cell; by default such a cell stops the command',
};

function formatOf(format: string) {
  if (formats.includes(format)) return format;
  throw new Failure(`--format must be one of ${formats.join(", ")}; got ${format}`);
}

function encodingOf(label: string) {
  if (isEncoding(label)) return label;
  throw new Failure(
    `--encoding must be a label of the Encoding Standard (windows-1252, shift_jis, utf-16le), got ${label}`,
  );
}

function lineOf(written: string) {
  const line = Number(written);
  if (Number.isSafeInteger(line) && line >= 1) return line;
  throw new Failure(`--header-line must be a whole number from 1, got ${written}`);
}

function dropOf(word: string) {
  if (word === "drop") return word;
  throw new Failure(`--malformed must be drop, got ${word}`);
}
