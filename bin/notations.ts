// How cells are written, as options of a terminal say it: `--decimal ,` for all columns, `--decimal spent=,` for
// one.
import { isDateForm, type Notation } from "../demo/files/notation.js";
import type { Suggestion } from "../demo/files/suggestions.js";
import { Failure } from "./failures.js";

/** The options, each as often as it was written. */
export interface WrittenNotation {
  decimal?: string[];
  thousands?: string[];
  affix?: string[];
  negative?: string[];
  dates?: string[];
  /** words for an empty cell */
  null?: string[];
  unreadable?: string[];
}

/** How one column is written, and whether its unreadable cells are skipped. */
export interface Column extends Notation {
  isDropping: boolean;
}

/**
 * The notation of each column of a question.
 * @param columns a text before `=` names one of them, and otherwise belongs to the value
 * @throws {Failure} for a value that no notation can have
 */
export function notationsOf(
  written: WrittenNotation,
  columns: readonly string[],
): (column: string) => Column {
  const forColumn = (column: string): Column => {
    const of = (name: keyof WrittenNotation) => valuesOf(written[name] ?? [], column, columns);
    const one = (name: keyof WrittenNotation) => {
      const { own, all } = of(name);
      return own.at(-1) ?? all.at(-1);
    };
    const several = (name: keyof WrittenNotation) => [...of(name).all, ...of(name).own];
    const notation = {
      ...{ decimal: one("decimal"), thousands: one("thousands"), affix: several("affix") },
      ...{ negative: one("negative"), dates: one("dates"), empty: several("null") },
    };
    checkNotation(notation);
    const drop = one("unreadable");
    checkWord("unreadable", "drop", drop);
    return { ...notation, isDropping: drop === "drop" };
  };
  const known = new Map([...new Set(columns)].map((column) => [column, forColumn(column)]));
  const other = forColumn("");
  return (column) => known.get(column) ?? other;
}

function valuesOf(texts: string[], column: string, columns: readonly string[]) {
  const own: string[] = [];
  const all: string[] = [];
  for (const text of texts) {
    const named = columns
      .filter((name) => text.startsWith(`${name}=`) && text.length > name.length + 1)
      .sort((one, other) => other.length - one.length)[0];
    if (named === undefined) all.push(text);
    else if (named === column) own.push(text.slice(named.length + 1));
  }
  return { own, all };
}

const each = "or COLUMN= and one, for a column of the question";

function checkNotation({ decimal = ".", thousands, affix, negative, dates }: Notation) {
  for (const [name, mark] of [
    ["decimal", decimal],
    ["thousands", thousands ?? "_"],
  ] as const) {
    if ([...mark].length === 1 && !/[\da-z+\-()]/i.test(mark)) continue;
    throw new Failure(
      `--${name} must be one character, not a digit, letter or sign, ${each}, got ${mark}`,
    );
  }
  if (decimal === thousands) {
    const other = decimal === "." ? "," : ".";
    throw new Failure(
      `--thousands must differ from --decimal, got ${thousands} for both; --decimal ${other} --thousands ${thousands} reads 1${thousands}234${other}50`,
    );
  }
  for (const text of affix ?? []) {
    if (text.trim() !== "" && !/[\d+\-()]/.test(text)) continue;
    throw new Failure(`--affix must be text without digits, signs and brackets, got ${text}`);
  }
  checkWord("negative", "parentheses", negative);
  if (dates === undefined || isDateForm(dates)) return;
  throw new Failure(
    `--dates must be a form in letters of strftime (%d.%m.%Y, '%m/%d/%Y %I:%M %p'; %Z only at the end), ${each}, got ${dates}`,
  );
}

function checkWord(name: string, word: string, written: string | undefined) {
  if (written === undefined || written === word) return;
  throw new Failure(`--${name} must be ${word}, ${each}, got ${written}`);
}

/** As a shell takes it. */
export const quoted = (text: string) =>
  /^[\w./:,%@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A notation as options.
 * @param column if given, the options are for it alone
 */
export function optionsFor({ notation }: Suggestion, column?: string) {
  const value = (text: string) => quoted(column === undefined ? text : `${column}=${text}`);
  const { decimal, thousands, affix = [], negative, dates } = notation;
  return [
    ...Object.entries({ decimal, thousands, negative, dates }),
    ...affix.map((text) => ["affix", text] as const),
  ]
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `--${name} ${value(text!)}`)
    .join(" ");
}
