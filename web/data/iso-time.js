/** Dates as ISO 8601 has them, and as PostgreSQL, DuckDB and BigQuery write them. */
const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?(Z|UTC)|([+-])(\d{2})(?::?(\d{2}))?)?)?)?$/i;

/** The forms, for errors. */
export const isoForms =
  "a date as ISO 8601 writes it (2026-03-29, 2026-03, 2026-03-29 02:30:00, the last with Z, UTC or +01:00 if it is not UTC)";

/**
 * The point in time that a text names, cut down to milliseconds. Without a zone it is UTC: the machine's own zone
 * decides nothing, so that a public date is the same one everywhere.
 * @param {string} text
 * @returns {number} milliseconds since 1970; NaN for any other form, and for a day that no calendar has
 */
export function isoTime(text) {
  const found = iso.exec(text);
  if (found === null) return Number.NaN;
  const [, year, month, day = "01", hour = "00", minute = "00", second = "00"] = found;
  const [fraction = "", , sign = "+", zoneHour = "00", zoneMinute = "00"] = found.slice(7);
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const time = Date.parse(written);
  // Engines take the 30th of February for the 2nd of March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== written) return Number.NaN;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return Number.NaN;
  const ahead = 60 * Number(zoneHour) + Number(zoneMinute);
  return time - Number(`${sign}1`) * ahead * 60_000;
}
