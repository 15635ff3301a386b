import { call } from "../core/load.js";

/** What a ledger may count for. */
export const units = /** @type {const} */ (["user", "record"]);

/** @typedef {typeof units[number]} Unit */

/**
 * Refuses what a ledger of this unit cannot count. One that was told no unit counts both, as if nobody had more
 * than one record.
 * @param {Unit | undefined} unit
 * @param {{ mechanism: string, protects: "records" | "users" }} request
 * @throws {TypeError}
 */
export function checkUnit(unit, request) {
  call("checkUnit", { unit, ...request });
}
