import { CoreObject } from "../core/object.js";
import { topKDeclaration } from "../top-k/options.js";
import { contextOf } from "../top-k/rows.js";
import { isAbove } from "../top-k/threshold.js";
import { type RankedDraw, rankedItems } from "../top-k/top-k.js";
import { identityOf } from "./columns.js";
import type { QueryRows } from "./connection.js";
import type { GroupedRows } from "./kept-rows.js";
import { weightsByName } from "./private-groups.js";
import type { Question, Table } from "./release.js";
import { checkUngrouped } from "./subject.js";
import { chosenGroupsQuery, groupWeightsQuery, topItemsQuery } from "./sum-queries.js";
import { salt } from "./sums.js";

const of = "TopKLater";

/** The most frequent items of a column. */
export function askedForItems(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  const { user, dialect } = table;
  checkUngrouped("topK", table);
  const context = contextOf({ values: column, users: user });
  const asked = topKDeclaration.checkCall(options, context, () => of);
  const itemsOf = isAbove(asked.claim) ? everyItem : firstItems;
  return {
    ...{ released: topKDeclaration, asked, of },
    rowsFor: (rows, value) => ({ ...rows, group: identityOf(dialect, value, "column") }),
    answers: async ({ id, userWeight }, queryRows, rows: GroupedRows) => {
      const core = new CoreObject(of, id);
      try {
        const { items, counts } = await itemsOf(queryRows, rows, asked.request, userWeight);
        return rankedItems(core.call<RankedDraw>("provide", counts), items, asked.read);
      } finally {
        core.dispose();
      }
    },
  };
}

async function firstItems(
  queryRows: QueryRows,
  rows: GroupedRows,
  { perUser, kBar }: { perUser: number | undefined; kBar: number },
) {
  const first = await queryRows(topItemsQuery(rows, perUser, salt(), kBar + 1), "items");
  return {
    items: first.map(({ name }) => rows.group.read(`${name}`)),
    counts: Float64Array.from(first, ({ w }) => Number(w)),
  };
}

/** All items that occur, in their own order. */
async function everyItem(
  queryRows: QueryRows,
  rows: GroupedRows,
  { spread, perUser }: { spread: boolean; perUser: number | undefined },
  userWeight: number,
) {
  const query = spread
    ? groupWeightsQuery(rows, userWeight)
    : chosenGroupsQuery(rows, perUser, salt());
  const found = weightsByName(await queryRows(query, "items"), rows.group);
  return {
    items: found.map(({ name }) => name),
    counts: Float64Array.from(found, ({ weight }) => Number(weight)),
  };
}
