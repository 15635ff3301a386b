import { Declaration } from "../core/declaration.js";
import type { Needed, OptionsOf } from "../core/fields.js";
import { describe } from "../core/options.js";
import { ledger } from "../ledger/fields.js";

/** The column of user ids. */
export const user = (): Needed<string | null> => ({
  kind: "name of a column, or null",
  example: "id",
  read: (_, value) => {
    if (typeof value === "string" || value === null) return value;
    throw new TypeError(
      `user must be the name of a column, or null if every row is a different person, got ${describe(value)}`,
    );
  },
});

class TableFields {
  /**
   * the column of user ids; or null: "every row is a different person", as every record then states
   */
  user = user();
  /** is charged by every method that answers, unless the call names another one */
  ledger = ledger();
}

/**
 * Options of `table`.
 * @interface
 */
export type TableOptions = OptionsOf<TableFields>;

export const tableDeclaration = new Declaration({
  name: "table",
  Fields: TableFields,
  example: { data: [[{ id: "a", salary: 1 }]] },
});
