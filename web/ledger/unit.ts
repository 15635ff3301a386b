import { call } from "../core/load.js";

/** What a ledger may count for. */
export const units = ["user", "record"] as const;

export type Unit = (typeof units)[number];

/**
 * Refuses what a ledger of this unit cannot count. One that was told no unit counts both, as if nobody had more
 * than one record.
 * @throws {TypeError}
 */
export function checkUnit(
  unit: Unit | undefined,
  request: { mechanism: string; protects: "records" | "users" },
) {
  call("checkUnit", { unit, ...request });
}
