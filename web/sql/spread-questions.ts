import { CoreObject } from "../core/object.js";
import { countDistinctDeclaration } from "../counts/count-distinct.js";
import {
  spreadsOrNone,
  standardDeviationDeclaration,
  varianceDeclaration,
} from "../counts/variance.js";
import { identityOf } from "./columns.js";
import type { GroupedRows } from "./kept-rows.js";
import { boundsOf, keyed } from "./keys.js";
import type { Asking, Question, Table } from "./release.js";
import { checkReducer, checkUngrouped, columnsFor } from "./subject.js";
import { distinctQuery, momentsQuery } from "./sum-queries.js";
import { fromSums } from "./sum-questions.js";
import { type Summing, salt } from "./sums.js";

/** A question about how far users' values spread. */
const askedForSpread =
  (released: typeof varianceDeclaration, which: "variance" | "deviation"): Asking =>
  (table, column, _, options) => {
    const columns = (read: Parameters<typeof checkReducer>[0]) => {
      checkReducer(read, "spread");
      return columnsFor(table, column);
    };
    const asked = released.checkCall(options, columns, () => "UserVarianceLater");
    const { domain } = asked.read;
    const ends = boundsOf(domain);
    const summing: Summing = {
      query: (rows, userWeight) => momentsQuery(rows, userWeight, ends),
      columns: ["high", "middle", "low"],
    };
    return {
      ...{ released, asked, rowsFor: keyed(table, domain, asked.read.perUser) },
      ...fromSums("UserVarianceLater", table, summing, spreadsOrNone(which)),
    };
  };

export const askedForVariance = askedForSpread(varianceDeclaration, "variance");
export const askedForDeviation = askedForSpread(standardDeviationDeclaration, "deviation");

/** How many distinct items a column has. */
export function askedForDistinct(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  checkUngrouped("countDistinct", table);
  const of = "DistinctCountLater";
  const known = { ...columnsFor(table, column), protects: "users" as const };
  const asked = countDistinctDeclaration.checkCall(
    options,
    () => known,
    () => of,
  );
  return {
    ...{ released: countDistinctDeclaration, asked, of },
    rowsFor: (rows, value) => ({ ...rows, group: identityOf(table.dialect, value, "column") }),
    answers: async ({ id }, queryRows, rows: GroupedRows) => {
      const core = new CoreObject(of, id);
      try {
        const [row] = await queryRows(distinctQuery(rows, asked.request.perUser!, salt()), "items");
        // No row is no item, as a sum without rows is 0: so answers a table that is empty.
        const weight = BigInt64Array.of(BigInt(`${row?.w ?? 0}`));
        return { value: core.call<{ value: number }>("provide", weight).value };
      } finally {
        core.dispose();
      }
    },
  };
}
