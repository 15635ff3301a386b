import type { Subject } from "../subject.js";
import { begun, RowSliceSession } from "./session.js";

/** A session over the rows of a table, which pays for it unless the options name another ledger. */
export function slicesOf(
  { rows, user, ledger }: Pick<Subject, "rows" | "user" | "ledger">,
  options: object,
) {
  const given =
    typeof options === "object" && options !== null ? { ledger, ...options, user } : options;
  return new RowSliceSession([], begun(rows, given) as never);
}
