import { CoreObject } from "../core/object.js";
import { contextOf, ranked } from "../top-k/options.js";
import { isAbove } from "../top-k/threshold.js";
import { chosenBy, rankedItems } from "../top-k/top-k.js";
import { identityOf } from "./columns.js";
import { topItemsQuery } from "./sum-queries.js";
import { salt } from "./sums.js";

const of = "TopKLater";

/**
 * The most frequent items of a column.
 * @param {import("./release.js").Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {import("./release.js").Question}
 */
export function askedForItems({ user, by, dialect }, column, _, options) {
  if (by !== undefined) {
    throw new TypeError("topK must be asked of a table without groups, got one after groupBy");
  }
  const asked = ranked.ask(options, contextOf({ values: column, users: user }));
  if (isAbove(asked.read)) {
    throw new RangeError(
      'variant must be another than "threshold" for rows in an engine, got "threshold"',
    );
  }
  const { kBar, perUser } = asked.request;
  return {
    ...{ released: ranked, asked, of, begin: () => ({ reading: chosenBy(asked.claim) }) },
    rowsFor: (rows, value) => ({ ...rows, group: identityOf(dialect, value, "column") }),
    answers: async ({ id }, ask, rows) => {
      const core = new CoreObject(of, id);
      try {
        const first = await ask(topItemsQuery(rows, perUser, salt(), kBar + 1));
        const counts = Float64Array.from(first, ({ w }) => Number(w));
        const items = first.map(({ name }) => rows.group.read(`${name}`));
        return rankedItems(core.call("tell", counts), items, asked.read);
      } finally {
        core.dispose();
      }
    },
  };
}
