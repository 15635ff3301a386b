import { Declaration } from "../core/declaration.js";
import { describe } from "../core/options.js";
import { ledger } from "../ledger/fields.js";

/**
 * Whose row it is.
 * @returns {import("../core/fields.js").Needed<string | null>}
 */
const user = () => ({
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
   * which column says whose row it is; or null: "every row is a different person", which every record then
   * says
   */
  user = user();
  /** is charged by every method that answers, unless the call names another one */
  ledger = ledger();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<TableFields>} TableOptions {@interface} Options of `table`.
 */

export const tabled = new Declaration({
  name: "table",
  Fields: TableFields,
  example: { data: [[{ id: "a", salary: 1 }]] },
});
