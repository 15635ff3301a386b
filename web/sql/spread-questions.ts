import { CoreObject } from "../core/object.js";
import { itemsDistinct } from "../counts/count-distinct.js";
import { spreadsOrNone, usersDeviated, usersVaried } from "../counts/variance.js";
import { identityOf } from "./columns.js";
import { boundsOf, keyed } from "./keys.js";
import { checkAllRows, checkUngrouped, columnsFor } from "./subject.js";
import { distinctQuery, momentsQuery } from "./sum-queries.js";
import { fromSums } from "./sum-questions.js";
import { salt } from "./sums.js";

/** @typedef {import("./release.js").Table} Table */
/** @typedef {import("./release.js").Question} Question */

/**
 * A question about how far users' values spread.
 * @param {import("../ledger/released.js").Released<any>} released
 * @param {"variance" | "deviation"} which
 * @returns {(table: Table, column: string, _: any[], options: any) => Question}
 */
const askedForSpread = (released, which) => (table, column, _, options) => {
  const asked = released.ask(options, (read) => {
    checkAllRows(read, "spread");
    return columnsFor(table, column);
  });
  /** @type {any} */
  const { domain } = asked.read;
  const ends = boundsOf(domain);
  /** @type {import("./sums.js").Summing} */
  const summing = {
    query: (rows, userWeight) => momentsQuery(rows, userWeight, ends),
    columns: ["high", "middle", "low"],
  };
  return {
    ...{ released, asked, rowsFor: keyed(table, domain) },
    ...fromSums("UserVarianceLater", table, summing, spreadsOrNone(which)),
  };
};

export const askedForVariance = askedForSpread(usersVaried, "variance");
export const askedForDeviation = askedForSpread(usersDeviated, "deviation");

/**
 * How many distinct items a column has.
 * @param {Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {Question}
 */
export function askedForDistinct(table, column, _, options) {
  checkUngrouped("countDistinct", table);
  const of = "DistinctCountLater";
  const known = { ...columnsFor(table, column), protects: "users" };
  const asked = itemsDistinct.ask(options, () => known);
  return {
    ...{ released: itemsDistinct, asked, of },
    rowsFor: (rows, value) => ({ ...rows, group: identityOf(table.dialect, value, "column") }),
    answers: async ({ id }, ask, rows) => {
      const core = new CoreObject(of, id);
      try {
        const [{ w }] = await ask(distinctQuery(rows, asked.request.perUser, salt()));
        return { value: core.call("tell", BigInt64Array.of(BigInt(`${w}`))).value };
      } finally {
        core.dispose();
      }
    },
  };
}
