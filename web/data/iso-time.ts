/**
 * A day or a month, and after a day a time and its zone: ISO 8601, as PostgreSQL, DuckDB and BigQuery
 * write it too; years of six digits and a sign as `toISOString` writes them. */
const iso =
  /^((?:\d{4}|[+-]\d{6})-\d\d)(-\d\d(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(?: ?(?:Z|UTC)|([+-]\d\d):?(\d\d)?)?)?)?$/i;

/**
 * The point in time that a text names, cut down to milliseconds. Without a zone it is UTC, not the machine's
 * zone, so that a public date is the same everywhere.
 * @returns milliseconds since 1970; NaN for any other form, and for a day that no calendar has
 */
export function isoTime(text: string): number {
  const [
    ,
    month,
    rest = "-01",
    clock = "00:00",
    second = ":00",
    part = ".",
    hours,
    minutes = "00",
  ] = iso.exec(text) ?? [];
  const written = `${month}${rest.slice(0, 3)}T${clock}${second}${part.padEnd(4, "0").slice(0, 4)}`;
  const time = Date.parse(`${written}Z`);
  // Engines take the 30th of February for the 2nd of March, and 24 o'clock for the next day.
  if (Number.isNaN(time) || new Date(time).toISOString() !== `${written}Z`) return Number.NaN;
  return hours === undefined ? time : Date.parse(`${written}${hours}:${minutes}`);
}
