import { CoreObject } from "../core/object.js";
import { listedContextOf, topKListedDeclaration } from "../top-k/listed.js";
import { topKDeclaration } from "../top-k/options.js";
import { contextOf } from "../top-k/rows.js";
import { isAbove } from "../top-k/threshold.js";
import { type RankedDraw, rankedItems, topKWay } from "../top-k/top-k.js";
import { identityOf } from "./columns.js";
import type { QueryRows } from "./connection.js";
import type { GroupedRows, Rows } from "./kept-rows.js";
import { checkList, listedNames } from "./names.js";
import { weightsByName } from "./private-groups.js";
import type { Question, Table } from "./release.js";
import { checkUngrouped } from "./subject.js";
import { chosenGroupsQuery, groupWeightsQuery, topItemsQuery } from "./sum-queries.js";
import { salt, sumsOf } from "./sums.js";

/** The most frequent items of a column, or of a public list. */
export function askedForItems(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  checkUngrouped("topK", table);
  const { way, options: once } = topKWay(options);
  return (way === topKDeclaration ? askedForFound : askedForListed)(table, column, once as object);
}

function askedForFound({ user, dialect }: Table, column: string, options: object): Question {
  const of = "TopKLater";
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

function askedForListed({ user, dialect }: Table, column: string, options: object): Question {
  const released = topKListedDeclaration;
  const about = listedContextOf({ values: column, users: user });
  const of = "RankedListLater";
  const asked = released.checkCall(options, about, () => of);
  const { domain } = asked.read;
  checkList("domain", domain);
  const { perUser } = asked.request;
  // Other items are left out before a user is bounded, as in memory.
  const query = (rows: Rows) => chosenGroupsQuery(rows, perUser, salt());
  return {
    ...{ released, asked, of },
    rowsFor: (rows, value) => {
      const group = identityOf(dialect, value, "column");
      return { ...rows, group, groups: listedNames(group, domain) };
    },
    answers: async ({ id }, queryRows, rows) => {
      const core = new CoreObject(of, id);
      try {
        const summing = { query, columns: ["w"], purpose: "items" as const };
        const counts = await sumsOf(queryRows, rows, domain.length, 1, summing);
        const drawn = core.call<RankedDraw>("provide", Float64Array.from(counts, Number));
        return rankedItems(drawn, domain, asked.read);
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
