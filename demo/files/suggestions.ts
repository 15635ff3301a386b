// Notations that would read given cells: a suggestion, which the owner confirms.
import type { Notation } from "./notation.js";
import { reading } from "./readings.js";

/** A notation, and how it reads the first of the cells. */
export interface Suggestion {
  notation: Notation;
  reads: number;
}

/** Marks of fractions and of groups, the most usual first. */
const marks: Notation[] = [
  {},
  { thousands: "," },
  { decimal: "," },
  { decimal: ",", thousands: "." },
  { thousands: " " },
  { decimal: ",", thousands: " " },
  { thousands: "'" },
  { thousands: "’" },
  { decimal: ",", thousands: "'" },
];

const days = ["%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d"];
const shortDays = ["%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d-%b-%y", "%d-%b-%Y", "%d %b %Y"];
const longDays = ["%d %B %Y", "%B %d, %Y", "%b %d, %Y", "%Y-%m-%d", "%Y-%m-%dT%H:%M"];
const times = ["", " %H:%M", " %H:%M:%S", ", %H:%M", " %I:%M %p", " %I:%M:%S %p"];

const dateForms = [...days, ...shortDays, ...longDays].flatMap((day) =>
  times.map((time) => `${day}${time}`),
);

/** The maximum number of suggestions for one column. */
const most = 2;

/**
 * Notations of numbers that read all of the texts, each in a way of its own.
 * @param declared the column's notation so far
 */
export function numberSuggestions(texts: string[], declared: Notation = {}): Suggestion[] {
  const affix = affixesOf(texts);
  const isAccounting = texts.some((text) => /\(.*\d.*\)/.test(text));
  const found = {
    ...(affix.length === 0 ? {} : { affix }),
    ...(isAccounting ? { negative: "parentheses" } : {}),
  };
  const notations = marks.map((mark) => ({ ...mark, ...found }));
  return differing("number", texts, notations, declared);
}

/** Forms of dates that read all of the texts, each in a way of its own. */
export const dateSuggestions = (texts: string[], declared: Notation = {}): Suggestion[] =>
  differing(
    "date",
    texts,
    dateForms.map((dates) => ({ dates })),
    declared,
  );

function differing(
  kind: "number" | "date",
  texts: string[],
  notations: Notation[],
  declared: Notation,
) {
  const seen: Set<string> = new Set();
  const found: Suggestion[] = [];
  for (const notation of texts.length === 0 ? [] : notations) {
    const read = reading(kind, { ...declared, ...notation });
    const cells = texts.map(read);
    if (found.length === most || cells.some((cell) => typeof cell !== "number")) continue;
    if (seen.has(cells.join())) continue;
    seen.add(cells.join());
    found.push({ notation, reads: cells[0] as number });
  }
  return found;
}

/** Signs and codes of currencies, and units: no letters of names such as e17. */
const isUnit = /^(?:[^A-Za-z]+|[A-Z]{3}|.*[^\0-\x7f].*|(?:kr|Rs|Fr|kg|km|h|min|pct)\.?)$/;

/** Texts beside numbers: letters and signs that no number has. */
function affixesOf(texts: string[]) {
  const found: Set<string> = new Set();
  for (const text of texts) {
    const bare = text.replace(/^\((.*)\)$/, "$1");
    const [, before = "", after = ""] =
      /^[+-]?([^\d+\-.,'’()]*)[+-]?\(?[\d.,'’ \u00a0\u2009\u202f]*\d\)?([^\d+\-.,'’()]*)$/.exec(
        bare.trim(),
      ) ?? [];
    for (const part of [before.trim(), after.trim()]) if (isUnit.test(part)) found.add(part);
  }
  return [...found].slice(0, 3);
}
