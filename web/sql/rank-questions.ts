import { describe } from "../core/options.js";
import type { Released } from "../ledger/released.js";
import type { InteriorFields } from "../ranks/options.js";
import { foundQuantiles } from "../ranks/quantiles.js";
import { checkUserOptions } from "../ranks/user-options.js";
import { rankedAnswers } from "../ranks/users.js";
import { checkColumnFor, checkKeys, keysOf } from "./keys.js";
import { type Begun, type Rows, rankAnswers } from "./ranks.js";
import type { Asking, Question } from "./release.js";
import { checkAllRows, columnsFor, declaredGroups } from "./subject.js";
import { salt } from "./sums.js";

/** What the functions of ranks have in common. */
type RankFields = Pick<
  InteriorFields<unknown>,
  "epsilon" | "delta" | "domain" | "outside" | "perUser"
>;

/** A question about the ranks of a column: median, quantiles, interior points. */
export const askedForRank =
  (released: Question["released"] & Pick<Released<RankFields>, "ask">): Asking =>
  (table, column, [q], options) => {
    const { groups, dialect } = table;
    const columns = columnsFor(table, column);
    const asked = released.ask(options, (read) => {
      checkUserOptions(read, columns);
      checkAllRows(read, "spread");
      checkKeys(read.domain);
      return { q, columns, isKnown: true };
    });
    const { read } = asked;
    const { interval } = read as { interval?: unknown };
    if (interval !== undefined) {
      throw new TypeError(
        `interval must be left out for a table in a database engine, got ${describe(interval)}; table() takes one`,
      );
    }
    return {
      ...{ released, asked, of: "UserRanksWindows", begin: () => ({ data: { ahead: 4 } }) },
      rowsFor: (rows, value) => {
        checkColumnFor(value, read.domain);
        const chosen =
          typeof read.perUser === "number" ? { most: read.perUser, salt: salt() } : undefined;
        return { ...rows, keys: keysOf(dialect, value, read), chosen };
      },
      answers: async (begun: Begun, ask, rows: Rows) => {
        const found = await rankAnswers(begun, ask, rows, declaredGroups(table));
        if (found === undefined) {
          throw new Error(
            "the table changed while it was read, which a transaction does not allow",
          );
        }
        const kept = Array.isArray(groups) ? (i: number) => groups[i] : found.nameOf;
        return rankedAnswers({ drawn: found.answers, kept }, asked, (values) => {
          const decoded = values.map(read.domain.decode);
          return released === foundQuantiles ? decoded : decoded[0];
        });
      },
    };
  };
