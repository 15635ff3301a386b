// The fields of one record, by Papa Parse; the text of one record and nothing else is ever given to it.
import Papa from "papaparse";

/** The separator of a file's fields, from its first line only. */
export function delimiterOf(header: string): string {
  const delimitersToGuess = [",", ";", "\t", "|"];
  return Papa.parse(header, { newline: "\n", delimitersToGuess }).meta.delimiter;
}

/**
 * @param text of one record
 * @returns undefined if it is malformed: a quoted field continues after its closing quote, or a quote remains,
 *   as in the last line of a text with line breaks. Quotes in pairs inside a field that does not begin with one
 *   are letters like others. Blanks around quoted fields are none of theirs.
 */
export function fieldsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  if (hasOddQuotes(text)) return undefined;
  const tight = /[ \t]"|"[ \t]/.test(text) ? withoutBlanks(text, delimiter) : text;
  return (tight === text ? undefined : parsed(tight, delimiter)) ?? parsed(text, delimiter);
}

/**
 * The necessary fields of a record without quotes, null for the others.
 * @param wanted which fields are necessary
 * @returns undefined if it has another number of fields
 */
export function pickedFrom(
  text: string,
  delimiter: string,
  wanted: readonly boolean[],
): (string | null)[] | undefined {
  const fields: (string | null)[] = [];
  const last = wanted.length - 1;
  let start = 0;
  for (let at = 0; at < last; ++at) {
    const end = text.indexOf(delimiter, start);
    if (end < 0) return undefined;
    fields.push(wanted[at] ? text.slice(start, end) : null);
    start = end + delimiter.length;
  }
  if (text.indexOf(delimiter, start) >= 0) return undefined;
  fields.push(wanted[last] ? text.slice(start) : null);
  return fields;
}

/** Takes away blanks between a delimiter and a quote: `"id", "x"`. */
function withoutBlanks(text: string, delimiter: string) {
  const blank = delimiter === "\t" ? /^ +$/ : /^[ \t]+$/;
  const parts = text.split('"');
  for (let at = 0; at < parts.length; at += 2) {
    const fields = parts[at]!.split(delimiter);
    const isMiddle = fields.length > 1;
    if (at > 0 && (isMiddle || at === parts.length - 1) && blank.test(fields[0]!)) fields[0] = "";
    const last = fields.length - 1;
    if (at < parts.length - 1 && (isMiddle || at === 0) && blank.test(fields[last]!)) {
      fields[last] = "";
    }
    parts[at] = fields.join(delimiter);
  }
  return parts.join('"');
}

function parsed(text: string, delimiter: string): string[] | undefined {
  const { data, errors } = Papa.parse(text, { delimiter, newline: "\n" });
  return errors.length === 0 && data.length === 1 ? data[0] : undefined;
}

export function hasOddQuotes(text: string) {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}
