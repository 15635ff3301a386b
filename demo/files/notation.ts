// How the numbers and dates of a column are written, as its owner declares it. A declaration decides alone how a
// cell is read: no other cell does.
import { utcFormat, utcParse } from "d3-time-format";

export interface Notation {
  /** the mark before the fraction of a number; default: a point */
  decimal?: string | undefined;
  /** the mark between groups of digits; a space stands for every kind of space; default: none */
  thousands?: string | undefined;
  /** texts in front of or behind a number, such as $ or % */
  affix?: readonly string[] | undefined;
  /** "parentheses": (12) is -12 */
  negative?: string | undefined;
  /** the form of dates in letters of strftime; default: ISO 8601 */
  dates?: string | undefined;
  /** further words for an empty cell */
  empty?: readonly string[] | undefined;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The mark as a pattern. Exports hold spaces that do not break a line, broad and narrow. */
const markOf = (mark: string) => (mark === " " ? "[ \u00a0\u2009\u202f]" : escaped(mark));

/**
 * Numbers in the declared form to numbers in digits with a point.
 * @returns nothing if the declared form is digits with a point; the function returns undefined for a text in
 *   another form. Groups hold three digits; in the Indian form two, and three in the last
 */
export function plainNumbers({
  decimal = ".",
  thousands,
  affix = [],
  negative,
}: Notation): ((text: string) => string | undefined) | undefined {
  const isPlain = decimal === "." && thousands === undefined && affix.length === 0;
  if (isPlain && negative === undefined) return undefined;
  const by = thousands === undefined ? undefined : markOf(thousands);
  const groups =
    by === undefined ? "" : `\\d{1,3}(?:${by}\\d{3})+|\\d{1,2}(?:${by}\\d{2})+${by}\\d{3}|`;
  const mark = markOf(decimal);
  const form = new RegExp(
    `^([+-]?)(${groups}\\d+|(?=${mark}\\d))(?:${mark}(\\d*))?(e[+-]?\\d+)?$`,
    "i",
  );
  const separators = by === undefined ? undefined : new RegExp(by, "g");
  const bare = withoutAffixes(affix);
  return (text) => {
    let rest = bare(text);
    let isBelow = false;
    if (negative === "parentheses" && /^\(.*\)$/.test(rest)) {
      rest = bare(rest.slice(1, -1).trim());
      if (/^[+-]/.test(rest)) return undefined;
      isBelow = true;
    }
    const [, sign, whole, part = "", power = ""] = form.exec(rest) ?? [];
    if (sign === undefined) return undefined;
    const digits = separators === undefined ? whole : whole!.replace(separators, "");
    return `${isBelow ? "-" : sign}${digits || "0"}${part && `.${part}`}${power}`;
  };
}

/** Cuts off at most one of the texts on each side, and the spaces beside it; a sign stays. */
function withoutAffixes(affix: readonly string[]) {
  if (affix.length === 0) return (text: string) => text;
  const long = [...affix].sort((one, other) => other.length - one.length);
  const any = long.map((text) => escaped(text.trim())).join("|");
  const around = new RegExp(`^([+-]?)\\s*(?:${any})?\\s*(.*?)\\s*(?:${any})?$`);
  return (text: string) => {
    const [, sign = "", rest = text] = around.exec(text) ?? [];
    return `${sign}${rest}`;
  };
}

/** The letters of strftime that a declared form may hold, beside %Z at its end. */
const letters = "YymdeBbAajHIMSpsQ%";

/** Whether a form of dates can be read. */
export function isDateForm(form: string) {
  const used = [...form.replace(/%Z$/, "").matchAll(/%[-_0]?(.?)/g)].map(([, letter]) => letter);
  return used.length > 0 && used.every((letter) => letter !== "" && letters.includes(letter!));
}

const zone = /\s?(?:Z|UTC|([+-])(\d\d):?(\d\d)?)$/;

/**
 * @param form for which `isDateForm` holds
 * @returns a reader: milliseconds since 1970; NaN for a text in another form, and for a day that no calendar has
 */
export function timesIn(form: string): (text: string) => number {
  const isZoned = form.endsWith("%Z");
  const own = isZoned ? form.slice(0, -2).trimEnd() : form;
  const parse = utcParse(own);
  const format = utcFormat(own);
  const time = (text: string) => {
    const date = parse(text);
    // The parser takes the 30th of February for the 2nd of March, and the year 26 for one without a century.
    if (date === null || alike(format(date)) !== alike(text)) return Number.NaN;
    return date.getTime();
  };
  if (!isZoned) return time;
  return (text) => {
    const [whole, sign, hours = "0", minutes = "0"] = zone.exec(text) ?? [];
    if (whole === undefined) return Number.NaN;
    const ahead = 6e4 * (60 * Number(hours) + Number(minutes));
    return time(text.slice(0, -whole.length)) - (sign === "-" ? -ahead : ahead);
  };
}

/** A text in small letters, without the zero of a two-digit number: it is written or left out. */
const alike = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?<!\d)0(?=\d(?!\d))/g, "")
    .trim();
