import { CoreObject } from "../core/object.js";
import { ranked } from "../top-k/options.js";
import { contextOf } from "../top-k/rows.js";
import { isAbove } from "../top-k/threshold.js";
import { rankedItems } from "../top-k/top-k.js";
import { identityOf } from "./columns.js";
import { checkUngrouped } from "./subject.js";
import { chosenGroupsQuery, groupWeightsQuery, topItemsQuery } from "./sum-queries.js";
import { salt, weightsByName } from "./sums.js";

const of = "TopKLater";

/**
 * The most frequent items of a column.
 * @param {import("./release.js").Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {import("./release.js").Question}
 */
export function askedForItems(table, column, _, options) {
  const { user, dialect } = table;
  checkUngrouped("topK", table);
  const asked = ranked.ask(options, contextOf({ values: column, users: user }));
  const itemsOf = isAbove(asked.claim) ? everyItem : firstItems;
  return {
    ...{ released: ranked, asked, of },
    rowsFor: (rows, value) => ({ ...rows, group: identityOf(dialect, value, "column") }),
    answers: async ({ id, userWeight }, ask, rows) => {
      const core = new CoreObject(of, id);
      try {
        const { items, counts } = await itemsOf(ask, rows, asked.request, userWeight);
        return rankedItems(core.call("tell", counts), items, asked.read);
      } finally {
        core.dispose();
      }
    },
  };
}

/**
 * @param {import("./connection.js").Ask} ask
 * @param {import("./queries.js").Rows & { group: import("./columns.js").Identity }} rows
 * @param {{ perUser: number | undefined, kBar: number }} request
 */
async function firstItems(ask, rows, { perUser, kBar }) {
  const first = await ask(topItemsQuery(rows, perUser, salt(), kBar + 1));
  return {
    items: first.map(({ name }) => rows.group.read(`${name}`)),
    counts: Float64Array.from(first, ({ w }) => Number(w)),
  };
}

/**
 * All items that occur, in their own order.
 * @param {import("./connection.js").Ask} ask
 * @param {import("./queries.js").Rows & { group: import("./columns.js").Identity }} rows
 * @param {{ spread: boolean, perUser: number | undefined }} request
 * @param {number} userWeight
 */
async function everyItem(ask, rows, { spread, perUser }, userWeight) {
  const query = spread
    ? groupWeightsQuery(rows, userWeight)
    : chosenGroupsQuery(rows, perUser, salt());
  const found = weightsByName(await ask(query), rows.group);
  return {
    items: found.map(({ name }) => name),
    counts: Float64Array.from(found, ({ weight }) => Number(weight)),
  };
}
