import { call } from "../core/load.js";

/** The units that a ledger may count. */
export const units = ["user", "record"] as const;

export type Unit = (typeof units)[number];

/**
 * Rejects a request that a ledger of this unit cannot count. A ledger without a unit counts both, as if every
 * user had at most one record.
 * @throws {TypeError}
 */
export function checkUnit(
  unit: Unit | undefined,
  request: { mechanism: string; protects: "records" | "users" },
) {
  call("checkUnit", { unit, ...request });
}
