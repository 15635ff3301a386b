/** @typedef {"user" | "record"} Unit */

/**
 * Refuses what a ledger of this unit cannot count. One that was told no unit counts both, as if nobody had more
 * than one record.
 * @param {Unit | undefined} unit
 * @param {{ mechanism: string, protects: "records" | "users" }} request
 * @throws {TypeError}
 */
export function checkUnit(unit, { mechanism, protects }) {
  const asked = protects === "users" ? "user" : "record";
  if (unit === undefined || unit === asked) return;
  const why =
    asked === "user"
      ? "one row more of a user may change all that the user counts for, which costs up to twice as much"
      : "one user may have several of the records (rows of users are { values, users }, and { values, users: null } says that every row is a different person)";
  throw new TypeError(
    `ledger must be of unit "${asked}" for ${mechanism}, got one of unit "${unit}": ${why}`,
  );
}
