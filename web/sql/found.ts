import { CoreObject } from "../core/object.js";
import { boundsOrNone, findBoundsDeclaration } from "../counts/find-bounds.js";
import { anywhere, foundRange } from "../counts/found.js";
import { keyed } from "./keys.js";
import type { Bins, Within } from "./powers.js";
import type { Question, Table } from "./release.js";
import { checkUngrouped, columnsFor } from "./subject.js";
import { binWeights } from "./sums.js";

/** The core's pending release of a range found by bins. */
type BegunBins = { id: number; userWeight: number; bins: Bins };

/** Between which powers of two the values of a column lie. */
export function askedForBounds(
  table: Table,
  column: string,
  _: unknown[],
  options: object,
): Question {
  checkUngrouped("findBounds", table);
  const of = "FoundBoundsLater";
  const known = { ...columnsFor(table, column), protects: "users" as const };
  return {
    ...{
      released: findBoundsDeclaration,
      asked: findBoundsDeclaration.checkCall(
        options,
        () => known,
        () => of,
      ),
      of,
    },
    rowsFor: keyed(table, anywhere),
    answers: async ({ id, ...begun }: BegunBins, queryRows, rows) => {
      const core = new CoreObject(of, id);
      try {
        const drawn: { range: Within["range"] | null } = core.call(
          "provide",
          await binWeights(queryRows, rows, begun, false),
        );
        return { ...boundsOrNone(drawn), told: foundRange(drawn) };
      } finally {
        core.dispose();
      }
    },
  };
}
