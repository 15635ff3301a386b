import { CoreObject } from "../core/object.js";
import { boundsFound, boundsOrNone } from "../counts/find-bounds.js";
import { anywhere, foundRange } from "../counts/found.js";
import { keyed } from "./keys.js";
import { checkUngrouped, columnsFor } from "./subject.js";
import { binWeights } from "./sums.js";

/**
 * Between which powers of two the values of a column lie.
 * @param {import("./release.js").Table} table
 * @param {string} column
 * @param {any[]} _
 * @param {any} options
 * @returns {import("./release.js").Question}
 */
export function askedForBounds(table, column, _, options) {
  checkUngrouped("findBounds", table);
  const of = "FoundBoundsLater";
  const known = { ...columnsFor(table, column), protects: "users" };
  return {
    ...{ released: boundsFound, asked: boundsFound.ask(options, () => known), of },
    rowsFor: keyed(table, anywhere),
    answers: async ({ id, ...begun }, ask, rows) => {
      const core = new CoreObject(of, id);
      try {
        const drawn = core.call("tell", await binWeights(ask, rows, begun, false));
        return { ...boundsOrNone(drawn), told: foundRange(drawn) };
      } finally {
        core.dispose();
      }
    },
  };
}
