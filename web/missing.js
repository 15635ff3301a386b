/**
 * Whether a value is missing: null, undefined (holes of arrays included), NaN or an invalid date. One
 * answer for every column, whatever reads it.
 * @param {unknown} value
 */
export function isMissing(value) {
  return (
    value === null ||
    value === undefined ||
    (typeof value === "number" && Number.isNaN(value)) ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );
}
